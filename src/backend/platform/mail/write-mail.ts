import { ALERT_CONFIRM_HOURS } from '#contract/alerts.js';
import {
  INVOICES_PATH,
  MESSAGE_FILES_PATH,
  ALERT_ONE_CLICK_PATH,
  DIGEST_ONE_CLICK_PATH,
} from '#contract/pages/paths.js';
import type { MailSender, BackendOptions, BackendSite, MailOptions } from '#contract/backend/backend.js';
import { INVITATION_DAYS, LINK_HOURS } from '#contract/accounts/account-links.js';
import { type SpeakingSite, textsOf } from '../texts/site-texts.js';
import { layOutHtml, layOutText } from './mail-layout.js';
import type { MailTemplate } from './outbox.js';
import { ACCOUNT_MAILS } from './texts/account-mails.js';
import { ALERT_MAILS, DIGEST_MAILS } from './texts/recurring-mails.js';
import { APPLICATION_MAILS, INTERVIEW_MAILS } from './texts/application-mails.js';
import { CONTACT_MAILS } from './texts/contact-mails.js';
import type { MailWriters } from './texts/mail-texts.js';
import { REVIEW_MAILS, ORDER_MAILS } from './texts/employer-mails.js';
import type { DueMail } from './due-mails.js';
import type { OutgoingMail } from './mailer.port.js';

/** The writers of all mail templates. */
export const MAIL_WRITERS: MailWriters<MailTemplate> = {
  ...ACCOUNT_MAILS,
  ...APPLICATION_MAILS,
  ...INTERVIEW_MAILS,
  ...REVIEW_MAILS,
  ...ORDER_MAILS,
  ...ALERT_MAILS,
  ...CONTACT_MAILS,
  ...DIGEST_MAILS,
};

/** A site that sends mail. */
export interface MailingSite extends SpeakingSite {
  mail: MailSender;
}

export interface ReadyMail {
  subject: string;
  html: string;
  text: string;
  /** Language of the mail. */
  language: string;
}

/** Paths of files, which have one address in all locales. */
const FILE_PATHS = [INVOICES_PATH, MESSAGE_FILES_PATH];

const HOURS: Partial<Record<MailTemplate, number>> = {
  ...LINK_HOURS,
  'already-registered': LINK_HOURS['reset-password'],
  'alert-confirm': ALERT_CONFIRM_HOURS,
  'organization-invitation': INVITATION_DAYS * 24,
};
/** Templates whose replies go to the author of the message, or the applicant. */
const ANSWERED_DIRECTLY: readonly string[] = ['contact-message', 'job-report', 'application-received'];

/**
 * Writes a mail in the language of its recipient, in the words of the site.
 *
 * @param home base address of the site's pages in that language; a `path` in the details is one of the product's paths
 * @returns undefined if the template does not exist (any more)
 */
export function writeMail(
  mail: { language: string; template: string; details: Record<string, string> },
  site: MailingSite,
  home: string,
): ReadyMail | undefined {
  if (!Object.hasOwn(MAIL_WRITERS, mail.template)) return undefined;
  const { mail: sender } = site;
  const { locale, t } = textsOf(site, mail.language.slice(0, 2));
  const language = locale.slice(0, 2);
  const template = mail.template as MailTemplate;
  const { path, ...details } = mail.details;
  const facts = { t, locale, site: sender.title, lasts: durationOf(template, locale), details };
  const text = MAIL_WRITERS[template](facts);
  const link = path === undefined ? undefined : addressOf(path, home);
  const written = { language, sender, t, text, link, addressOf: (each: string) => addressOf(each, home) };
  return { subject: oneLine(text.subject), html: layOutHtml(written), text: layOutText(written), language };
}

/** Returns an address on the site, whatever the path contains. */
function addressOf(path: string, home: string): string {
  const url = new URL(path, new URL('/', home));
  // With a scheme that is not used on the web, the pathname does not start with a slash.
  const pathname = url.pathname.startsWith('/') ? url.pathname : `/${url.pathname}`;
  if (FILE_PATHS.some((path) => pathname.startsWith(`${path}/`))) return new URL(home).origin + pathname + url.search;
  // The home page of a locale is `/de`, not `/de/`.
  const way = pathname === '/' && new URL(home).pathname !== '/' ? '' : pathname;
  return home + way + url.search + url.hash;
}

function durationOf(template: MailTemplate, locale: string): string {
  const hours = HOURS[template];
  if (hours === undefined) return '';
  const inDays = hours > 24 && hours % 24 === 0;
  const format = { style: 'unit', unit: inDays ? 'day' : 'hour', unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(locale, format).format(inDays ? hours / 24 : hours);
}

/** Removes line breaks from typed text, so that it cannot add another header after the subject. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

/** Turns a row of the outbox into a mail to send or display. */
export interface AddressedMails {
  /** Whether the base addresses for links are known. */
  areReady(): boolean;
  /** @returns undefined if the site sends no mail (any more), or the template does not exist */
  address(mail: Omit<DueMail, 'attempts'>): OutgoingMail | undefined;
}

export function addressedMails(options: {
  sites: readonly BackendSite[];
  homeOf: NonNullable<BackendOptions['homeOf']>;
  from: MailOptions['from'];
}): AddressedMails {
  const { sites, homeOf, from } = options;
  const senders = new Map(
    sites.flatMap(({ name, mail, locales, texts }) => (mail ? [[name, { mail, locales, texts }] as const] : [])),
  );
  return {
    areReady: () => [...senders.keys()].every((site) => homeOf(site, '') !== undefined),
    address(mail) {
      const site = senders.get(mail.site);
      const home = homeOf(mail.site, mail.language);
      if (!site || home === undefined) return undefined;
      const { mail: sender } = site;
      const ready = writeMail(mail, site, home);
      if (!ready) return undefined;
      const address = from ?? sender.contactEmail;
      return {
        ...ready,
        messageId: `<${mail.message_key}@${address.slice(address.lastIndexOf('@') + 1)}>`,
        from: { name: sender.title, address },
        replyTo: replyToOf(mail) || sender.contactEmail,
        to: mail.recipient,
        at: mail.created_at,
        oneClick: oneClickOf(mail, new URL(home).origin),
      };
    },
  };
}

/** @returns the one-click unsubscribe address (RFC 8058); undefined if the mail does not belong to a subscription */
function oneClickOf({ details: { token, digestToken } }: Pick<DueMail, 'details'>, origin: string): string | undefined {
  if (token) return `${origin}${ALERT_ONE_CLICK_PATH}?token=${encodeURIComponent(token)}`;
  return digestToken && `${origin}${DIGEST_ONE_CLICK_PATH}?token=${encodeURIComponent(digestToken)}`;
}

/** Returns the address of the person who wrote the content of the mail, or whom it is about. */
function replyToOf({ template, details }: Pick<DueMail, 'template' | 'details'>): string | undefined {
  if (ANSWERED_DIRECTLY.includes(template)) return details.email;
  return template === 'application-answer' || template.startsWith('interview-') ? details.replyTo : undefined;
}
