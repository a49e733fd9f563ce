import type { Kysely } from 'kysely';
import type { BackendLogger, BackendOptions, Mailbox, MailDelivery, MailboxMail } from '#contract/backend/backend.js';
import type { ChangeFeed } from '../change-feed/change-feed.js';
import type { Database } from '../database/schema.js';
import { addressedMails, type AddressedMails } from './write-mail.js';
import type { BackendModule } from '../graphql/backend-module.js';
import { mailRetention } from './due-mails.js';
import type { Mailer } from './mailer.port.js';
import { type AttachedDocuments, type ReceiptCheck, startOutboxWorker } from './outbox-worker.js';

export interface Mail extends BackendModule {
  delivery: MailDelivery;
  mailbox?: Mailbox;
}

/** Sends the mails of the outbox through the mail server, or keeps them in the mailbox. They are deleted after some days. */
export async function createMail(
  deps: Pick<BackendOptions, 'sites' | 'homeOf' | 'mail'> & {
    database: Kysely<Database>;
    changes: ChangeFeed;
    documents: AttachedDocuments;
    mayReceive: ReceiptCheck;
    clock: () => Date;
    logger: BackendLogger;
  },
): Promise<Mail> {
  const { database, logger, sites, homeOf } = deps;
  const { smtpUrl, from, mailbox } = deps.mail ?? {};
  const retention = [mailRetention];
  const mailer = smtpUrl ? await openSmtp(smtpUrl) : mailbox ? mailboxMailer : undefined;
  if (!mailer || !homeOf) {
    logger.warn({}, 'SMTP_URL is not set: no email is sent, and nobody can confirm an address or set a new password.');
    return { delivery: 'off', retention };
  }
  const mails = addressedMails({ sites, homeOf, from });
  return {
    delivery: smtpUrl ? 'smtp' : 'mailbox',
    mailbox: mailer.storesMails ? openMailbox(database, mails) : undefined,
    retention,
    startJobs: () => startOutboxWorker({ ...deps, mailer, mails }),
  };
}

async function openSmtp(url: string): Promise<Mailer> {
  const { SmtpMailer } = await import('./smtp.mailer.js');
  return new SmtpMailer(url);
}

/** For development: mails stay in the database, and the mailbox displays them. */
export const mailboxMailer: Mailer = {
  send: () => Promise.resolve({ outcome: 'sent' }),
  maxMs: 1000,
  storesMails: true,
  close: () => undefined,
};

const MAX_SHOWN = 100;

/** Displays the mails of the outbox as their recipients would see them. */
function openMailbox(database: Kysely<Database>, mails: AddressedMails): Mailbox {
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
