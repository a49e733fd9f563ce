import { ALERT_CONFIRM_HOURS } from '#contract/alerts.js';
import {
  INVOICES_PATH,
  MESSAGE_FILES_PATH,
  ALERT_ONE_CLICK_PATH,
  DIGEST_ONE_CLICK_PATH,
} from '#contract/pages/paths.js';
import type { MailSender, BackendOptions, BackendSite, MailOptions } from '#contract/backend/backend.js';
import { INVITATION_DAYS, LINK_HOURS } from '#contract/accounts/account-links.js';
import { escapeHtml } from '#shared/text/markup.js';
import type { Translate } from '#shared/text/translator.js';
import { type SpeakingSite, textsOf } from '../texts/site-texts.js';
import type { MailTemplate } from './outbox.js';
import { ACCOUNT_MAILS } from './texts/account-mails.js';
import { ALERT_MAILS, DIGEST_MAILS } from './texts/recurring-mails.js';
import { APPLICATION_MAILS, INTERVIEW_MAILS } from './texts/application-mails.js';
import type { MailWriters, ListedItem, MailText } from './texts/mail-texts.js';
import { REVIEW_MAILS, ORDER_MAILS, CONTACT_MAILS } from './texts/employer-mails.js';
import type { DueMail } from './due-mails.js';
import type { OutgoingMail } from './mailer.port.js';

const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const PARAGRAPH = 'style="margin:0 0 16px;font-size:16px;line-height:1.55"';

// Prevents mail programs from showing the following text after the preheader in a list of mails.
const FILLER = '&#847;&zwnj;&nbsp;'.repeat(60);

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
  'registered-again': LINK_HOURS['reset-password'],
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

/** Text and settings of a mail before layout. */
interface WrittenMail {
  language: string;
  sender: MailSender;
  /** Translates in the words of the site. */
  t: Translate;
  text: MailText;
  /** Address of the mail's button. */
  link?: string;
  /** Returns the address of a path on the site. */
  addressOf: (path: string) => string;
}

/**
 * Uses tables and inline styles, since many mail programs support nothing more, and loads nothing from the network. Programs with a dark
 * colour scheme use the colours of the style sheet.
 */
function layOutHtml({ language, sender, t, text, link, addressOf }: WrittenMail): string {
  const { title, contactEmail, accent } = sender;
  const ink = readableTextColour(accent);
  const paragraph = (words: string): string => `<p ${PARAGRAPH}>${escapeText(words).replaceAll('\n', '<br>')}</p>`;
  return `<!doctype html>
<html lang="${language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escapeText(text.subject)}</title>
<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.ground{background-color:#14181a!important}.card{background-color:#1e2426!important}
.ink,.ink p,.ink h1{color:#edf1f0!important}.soft,.soft a{color:#b4bfbd!important}
}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:#f3f4f2;${FONT}">
<div aria-hidden="true" style="display:none;max-height:0;overflow:hidden;opacity:0">${escapeText(text.preheader)}${FILLER}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#f3f4f2">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td style="background-color:${accent};color:${ink};padding:18px 28px;border-radius:10px 10px 0 0;font-size:18px;font-weight:bold;${FONT}">${escapeText(title)}</td></tr>
<tr><td class="card ink" style="background-color:#ffffff;color:#1c2422;padding:28px;border-radius:0 0 10px 10px;${FONT}">
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25">${escapeText(text.heading)}</h1>
${[...greetingOf(text, t), ...text.paragraphs].map(paragraph).join('\n')}
${listOf(text.items ?? [], addressOf)}
${link === undefined ? '' : buttonTo(link, text.button ?? link, { accent, ink })}
${(text.after ?? []).map(paragraph).join('\n')}
${text.isQuoted ? '' : paragraph(t('mail.farewell', { site: title }))}
${link === undefined ? '' : writtenOut(link, t('mail.linkBelow'))}
</td></tr>
<tr><td class="soft" style="color:#56605d;padding:18px 28px;font-size:13px;line-height:1.5;${FONT}">${escapeText(text.reason ?? t('mail.reason', { site: title }))}<br>${(text.links ?? []).map(({ words, path }) => `${footLink(words, addressOf(path))}<br>`).join('')}${escapeText(t('mail.questions'))} <a class="soft" href="mailto:${escapeText(contactEmail)}" style="color:#56605d">${escapeText(contactEmail)}</a></td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function listOf(items: readonly ListedItem[], addressOf: (path: string) => string): string {
  const style = 'style="margin:0 0 14px;font-size:16px;line-height:1.45"';
  return items
    .map(({ title, note, path }) => {
      const link = `<a href="${escapeText(addressOf(path))}" class="ink" style="color:#1c2422;font-weight:bold">${escapeText(title)}</a>`;
      return `<p ${style}>${link}${note ? `<br><span class="soft" style="color:#56605d;font-size:14px">${escapeText(note)}</span>` : ''}</p>`;
    })
    .join('\n');
}

function footLink(words: string, address: string): string {
  return `<a class="soft" href="${escapeText(address)}" style="color:#56605d">${escapeText(words)}</a>`;
}

function buttonTo(link: string, words: string, { accent, ink }: { accent: string; ink: string }): string {
  const style = `display:inline-block;padding:13px 26px;font-size:16px;font-weight:bold;color:${ink};text-decoration:none;${FONT}`;
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr>
<td style="background-color:${accent};border-radius:8px"><a href="${escapeText(link)}" style="${style}">${escapeText(words)}</a></td>
</tr></table>`;
}

/** The address as text, for readers who cannot press the button or want to see its target. */
function writtenOut(link: string, words: string): string {
  const address = escapeText(link);
  return `<p class="soft" style="margin:24px 0 0;font-size:13px;line-height:1.5;color:#56605d">${escapeText(words)}<br><a class="soft" href="${address}" style="color:#56605d;word-break:break-all">${address}</a></p>`;
}

/** Escapes text for content and quoted attributes. Control characters are removed, since they are invisible. */
function escapeText(text: string): string {
  return escapeHtml(text.replace(/[^\P{Cc}\n]/gu, ''));
}

/** Returns the text colour, nearly black or white, with the better contrast (WCAG) on a colour such as `#0b5d57`. */
export function readableTextColour(colour: string): '#ffffff' | '#10201d' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(parseInt(colour.slice(at, at + 2), 16) / 255));
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  // Compares the contrast with white to that with black.
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 ? '#ffffff' : '#10201d';
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

function greetingOf({ isQuoted, addressee }: MailText, t: Translate): string[] {
  if (isQuoted) return [];
  return [addressee ? t('mail.greetingNamed', { name: addressee }) : t('mail.greeting')];
}

/** Plain text for mail programs and people that do not use HTML. */
function layOutText({ sender, t, text, link, addressOf }: WrittenMail): string {
  const { paragraphs, items = [], button, after = [], links = [] } = text;
  const parts = [
    ...greetingOf(text, t),
    ...paragraphs,
    ...items.map(({ title, note, path }) =>
      [withoutBreaks(title), withoutBreaks(note), addressOf(path)].filter(Boolean).join('\n'),
    ),
    ...(link === undefined ? [] : [button ? `${button}\n${link}` : link]),
    ...after,
    ...(text.isQuoted ? [] : [t('mail.farewell', { site: sender.title })]),
    [
      `-- \n${text.reason ?? t('mail.reason', { site: sender.title })}`,
      ...links.map(({ words, path }) => `${words}: ${addressOf(path)}`),
      `${t('mail.questions')} ${sender.contactEmail}`,
    ].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

function withoutBreaks(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
