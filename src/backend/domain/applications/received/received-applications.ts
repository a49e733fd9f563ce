import { sql, type Kysely } from 'kysely';
import { WAITING_STATES } from '#contract/applications/recruiting-rules.js';
import type {
  ApplicationState,
  JobWithApplications,
  ReceivedApplication,
  EarlierApplication,
  ExportedApplication,
  ExportedApplications,
  QueryExportedApplicationsArgs,
} from '#contract/generated/resolvers.js';
import { normalizeEmail } from '#contract/accounts/account-rules.js';
import type { Database } from '../../../platform/database/schema.js';
import type { Lazy } from '../../../platform/graphql/lazy.js';
import { activeMemberships, type UserContext } from '../../../platform/graphql/request-context.js';
import { type SpeakingSite, textsOf } from '../../../platform/texts/site-texts.js';
import { mayReadApplications } from '../../staff-access/staff-access.js';
import {
  archivePath,
  applicationJobOf,
  eventsOf,
  filesOf,
  findApplication,
  isOver,
  JOB_COLUMNS,
  type JobColumns,
  type StoredApplication,
  sentResumeOf,
  COLUMNS,
} from '../application-rows.js';
import { nextStates } from '../application-states.js';
import { findDelayedMails } from '../delayed-mails.js';
import { ownTemplatesFor, templatesFor } from '../templates/answer-templates.js';
import { findInterview, toInterview } from '../interviews/interview-rows.js';
import { findDeletion } from '../retention/application-retention.js';
import { findTeam, worksFor, unmetCriteria } from '../team/team-view.js';
import { isUuid } from '../../../platform/database/statement.js';
import { countsOf, filterFor, findAdjacent, totalOf, UNREAD, findReadableJob, matches } from './application-list.js';

const EXPORTED_AT_ONCE = 100;
const MAX_QUESTIONS = 50;

const MAX_SHOWN = 20;

/** Minimum number of digits of a phone number. */
const MIN_PHONE_DIGITS = 7;

const MAX_JOBS = 100;
/** Number of recent applications from which the list of jobs for administrators is built. */
const NEWEST = 1000;

type Counts = Partial<Record<ApplicationState, number>>;

/** Lists jobs with applications to the viewer's organizations; for administrators, jobs of all organizations, with counts only. */
export async function listJobs(
  database: Kysely<Database>,
  { viewer, site, now }: UserContext,
): Promise<JobWithApplications[]> {
  const own = [...activeMemberships(viewer).keys()];
  const isAdministrator = viewer.roles.includes('administrator');
  if (own.length === 0 && !isAdministrator) return [];
  const among = isAdministrator
    ? sql`select job_id, state, created_at, read_at from application where site = ${site.name} order by created_at desc limit ${NEWEST}`
    : sql`select job_id, state, created_at, read_at from application where organization_id = any(${own}::bigint[]) and site = ${site.name}`;
  const { rows } = await sql<JobColumns & { counts: Counts; latest: Date; unread: number }>`
    with counted as (
      select job_id, jsonb_object_agg(state, count) as counts, max(latest) as latest,
        coalesce(sum(unread), 0)::integer as unread
      from (
        select job_id, state, count(*)::integer as count, max(created_at) as latest,
          (count(*) filter (where ${UNREAD}))::integer as unread
        from (${among}) a group by job_id, state
      ) s
      group by job_id
    )
    select counted.counts, counted.latest, counted.unread, ${JOB_COLUMNS} from counted
    join job on job.id = counted.job_id join organization on organization.id = job.organization_id
    where ${isAdministrator} or job.organization_id = any(${own}::bigint[])
    order by counted.unread > 0 desc, counted.latest desc, job.id limit ${MAX_JOBS}
  `.execute(database);
  return rows.map((row) => ({
    job: applicationJobOf(row, now),
    total: totalOf(row.counts),
    counts: countsOf(row.counts),
    unread: row.unread,
    latest: row.latest.toISOString(),
    waiting: site.applications?.closingMessage && isOver(row, now) ? waitingOf(row.counts) : 0,
  }));
}

/** @returns undefined if there is no such application, or the viewer may not see it */
export async function findReceivedRow(
  database: Kysely<Database>,
  id: string,
  { viewer, site, now }: Pick<UserContext, 'viewer' | 'site' | 'now'>,
): Promise<StoredApplication | undefined> {
  const row = await findApplication(database, site.name, id);
  return row && (await mayReadApplications(database, viewer, row, now)) ? row : undefined;
}

export async function findReceived(
  database: Kysely<Database>,
  id: string,
  context: UserContext,
): Promise<Lazy<ReceivedApplication> | undefined> {
  const row = await findReceivedRow(database, id, context);
  return row && toReceived(database, row, context);
}

function toReceived(
  database: Kysely<Database>,
  row: StoredApplication,
  context: UserContext,
): Lazy<ReceivedApplication> {
  const { site, now } = context;
  const isTeam = worksFor(context, row);
  return {
    id: row.id,
    job: applicationJobOf(row, now),
    firstName: row.first_name,
    lastName: row.last_name,
    emailAddress: row.email,
    language: row.language,
    hasAccount: row.account_id !== null,
    state: row.state,
    created: row.created_at.toISOString(),
    coverLetter: row.cover_letter,
    answers: row.answers.map(({ question, answer }) => ({ question, answer })),
    attachments: () => filesOf(database, row.id),
    resume: sentResumeOf(row),
    filesDeleted: row.files_deleted_at?.toISOString() ?? null,
    archive: async () => ((await filesOf(database, row.id)).length > 0 ? archivePath(row.id) : null),
    events: () => eventsOf(database, row.id, { reader: 'employer', now }),
    interview: async () => {
      const found = isTeam ? await findInterview(database, row.id, { reader: 'employer', now }) : undefined;
      return found ? toInterview(database, found, now) : null;
    },
    deletion: async () => (await findDeletion(database, row, { site, now }))?.toISOString() ?? null,
    delayedMails: async () => (await findDelayedMails(database, [row.id], now)).get(row.id) ?? [],
    declineMessage: declineMessage(row, site),
    earlier: () => findEarlier(database, row, context),
    adjacent: ({ filter }) => findAdjacent(database, row, filterFor(filter, isTeam)),
    team: async () => (isTeam ? await findTeam(database, row, context) : null),
    nextStates: [...nextStates(row.state, 'employer')],
    templates: templatesFor(row, site),
    ownTemplates: () => ownTemplatesFor(database, row, context),
  };
}

function waitingOf(counts: Counts): number {
  return WAITING_STATES.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
}

/** Text for a declined applicant if the employer has written none, the same as in the mail. */
function declineMessage(row: StoredApplication, site: SpeakingSite): { subject: string; body: string } {
  const { t } = textsOf(site, row.language);
  const { job_title: title, organization_name: organization } = row;
  const greeting = t('mail.greetingNamed', { name: `${row.first_name} ${row.last_name}` });
  const said = (key: string) => t(`mail.application-declined.${key}`, { title, organization });
  return { subject: said('subject'), body: [greeting, said('text'), said('wishes')].join('\n\n') };
}

/**
 * Records that a member of the organization has opened an application; other readers leave no trace.
 *
 * @returns false if there is no such application, or the viewer may not see it
 */
export async function markRead(database: Kysely<Database>, id: string, context: UserContext): Promise<boolean> {
  const row = await findReceivedRow(database, id, context);
  if (!row || !worksFor(context, row)) return false;
  await sql`update application set read_at = ${context.now} where id = ${row.id}::uuid and read_at is null`.execute(
    database,
  );
  return true;
}

/**
 * Finds other applications of the same person to the same organization: with the same account, the same email address, or the same name
 * and a phone number that both resumes contain.
 *
 * @returns the newest first; empty if the viewer does not work for the organization
 */
async function findEarlier(
  database: Kysely<Database>,
  row: StoredApplication,
  context: UserContext,
): Promise<EarlierApplication[]> {
  if (!worksFor(context, row)) return [];
  const phones = phonesOf(row.resume?.contact ?? []);
  const { rows } = await sql<{
    id: string;
    job_id: number;
    title: string;
    state: ApplicationState;
    created_at: Date;
    contact: string[] | null;
    isSame: boolean;
  }>`
    select a.id, a.job_id, job.title, a.state, a.created_at, a.resume -> 'contact' as contact,
      (a.account_id = ${row.account_id}::uuid or lower(trim(a.email)) = ${normalizeEmail(row.email)}) is true as "isSame"
    from application a join job on job.id = a.job_id
    where a.organization_id = ${row.organization_id} and a.site = ${row.site} and a.id <> ${row.id}::uuid
      and (a.account_id = ${row.account_id}::uuid or lower(trim(a.email)) = ${normalizeEmail(row.email)}
        or (${phones.length > 0} and lower(a.first_name) = lower(${row.first_name}) and lower(a.last_name) = lower(${row.last_name})))
    order by a.created_at desc, a.id
  `.execute(database);
  return rows
    .filter(({ isSame, contact }) => isSame || phonesOf(contact ?? []).some((phone) => phones.includes(phone)))
    .slice(0, MAX_SHOWN)
    .map(({ id, job_id: jobId, title, state, created_at: created }) => ({
      id,
      jobId: String(jobId),
      jobTitle: title,
      state,
      created: created.toISOString(),
    }));
}

/** @returns the phone numbers in the contact lines of a resume, in any notation: their last digits, without the country code */
function phonesOf(contact: readonly string[]): string[] {
  return contact.flatMap((line) => {
    const digits = line.replaceAll(/\D/g, '');
    const isPhone = /^[+\d][\d\s()./-]*$/.test(line.trim()) && digits.length >= MIN_PHONE_DIGITS;
    return isPhone ? [digits.slice(-9)] : [];
  });
}

type ExportedRow = StoredApplication & { tags: string[]; rating: number | null; cursor: string };

const EPOCH = sql.raw(`timestamptz '1970-01-01 00:00Z'`);

/**
 * The place of application `a` in the export: its time in microseconds, which a `Date` would round, and its id. It stays valid when the
 * application is deleted.
 */
const CURSOR = sql.raw(`(extract(epoch from a.created_at) * 1000000)::bigint || '-' || a.id`);

/** @returns undefined if the text is no cursor, so that the export starts from the beginning */
function readCursor(text: string): { us: string; id: string } | undefined {
  const [, us, id = ''] = /^(\d{1,16})-(.+)$/.exec(text) ?? [];
  return us !== undefined && isUuid(id) ? { us, id } : undefined;
}

/**
 * Reads a part of the applications for a job. Each part continues from the last application of the previous one, so that applications
 * that arrive or are deleted meanwhile shift nothing.
 *
 * @returns undefined if there is no such job, or the viewer may not see it
 */
export async function exportApplications(
  database: Kysely<Database>,
  { jobId, filter: requestedFilter, after }: QueryExportedApplicationsArgs,
  context: UserContext,
): Promise<Lazy<ExportedApplications> | undefined> {
  const job = await findReadableJob(database, jobId, context);
  if (!job) return undefined;
  const isTeam = worksFor(context, job);
  const filter = filterFor(requestedFilter ?? {}, isTeam);
  const last = readCursor(after ?? '');
  const { rows } = await sql<ExportedRow>`
    select ${COLUMNS}, a.tags, a.rating, ${CURSOR} as cursor from application a
    where a.job_id = ${job.job_id} and ${matches(filter, job.job_questions)}
      and ${last ? sql`(a.created_at, a.id) < (${EPOCH} + ${last.us}::bigint * interval '1 microsecond', ${last.id}::uuid)` : sql`true`}
    order by a.created_at desc, a.id desc limit ${EXPORTED_AT_ONCE + 1}
  `.execute(database);
  const shown = rows.slice(0, EXPORTED_AT_ONCE);
  return {
    job: applicationJobOf(job, context.now),
    questions: () => questionsOf(database, job),
    applications: shown.map((row) => toExported(database, row, isTeam ? job : undefined)),
    next: rows.length > EXPORTED_AT_ONCE ? shown.at(-1)!.cursor : null,
  };
}

/** Includes questions that are no longer asked. */
async function questionsOf(database: Kysely<Database>, job: JobColumns): Promise<string[]> {
  const { rows } = await sql<{ question: string }>`
    select given ->> 'question' as question from application a, jsonb_array_elements(a.answers) given
    where a.job_id = ${job.job_id} group by 1 order by 1 limit ${MAX_QUESTIONS}
  `.execute(database);
  const current = job.job_questions.map(({ text }) => text);
  return [...new Set([...current, ...rows.map(({ question }) => question)])].slice(0, MAX_QUESTIONS);
}

/** @param job undefined if the viewer does not work for the organization */
function toExported(
  database: Kysely<Database>,
  row: ExportedRow,
  job: JobColumns | undefined,
): Lazy<ExportedApplication> {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    emailAddress: row.email,
    state: row.state,
    created: row.created_at.toISOString(),
    coverLetter: row.cover_letter,
    answers: row.answers.map(({ question, answer }) => ({ question, answer })),
    attachments: () => filesOf(database, row.id),
    resume: sentResumeOf(row),
    filesDeleted: row.files_deleted_at?.toISOString() ?? null,
    tags: job ? row.tags : [],
    rating: job ? row.rating : null,
    unmet: job ? unmetCriteria(job.job_questions, row.answers) : [],
  };
}
