import { createTransport } from 'nodemailer';
import type { Delivery, Mailer, OutgoingMail } from './mailer.port.js';

/** How long is waited, in milliseconds. */
export interface SmtpTimeouts {
  connectMs: number;
  /** For any one answer of the server. */
  answerMs: number;
  /** For all of a mail, whatever it waits for. */
  mailMs: number;
}

const TIMEOUTS: SmtpTimeouts = { connectMs: 10_000, answerMs: 20_000, mailMs: 40_000 };
const MAX_CONNECTIONS = 3;
const MAX_REASON_LENGTH = 500;
/** The library reads more than one out of a text with commas in it. */
const ONE_ADDRESS = /^[^\s,;:<>()"@]+@[^\s,;:<>()"@]+$/;

/** Sends through an SMTP server, over connections that are kept for a while. */
export class SmtpMailer implements Mailer {
  readonly maxMs: number;
  readonly storesMails = false;
  private readonly transport;
  private readonly closing = new AbortController();

  /** @param url `smtp://host:25`, `smtps://user:password@host:465`; with `smtp`, TLS is used when the server offers it */
  constructor(
    url: string,
    private readonly timeouts: SmtpTimeouts = TIMEOUTS,
  ) {
    this.maxMs = timeouts.mailMs;
    this.transport = createTransport({
      url,
      pool: true,
      maxConnections: MAX_CONNECTIONS,
      // The outbox tries again, and knows of it.
      maxRequeues: 0,
      idleTimeout: 30_000,
      connectionTimeout: timeouts.connectMs,
      dnsTimeout: timeouts.connectMs,
      greetingTimeout: timeouts.answerMs,
      socketTimeout: timeouts.answerMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    // Every mail that fails says so itself.
    this.transport.on('error', () => undefined);
  }

  async send(mail: OutgoingMail): Promise<Delivery> {
    if (!ONE_ADDRESS.test(mail.to) || !ONE_ADDRESS.test(mail.replyTo))
      return { outcome: 'refused', reason: 'This is not one address.' };
    const late = AbortSignal.timeout(this.timeouts.mailMs);
    try {
      await this.transport.sendMail({
        messageId: mail.messageId,
        date: mail.at,
        from: mail.from,
        replyTo: { name: '', address: mail.replyTo },
        to: { name: '', address: mail.to },
        envelope: { from: mail.from.address, to: [mail.to] },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        attachments: mail.attachments?.map(({ name, contentType, bytes }) => ({
          filename: name,
          contentType,
          content: bytes,
          contentDisposition: 'attachment' as const,
        })),
        headers: {
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          'Content-Language': mail.language,
          ...(mail.oneClick === undefined
            ? {}
            : { 'List-Unsubscribe': `<${mail.oneClick}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
        },
        signal: AbortSignal.any([late, this.closing.signal]),
      });
      return { outcome: 'sent' };
    } catch (error) {
      if (late.aborted) return { outcome: 'unreachable', reason: `Not taken within ${this.timeouts.mailMs} ms.` };
      return failureOf(error as SmtpError);
    }
  }

  close(): void {
    this.closing.abort();
    this.transport.close();
  }
}

interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
  command?: string;
}

/**
 * A server that does not know us, or refuses our sender, is a fault of the set-up: all mails wait until that is put right. Only what it says
 * of the recipient or the mail itself is final.
 */
function failureOf({ code, responseCode = 0, command = '', message }: SmtpError): Delivery {
  const reason = message.slice(0, MAX_REASON_LENGTH);
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE' || command === 'RCPT TO' || command === 'DATA';
  if (!isAboutMail || command === 'MAIL FROM') return { outcome: 'unreachable', reason };
  return { outcome: responseCode >= 500 || responseCode === 0 ? 'refused' : 'later', reason };
}
