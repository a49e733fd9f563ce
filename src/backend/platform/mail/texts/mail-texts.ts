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
  /** The site's title. */
  site: string;
  /** How long the mail's link works, in words: `3 days`. Empty without a link. */
  lasts: string;
  details: Omit<MailDetails[Template], 'path'>;
}

/** All mails in one language. */
export interface MailTexts {
  mails: { [Template in MailTemplate]: (facts: MailFacts<Template>) => MailText };
  greeting: string;
  farewell(site: string): string;
  /** Above the address of the link. */
  linkBelow: string;
  /** Why this mail came. */
  reason(site: string): string;
  /** Before the address for questions. */
  questions: string;
}

/** @param json of `AlertDetails` */
export function itemsOf(json: string | undefined): ListedItem[] {
  return json ? (JSON.parse(json) as ListedItem[]) : [];
}

/** Of an alert: what it says after its list when there is more than that, and its links. */
export function moreThan(listed: readonly ListedItem[], count: string | undefined): number {
  return Math.max(Number(count ?? 0) - listed.length, 0);
}

/** What somebody has typed, between blank lines. */
export function paragraphsOf(text: string): string[] {
  return text.split(/\n[^\S\n]*(?:\n[^\S\n]*)+/).filter((paragraph) => paragraph.trim() !== '');
}

/** @param day `2026-12-05` */
export function dayInWords(day: string, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
}

const MAX_LENGTH_IN_SUBJECT = 120;

/** For a subject: programs cut off what is long anyway. */
export function shortened(text: string): string {
  const signs = Array.from(text);
  return signs.length > MAX_LENGTH_IN_SUBJECT ? `${signs.slice(0, MAX_LENGTH_IN_SUBJECT).join('').trim()}…` : text;
}
