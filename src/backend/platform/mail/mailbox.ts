import type { Kysely } from 'kysely';
import type { Mailbox, MailboxMail } from '#contract/backend/backend.js';
import type { Database } from '../database/schema.js';
import type { AddressedMails } from './address-mail.js';
import type { Mailer } from './mailer.port.js';

/** For development: nothing leaves the database, where the mailbox shows it. */
export const mailboxMailer: Mailer = {
  send: () => Promise.resolve({ outcome: 'sent' }),
  maxMs: 1000,
  keepsMails: true,
  close: () => undefined,
};

const MAX_SHOWN = 100;

/** Shows the outbox as its recipients would see it. */
export function openMailbox(database: Kysely<Database>, mails: AddressedMails): Mailbox {
  const rows = database
    .selectFrom('mail')
    .select(['id', 'site', 'language', 'template', 'recipient', 'details', 'created_at', 'message_key'])
    .orderBy('id', 'desc');
  const show = (row: Awaited<ReturnType<typeof rows.execute>>[number]): MailboxMail[] => {
    const mail = mails.address(row);
    if (!mail) return [];
    const { subject, html, text, to, at, from } = mail;
    return [{ id: row.id, from: `${from.name} <${from.address}>`, to, subject, at, html, text }];
  };
  return {
    list: async () => (await rows.limit(MAX_SHOWN).execute()).flatMap(show),
    read: async (id) => (await rows.where('id', '=', id).execute()).flatMap(show)[0],
  };
}
