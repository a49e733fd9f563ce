import { Controller, Get, Inject, NotFoundException, Param, ParseIntPipe, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Backend, Mailbox, MailboxMail } from '#contract/backend/backend.js';
import { EMBEDDED_BACKEND } from '../graphql-client/index.js';
import { LocalVisitorsGuard } from './local-visitors.guard.js';
import { framedMail, listPage, mailPage, PAGE_STYLE_HASH } from './mailbox-pages.js';

const PAGE_POLICY = `default-src 'none'; style-src '${PAGE_STYLE_HASH}'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
/** Whatever a mail holds, it runs nothing and loads nothing; its links open in the place of the page around it. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation";

/** Shows, in development and with demo data, what would have been sent. For who sits at this machine. */
@Controller('dev/mailbox')
@UseGuards(LocalVisitorsGuard)
export class MailboxController {
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
