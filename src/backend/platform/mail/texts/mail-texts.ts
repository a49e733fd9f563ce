import type { Translate } from '#shared/text/translator.js';
import type { MailDetails, MailTemplate } from '../outbox.js';

/** Content of a mail as plain text; markup in it is shown literally. */
export interface MailText {
  subject: string;
  /** Preview text that mail programs show beside the subject. */
  preheader: string;
  heading: string;
  /** Name of the recipient, for the greeting; undefined for a greeting without a name. */
  addressee?: string | undefined;
  paragraphs: string[];
  /** Label of the button, if the mail has a link. */
  button?: string;
  /** List before the button. */
  items?: readonly ListedItem[];
  /** Paragraphs below the button. */
  after?: string[];
  /** Whether the text was written by another person: it gets no greeting and no closing of the site. */
  isQuoted?: boolean;
  /** Reason for receiving this mail, if it is not the usual one. */
  reason?: string;
  /** Links at the very end. */
  links?: readonly { words: string; path: string }[];
}

/** An entry in a list of a mail. */
export interface ListedItem {
  title: string;
  note: string;
  path: string;
}

/** Values available to every mail in addition to its own details. */
export interface MailFacts<Template extends MailTemplate> {
  t: Translate;
  locale: string;
  /** Title of the site. */
  site: string;
  /** Validity of the mail's link in words: `3 days`. Empty without a link. */
  lasts: string;
  details: Omit<MailDetails[Template], 'path'>;
}

/** Functions that compose mails from the texts of the catalogue `mail`. */
export type MailWriters<Template extends MailTemplate> = {
  [Each in Template]: (facts: MailFacts<Each>) => MailText;
};

/** Splits typed text into paragraphs at blank lines. */
export function paragraphsOf(text: string): string[] {
  return text.split(/\n[^\S\n]*(?:\n[^\S\n]*)+/).filter((paragraph) => paragraph.trim() !== '');
}

const MAX_PREHEADER_LENGTH = 120;

/** Returns the beginning of typed text. */
export function preheaderOf(text: string): string {
  return text.slice(0, MAX_PREHEADER_LENGTH);
}

const MAX_LENGTH_IN_SUBJECT = 120;

/** Shortens text for a subject, since mail programs cut off long ones anyway. */
export function shortened(text: string): string {
  const characters = Array.from(text);
  return characters.length > MAX_LENGTH_IN_SUBJECT
    ? `${characters.slice(0, MAX_LENGTH_IN_SUBJECT).join('').trim()}…`
    : text;
}

/**
 * @returns the UTC day of a time, in words: whatever ends at that time is available until some hour of that day; empty if the time is
 *   unknown
 */
export function dayOf(time: string | undefined, locale: string): string {
  if (time === undefined) return '';
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time));
}
