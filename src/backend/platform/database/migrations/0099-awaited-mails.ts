import type { Kysely } from 'kysely';
import { createIndexConcurrently, type SchemaMigration } from './schema-migration.js';

const INDEX = `
  create index concurrently mail_awaited on mail (due_at) where sent_at is null and given_up_at is null and template not in (
    'job-alert', 'resume-alert', 'recruiting-digest', 'account-unused', 'resume-unused', 'application-deletion')
`;

/** Finds the mails that somebody waits for, however many others are due before them. */
export const awaitedMails: SchemaMigration = {
  outsideTransaction: true,
  up: (database: Kysely<unknown>, inTransaction = false) =>
    createIndexConcurrently(database, 'mail_awaited', INDEX, inTransaction),
};
