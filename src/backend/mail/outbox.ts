import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.js';

/** A mail to be written in the recipient's language. */
export interface Mail {
  site: string;
  /** `en`; templates exist for those of the catalogues. */
  language: string;
  template: MailTemplate;
  recipient: string;
  /** What the template fills in; a path becomes an address of the site. */
  details: Record<string, string>;
}

export type MailTemplate =
  | 'verify-email'
  | 'already-registered'
  | 'reset-password'
  | 'password-changed'
  | 'change-email'
  | 'email-changed'
  | 'account-deleted'
  | 'link-identity';

/** Puts a mail into the outbox, in the transaction that has a reason for it: it is sent if and only if that commits. */
export async function putMail(database: Kysely<Database>, mail: Mail, now: Date): Promise<void> {
  await database
    .insertInto('mail')
    .values({ ...mail, details: JSON.stringify(mail.details), created_at: now, due_at: now })
    .execute();
}
