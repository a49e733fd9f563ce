import { createHash } from 'node:crypto';
import type { MailboxMail } from '#contract/backend/backend.js';
import { escapeHtml } from '#shared/text/escape-html.js';

// A tool for who develops or tries the product: in English, as logs are, and without the site's looks.
const STYLE = `
:root{color-scheme:light dark;background:Canvas;color:CanvasText;font-family:system-ui,sans-serif;line-height:1.5}
body{max-width:60rem;margin:0 auto;padding:1rem}
ul{list-style:none;padding:0}
li{border-top:1px solid GrayText;padding:.75rem 0}
li p{margin:0}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem}
dd{margin:0;overflow-wrap:anywhere}
iframe{width:100%;height:44rem;border:1px solid GrayText}
pre{white-space:pre-wrap;overflow-wrap:anywhere;border:1px solid GrayText;padding:1rem}
`;

/** For the policy of the pages. */
export const PAGE_STYLE_HASH = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`;

export function listPage(mails: readonly MailboxMail[]): string {
  const items = mails.map(
    ({ id, subject, to, at }) =>
      `<li><p><a href="/dev/mailbox/${id}">${escapeHtml(subject)}</a></p><p>to ${escapeHtml(to)}, ${timeOf(at)}</p></li>`,
  );
  const list = mails.length > 0 ? `<ul>${items.join('')}</ul>` : '<p>No mail yet.</p>';
  return page('Mailbox', `<h1>Mailbox</h1><p>What the site would have sent. Nothing leaves this machine.</p>${list}`);
}

export function mailPage({ id, from, to, subject, at, text }: MailboxMail): string {
  const facts = [
    ['From', escapeHtml(from)],
    ['To', escapeHtml(to)],
    ['Date', timeOf(at)],
  ].map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`);
  return page(
    subject,
    `<p><a href="/dev/mailbox">Mailbox</a></p><h1>${escapeHtml(subject)}</h1><dl>${facts.join('')}</dl>` +
      `<h2>As HTML</h2><iframe title="The mail as HTML" src="/dev/mailbox/${id}/html" sandbox="allow-top-navigation-by-user-activation"></iframe>` +
      `<h2>As text</h2><pre>${withLinks(escapeHtml(text))}</pre>`,
  );
}

/** @returns the mail's own markup, whose links leave the frame */
export function framedMail({ html }: MailboxMail): string {
  return html.replace('<head>', '<head><base target="_top">');
}

function page(title: string, main: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><meta name="viewport" content="width=device-width,initial-scale=1"><style>${STYLE}</style></head><body><main>${main}</main></body></html>`;
}

function timeOf(at: Date): string {
  const iso = at.toISOString();
  return `<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`;
}

function withLinks(escaped: string): string {
  return escaped.replace(/https?:\/\/[^\s<>"']+/g, (address) => `<a href="${address}">${address}</a>`);
}
