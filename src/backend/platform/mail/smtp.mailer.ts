import { createTransport } from 'nodemailer';
import type { Delivery, Mailer, OutgoingMail } from './mailer.port.js';

/** Timeouts in milliseconds. */
export interface SmtpTimeouts {
  connectMs: number;
  /** Maximum time for each response of the server. */
  answerMs: number;
  /** Maximum time for a mail in total. */
  mailMs: number;
}

const TIMEOUTS: SmtpTimeouts = { connectMs: 10_000, answerMs: 20_000, mailMs: 40_000 };
const MAX_CONNECTIONS = 3;
const MAX_REASON_LENGTH = 500;
/** The mail library reads a text with commas as several addresses. */
const ONE_ADDRESS = /^[^\s,;:<>()"@]+@[^\s,;:<>()"@]+$/;

/** Sends mails through an SMTP server over reused connections. */
export class SmtpMailer implements Mailer {
  readonly maxMs: number;
  readonly storesMails = false;
  private readonly transport;
  private readonly closing = new AbortController();

  /** @param url `smtp://host:25` or `smtps://user:password@host:465`; with `smtp`, TLS is used if the server offers it */
  constructor(
    url: string,
    private readonly timeouts: SmtpTimeouts = TIMEOUTS,
  ) {
    this.maxMs = timeouts.mailMs;
    this.transport = createTransport({
      url,
      pool: true,
      maxConnections: MAX_CONNECTIONS,
      // Retries are left to the outbox, which records them.
      maxRequeues: 0,
      idleTimeout: 30_000,
      connectionTimeout: timeouts.connectMs,
      dnsTimeout: timeouts.connectMs,
      greetingTimeout: timeouts.answerMs,
      socketTimeout: timeouts.answerMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    // Each failed mail reports the error itself.
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
      if (late.aborted) return { outcome: 'unreachable', reason: `Not accepted within ${this.timeouts.mailMs} ms.` };
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
 * A server that rejects the login or the sender is a configuration error: all mails wait until it is fixed. Only a rejection of the
 * recipient or the mail itself is final.
 */
function failureOf({ code, responseCode = 0, command = '', message }: SmtpError): Delivery {
  const reason = message.slice(0, MAX_REASON_LENGTH);
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE' || command === 'RCPT TO' || command === 'DATA';
  if (!isAboutMail || command === 'MAIL FROM') return { outcome: 'unreachable', reason };
  return { outcome: responseCode >= 500 || responseCode === 0 ? 'refused' : 'later', reason };
}
