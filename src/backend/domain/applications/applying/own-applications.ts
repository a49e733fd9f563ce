import { sql, type Kysely } from 'kysely';
import type { OwnApplication } from '#contract/generated/resolvers.js';
import { jobApplicationPath } from '#contract/pages/paths.js';
import type { Database } from '../../../platform/database/schema.js';
import type { Lazy } from '../../../platform/graphql/lazy.js';
import type { UserContext } from '../../../platform/graphql/request-context.js';
import { putMail } from '../../../platform/mail/outbox.js';
import type { ApplicationViolation } from '../application-errors.js';
import {
  applicationJobOf,
  eventsOf,
  filesOf,
  findApplication,
  findApplicationsOf,
  sentResumeOf,
  type StoredApplication,
} from '../application-rows.js';
import { findDeletion } from '../retention/application-retention.js';
import { nextStates, moveTo } from '../application-states.js';
import { cancelForWithdrawal } from '../interviews/change-interview.js';
import { findInterview, toInterview } from '../interviews/interview-rows.js';
import { findEmployerRecipient, memberDetails } from '../recipients/employer-recipients.js';

const MAX_COUNT = 100;

export async function listOwn(
  database: Kysely<Database>,
  { site, viewer, now }: UserContext,
): Promise<Lazy<OwnApplication>[]> {
  const rows = await findApplicationsOf(
    database,
    { site: site.name, accountId: viewer.accountId, most: MAX_COUNT },
    now,
  );
  return rows.map((row) => toOwn(database, row, { site, now }));
}

/** @returns undefined if the viewer has sent no such application */
export async function findOwn(
  database: Kysely<Database>,
  id: string,
  { site, viewer, now }: UserContext,
): Promise<Lazy<OwnApplication> | undefined> {
  const own = { site: site.name, accountId: viewer.accountId, id, most: 1 };
  const [row] = await findApplicationsOf(database, own, now);
  return row && toOwn(database, row, { site, now });
}

/** @returns violations; undefined if the viewer has sent no such application */
export async function withdraw(
  database: Kysely<Database>,
  id: string,
  { site, viewer, now }: UserContext,
): Promise<ApplicationViolation[] | undefined> {
  const row = await findApplication(database, site.name, id);
  if (row?.account_id !== viewer.accountId) return undefined;
  const step = { id: row.id, to: 'withdrawn', by: 'applicant', accountId: viewer.accountId } as const;
  return database.transaction().execute(async (trx) => {
    const outcome = await moveTo(trx, step, now);
    if (outcome === 'refused') return [{ field: 'state', rule: 'step' }];
    if (outcome !== 'moved') return [];
    await cancelForWithdrawal(trx, row, { site, now });
    await notifyEmployer(trx, row, now);
    return [];
  });
}

/** Notifies the employer of a withdrawal. Recipients whose mail about the application is still unsent get neither mail. */
async function notifyEmployer(trx: Kysely<Database>, row: StoredApplication, now: Date): Promise<void> {
  const path = jobApplicationPath(String(row.job_id), row.id);
  const { rows } = await sql<{ recipient: string }>`
    delete from mail where template = 'application-received' and sent_at is null and attempts = 0
      and details ->> 'path' = ${path} returning recipient
  `.execute(trx);
  const notNotified = new Set(rows.map(({ recipient }) => recipient));
  const employer = await findEmployerRecipient(trx, row.job_id);
  if (!employer) return;
  const { organization, recipients } = employer;
  const facts = { name: `${row.first_name} ${row.last_name}`, title: row.job_title, organization, path };
  for (const { email: recipient, language, ...member } of recipients.filter(({ email }) => !notNotified.has(email))) {
    const details = { ...facts, ...memberDetails(member, row.job_id) };
    await putMail(trx, { site: row.site, language, template: 'application-withdrawn', recipient, details }, now);
  }
}

function toOwn(
  database: Kysely<Database>,
  row: StoredApplication,
  { site, now }: Pick<UserContext, 'site' | 'now'>,
): Lazy<OwnApplication> {
  return {
    id: row.id,
    job: applicationJobOf(row, now),
    state: row.state,
    created: row.created_at.toISOString(),
    updated: row.updated_at.toISOString(),
    firstName: row.first_name,
    lastName: row.last_name,
    emailAddress: row.email,
    coverLetter: row.cover_letter,
    answers: row.answers.map(({ question, answer }) => ({ question, answer })),
    attachments: () => filesOf(database, row.id),
    resume: sentResumeOf(row),
    filesDeleted: row.files_deleted_at?.toISOString() ?? null,
    events: () => eventsOf(database, row.id, { reader: 'applicant', now }),
    interview: async () => {
      const found = await findInterview(database, row.id, { reader: 'applicant', now });
      return found ? toInterview(database, found, now) : null;
    },
    deletion: async () => (await findDeletion(database, row, { site, now }))?.toISOString() ?? null,
    mayWithdraw: nextStates(row.state, 'applicant').includes('withdrawn'),
  };
}
