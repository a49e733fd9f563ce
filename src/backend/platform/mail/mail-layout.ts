import type { MailSender } from '#contract/backend/backend.js';
import { escapeHtml } from '#shared/text/escape-markup.js';
import type { Translate } from '#shared/text/translator.js';
import type { ListedItem, MailText } from './texts/mail-texts.js';

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

const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const PARAGRAPH = 'style="margin:0 0 16px;font-size:16px;line-height:1.55"';
// Prevents mail programs from showing the following text after the preheader in a list of mails.
const FILLER = '&#847;&zwnj;&nbsp;'.repeat(60);

/**
 * Uses tables and inline styles, since many mail programs support nothing more, and loads nothing from the network. Programs with a dark
 * colour scheme use the colours of the style sheet.
 */
export function layOutHtml({ language, sender, t, text, link, addressOf }: WrittenMail): string {
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
${[...(text.isQuoted ? [] : [t('mail.greeting')]), ...text.paragraphs].map(paragraph).join('\n')}
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

/** Plain text for mail programs and people that do not use HTML. */
export function layOutText({ sender, t, text, link, addressOf }: WrittenMail): string {
  const { paragraphs, items = [], button, after = [], links = [] } = text;
  const parts = [
    ...(text.isQuoted ? [] : [t('mail.greeting')]),
    ...paragraphs,
    ...items.map(({ title, note, path }) =>
      [oneLine(title), oneLine(note), addressOf(path)].filter(Boolean).join('\n'),
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

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
