/** A mail as it goes out. */
export interface OutgoingMail {
  /** The same whenever this mail is sent, so that receivers can tell one that came twice. */
  messageId: string;
  from: { name: string; address: string };
  replyTo: string;
  to: string;
  at: Date;
  subject: string;
  html: string;
  text: string;
  language: string;
  /** Where a POST ends what this mail belongs to, without anything else being asked (RFC 8058). */
  oneClick?: string;
  attachments?: readonly MailAttachment[];
}

export interface MailAttachment {
  name: string;
  contentType: string;
  bytes: Buffer;
}

/**
 * What became of it. `refused`: this mail will never be taken. `later`: it may be, at another time. `unreachable`: so may any mail; the
 * server is away, or does not let us in.
 */
export type Delivery = { outcome: 'sent' } | { outcome: 'refused' | 'later' | 'unreachable'; reason: string };

/** Hands mails over to whoever delivers them. */
export interface Mailer {
  /** Always settles, within `maxMs` of time. */
  send(mail: OutgoingMail): Promise<Delivery>;
  readonly maxMs: number;
  /** Whether what was sent must stay readable here. */
  readonly storesMails: boolean;
  /** Ends what is under way. */
  close(): void;
}
