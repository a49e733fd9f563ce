import type { MailSender } from '#contract/backend/backend.js';
import type { Translate } from '#shared/text/translator.js';
import type { MailText } from './texts/mail-texts.js';

/** A mail in words, before it is laid out. */
export interface WrittenMail {
  language: string;
  sender: MailSender;
  /** In the words of the site. */
  t: Translate;
  text: MailText;
  /** Where its button leads to. */
  link?: string;
  /** Makes an address of the site of a path. */
  addressOf: (path: string) => string;
}
