import type { MailSender } from '#contract/backend/backend.js';
import type { MailText, MailTexts } from './texts/mail-texts.js';

/** A mail in words, before it is laid out. */
export interface WrittenMail {
  language: string;
  sender: MailSender;
  texts: MailTexts;
  text: MailText;
  /** Where its button leads to. */
  link?: string;
  /** Makes an address of the site of a path. */
  addressOf: (path: string) => string;
}
