/** A mail ready to be sent. */
export interface OutgoingMail {
  /** The same at every attempt to send this mail, so that receivers can recognize duplicates. */
  messageId: string;
  from: { name: string; address: string };
  replyTo: string;
  to: string;
  at: Date;
  subject: string;
  html: string;
  text: string;
  language: string;
  /** One-click unsubscribe address: a POST ends the subscription without confirmation (RFC 8058). */
  oneClick?: string;
  attachments?: readonly MailAttachment[];
}

export interface MailAttachment {
  name: string;
  contentType: string;
  bytes: Buffer;
}

/**
 * Result of an attempt. `refused`: this mail will never be accepted. `later`: it may be accepted later. `unreachable`: the server cannot be
 * reached or denies access, so no mail can be sent now.
 */
export type Delivery = { outcome: 'sent' } | { outcome: 'refused' | 'later' | 'unreachable'; reason: string };

/** Passes mails to a delivery service. */
export interface Mailer {
  /** Always settles within `maxMs`. */
  send(mail: OutgoingMail): Promise<Delivery>;
  readonly maxMs: number;
  /** Whether sent mails must stay readable in the database. */
  readonly storesMails: boolean;
  /** Aborts deliveries in progress. */
  close(): void;
}
