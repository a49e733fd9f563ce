import { createHash } from 'node:crypto';
import {
  Module,
  Controller,
  Get,
  Inject,
  NotFoundException,
  Param,
  ParseIntPipe,
  Res,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
  Injectable,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Backend, Mailbox, MailboxMail } from '#contract/backend/backend.js';
import { escapeHtml } from '#shared/text/markup.js';
import { EMBEDDED_BACKEND } from '../graphql-client/index.js';

// A tool for developers and for people who try the product: in English, like logs, and without the site's design.
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

/** Hash of the styles for the content security policy of the pages. */
const PAGE_STYLE_HASH = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`;

function listPage(mails: readonly MailboxMail[]): string {
  const items = mails.map(
    ({ id, subject, to, at }) =>
      `<li><p><a href="/dev/mailbox/${id}">${escapeHtml(subject)}</a></p><p>to ${escapeHtml(to)}, ${timeOf(at)}</p></li>`,
  );
  const list = mails.length > 0 ? `<ul>${items.join('')}</ul>` : '<p>No mail yet.</p>';
  return page('Mailbox', `<h1>Mailbox</h1><p>What the site would have sent. Nothing leaves this machine.</p>${list}`);
}

function mailPage({ id, from, to, subject, at, text }: MailboxMail): string {
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

/** @returns the HTML of the mail, with links that open outside the frame */
function framedMail({ html }: MailboxMail): string {
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

const LOOPBACK = /^(::ffff:)?127\.|^::1$/;
const LOCAL_HOST = /^(localhost|[\w-]+\.localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/**
 * Admits only requests from this machine, because the mails can be used to take over any account. Requests forwarded by a proxy are refused
 * because they come from somebody else, as are requests with an unknown Host header, which another site may have directed to this address
 * (DNS rebinding).
 */
@Injectable()
class LocalVisitorsGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { socket, headers } = context.switchToHttp().getRequest<FastifyRequest>();
    const isLocal =
      LOOPBACK.test(socket.remoteAddress ?? '') &&
      LOCAL_HOST.test(headers.host ?? '') &&
      FORWARDED.every((name) => headers[name] === undefined);
    if (!isLocal) throw new NotFoundException('There is no mailbox.');
    return true;
  }
}

const PAGE_POLICY = `default-src 'none'; style-src '${PAGE_STYLE_HASH}'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
/** Mails run no scripts and load nothing; their links replace the surrounding page. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation";

/** Shows the mails that would have been sent, in development and with demo data. Only for users of this machine. */
@Controller('dev/mailbox')
@UseGuards(LocalVisitorsGuard)
class MailboxController {
  constructor(@Inject(EMBEDDED_BACKEND) private readonly backend: Backend | null) {}

  @Get()
  async list(@Res() reply: FastifyReply): Promise<void> {
    send(reply, listPage(await this.mailbox().list()), PAGE_POLICY);
  }

  @Get(':id')
  async mail(@Param('id', ParseIntPipe) id: number, @Res() reply: FastifyReply): Promise<void> {
    send(reply, mailPage(await this.find(id)), PAGE_POLICY);
  }

  @Get(':id/html')
  async html(@Param('id', ParseIntPipe) id: number, @Res() reply: FastifyReply): Promise<void> {
    send(reply, framedMail(await this.find(id)), MAIL_POLICY);
  }

  private mailbox(): Mailbox {
    const mailbox = this.backend?.mailbox;
    if (!mailbox) throw new NotFoundException('There is no mailbox.');
    return mailbox;
  }

  private async find(id: number): Promise<MailboxMail> {
    const mail = Number.isSafeInteger(id) ? await this.mailbox().read(id) : undefined;
    if (!mail) throw new NotFoundException('There is no such mail.');
    return mail;
  }
}

function send(reply: FastifyReply, html: string, policy: string): void {
  void reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    })
    .send(html);
}

/** Part of the product only if mails are not sent. */
@Module({ controllers: [MailboxController] })
export class MailboxModule {}
