import type { Translate } from '#shared/text/translator.js';
import type { MailDetails, MailTemplate } from '../outbox.js';

/** What a mail says, as plain text; markup in it is shown as it is. */
export interface MailText {
  subject: string;
  /** Shown by mail programs beside the subject, before the mail is opened. */
  preheader: string;
  heading: string;
  paragraphs: string[];
  /** On the link, where the mail has one. */
  button?: string;
  /** Before the link. */
  items?: readonly ListedItem[];
  /** Below the link. */
  after?: string[];
  /** It is somebody else's words: no greeting and no farewell of the site's around them. */
  isQuoted?: boolean;
  /** Why this mail came, where it is not for the usual reason. */
  reason?: string;
  /** At the very end. */
  links?: readonly { words: string; path: string }[];
}

/** One of what a mail tells of. */
export interface ListedItem {
  title: string;
  note: string;
  path: string;
}

/** What any mail may say beside its own details. */
export interface MailFacts<Template extends MailTemplate> {
  t: Translate;
  locale: string;
  /** The site's title. */
  site: string;
  /** How long the mail's link works, in words: `3 days`. Empty without a link. */
  lasts: string;
  details: Omit<MailDetails[Template], 'path'>;
}

/** Puts mails together out of the texts of the catalogue `mail`. */
export type MailWriters<Template extends MailTemplate> = {
  [Each in Template]: (facts: MailFacts<Each>) => MailText;
};

/** What somebody has typed, between blank lines. */
export function paragraphsOf(text: string): string[] {
  return text.split(/\n[^\S\n]*(?:\n[^\S\n]*)+/).filter((paragraph) => paragraph.trim() !== '');
}

const MAX_PREHEADER_LENGTH = 120;

/** The beginning of what somebody has typed. */
export function preheaderOf(text: string): string {
  return text.slice(0, MAX_PREHEADER_LENGTH);
}

const MAX_LENGTH_IN_SUBJECT = 120;

/** For a subject: programs cut off what is long anyway. */
export function shortened(text: string): string {
  const signs = Array.from(text);
  return signs.length > MAX_LENGTH_IN_SUBJECT ? `${signs.slice(0, MAX_LENGTH_IN_SUBJECT).join('').trim()}…` : text;
}

/** @returns the day of a time in UTC, in words: what ends then is there until some hour of it; empty where no time is known any more */
export function dayOf(time: string | undefined, locale: string): string {
  if (time === undefined) return '';
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time));
}
