import { sql, type Kysely, type Transaction } from 'kysely';
import type { OwnApplication, ApplicationAdditionInput } from '#contract/generated/resolvers.js';
import { jobApplicationPath } from '#contract/pages/paths.js';
import { MAX_BODY_LENGTH } from '#contract/applications/recruiting-rules.js';
import { APPLICATION_FILES } from '#contract/applications/uploads.js';
import { severalLines } from '#shared/text/typed-lines.js';
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
  NO_SUBJECT,
  TWICE_MS,
} from '../application-rows.js';
import { findDeletion } from '../retention/application-retention.js';
import { nextStates, moveTo } from '../application-states.js';
import { cancelForWithdrawal } from '../interviews/change-interview.js';
import { findInterview, toInterview } from '../interviews/interview-rows.js';
import { findEmployerRecipient, memberDetails } from '../recipients/employer-recipients.js';
import type { PendingFile, PendingUploads } from '../../../platform/uploads/pending-uploads.js';

/** Maximum number of additions: longer conversations belong in email. */
const MAX_ADDITIONS = 10;

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
    delete from mail where template = 'application-received' and sent_at is null and given_up_at is null and attempts = 0
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

interface Addition {
  row: StoredApplication;
  body: string;
  files: readonly PendingFile[];
}

/**
 * Adds a message, files or both to an open application, and notifies the employer. Claiming the files, writing the history and queuing
 * the mails is one transaction.
 *
 * @returns violations; undefined if the viewer has sent no such application
 */
export async function addToApplication(
  { database, files }: { database: Kysely<Database>; files: PendingUploads },
  { id, addition }: { id: string; addition: ApplicationAdditionInput },
  { site, viewer, now }: UserContext,
): Promise<ApplicationViolation[] | undefined> {
  const own = { site: site.name, accountId: viewer.accountId, id, most: 1 };
  if ((await findApplicationsOf(database, own, now)).length === 0) return undefined;
  const tokens = [...new Set(addition.attachments ?? [])];
  const body = severalLines(addition.body);
  return database.transaction().execute(async (trx) => {
    // Serializes concurrent forms and decisions: each sees the state, the additions and the files that the ones before it have left.
    await sql`select from application where id = ${id}::uuid for update`.execute(trx);
    const [row] = await findApplicationsOf(trx, own, now);
    if (!row) return undefined;
    const found =
      tokens.length > APPLICATION_FILES.most ? [] : await files.find(tokens, addition.owner ?? '', now, trx);
    if (found.length === 0 && (await isRepeated(trx, row.id, { body, files: tokens.length }, now))) return [];
    const violations = checkAddition({ row, body, files: found }, tokens.length);
    if (violations.length > 0) return violations;
    const refusal = await refusalOfMore(trx, row, found);
    if (refusal) return [refusal];
    await store(trx, { row, body, files: found }, { accountId: viewer.accountId, now });
    await notifyOfAddition(trx, { row, body, files: found }, now);
    return [];
  });
}

/** Whether the last addition is the same; its files are not pending any more. */
async function isRepeated(
  trx: Transaction<Database>,
  id: string,
  { body, files }: { body: string; files: number },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ same: boolean }>`
    select body = ${body} and cardinality(files) = ${files} and at > ${new Date(now.getTime() - TWICE_MS)} as same
    from application_event where application_id = ${id}::uuid and not by_employer and subject = ${NO_SUBJECT}
    order by id desc limit 1
  `.execute(trx);
  return rows[0]?.same ?? false;
}

function checkAddition({ row, body, files }: Addition, sent: number): ApplicationViolation[] {
  if (!nextStates(row.state, 'applicant').includes('withdrawn')) return [{ rule: 'additionClosed' }];
  if (body === '' && sent === 0) return [{ field: 'body', rule: 'additionEmpty' }];
  if (body.length > MAX_BODY_LENGTH) return [{ field: 'body', rule: 'bodyLong' }];
  if (sent > APPLICATION_FILES.most) return [{ field: 'attachments', rule: 'filesMany' }];
  return files.length < sent ? [{ field: 'attachments', rule: 'fileGone' }] : [];
}

/** @returns the reason why the application accepts no more additions; undefined if it does */
async function refusalOfMore(
  trx: Transaction<Database>,
  { id }: StoredApplication,
  files: readonly PendingFile[],
): Promise<ApplicationViolation | undefined> {
  const { rows } = await sql<{ additions: number; bytes: number }>`
    select (select count(*) from application_event e where e.application_id = ${id}::uuid and not e.by_employer
        and e.subject = ${NO_SUBJECT})::integer as additions,
      (select coalesce(sum(f.size), 0) from application_file f where f.application_id = ${id}::uuid)::float8 as bytes
  `.execute(trx);
  const { additions, bytes } = rows[0]!;
  if (additions >= MAX_ADDITIONS) return { rule: 'additionsMany' };
  const all = files.reduce((sum, { size }) => sum + size, bytes);
  return all > APPLICATION_FILES.maxTotalBytes ? { field: 'attachments', rule: 'filesSize' } : undefined;
}

async function store(
  trx: Transaction<Database>,
  { row, body, files }: Addition,
  { accountId, now }: { accountId: string; now: Date },
): Promise<void> {
  const ids = files.map((file) => file.id);
  await sql`
    update application_file set application_id = ${row.id}::uuid, token = null, owner = null,
      position = (select coalesce(max(position), 0) from application_file where application_id = ${row.id}::uuid)
        + array_position(${ids}::uuid[], application_file.id)
    where id = any(${ids}::uuid[]) and application_id is null
  `.execute(trx);
  // The state is the one that the applicant knows: a decision that they have not been told of must not show here.
  await trx
    .insertInto('application_event')
    .values({
      application_id: row.id,
      at: now,
      state: row.state,
      by_employer: false,
      account_id: accountId,
      subject: NO_SUBJECT,
      body,
      files: files.map(({ name }) => name),
    })
    .execute();
}

async function notifyOfAddition(trx: Transaction<Database>, { row, body, files }: Addition, now: Date): Promise<void> {
  const employer = await findEmployerRecipient(trx, row.job_id);
  if (!employer) return;
  const facts = {
    name: `${row.first_name} ${row.last_name}`,
    title: row.job_title,
    organization: employer.organization,
    path: jobApplicationPath(String(row.job_id), row.id),
    body,
    files: files.map(({ name }) => name).join(', '),
  };
  for (const { email: recipient, language, ...member } of employer.recipients) {
    const details = { ...facts, ...memberDetails(member, row.job_id) };
    await putMail(trx, { site: row.site, language, template: 'application-added', recipient, details }, now);
  }
}
