import { sql, type Kysely } from 'kysely';
import { WAITING_STATES } from '#contract/applications/closing-message.js';
import type {
  ApplicationState,
  ApplicationStateCount,
  JobApplications,
  JobWithApplications,
  ListedApplication,
  ReceivedApplication,
  AnswerTemplate,
  AnswerTemplateName,
} from '#contract/generated/resolvers.js';
import { parseId } from '../../platform/database/id.js';
import type { Database } from '../../platform/database/schema.js';
import type { Lazy } from '../../platform/graphql/lazy.js';
import type { UserContext } from '../../platform/graphql/request-context.js';
import { type SpeakingSite, textsOf } from '../../platform/texts/site-texts.js';
import { mayReadApplications } from '../staff-access/staff-access.js';
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
} from './application-rows.js';
import { APPLICATION_STATES, nextStates } from './application-states.js';

const PAGE = 20;
const MAX_JOBS = 100;
/** What administrators are shown jobs of: the newest. */
const NEWEST = 1000;

type Counts = Partial<Record<ApplicationState, number>>;

/** Jobs that somebody has applied for, of the organizations that the viewer works for; administrators see of all how many there are. */
export async function listJobs(
  database: Kysely<Database>,
  { viewer, site, now }: UserContext,
): Promise<JobWithApplications[]> {
  const own = [...viewer.memberships.keys()];
  const isAdministrator = viewer.roles.includes('administrator');
  if (own.length === 0 && !isAdministrator) return [];
  const among = isAdministrator
    ? sql`select job_id, state, created_at from application where site = ${site.name} order by created_at desc limit ${NEWEST}`
    : sql`select job_id, state, created_at from application where organization_id = any(${own}::bigint[]) and site = ${site.name}`;
  const { rows } = await sql<JobColumns & { counts: Counts; latest: Date }>`
    with counted as (
      select job_id, jsonb_object_agg(state, count) as counts, max(latest) as latest,
        coalesce(sum(count) filter (where state = 'new'), 0) as fresh
      from (select job_id, state, count(*)::integer as count, max(created_at) as latest from (${among}) a group by job_id, state) s
      group by job_id
    )
    select counted.counts, counted.latest, ${JOB_COLUMNS} from counted
    join job on job.id = counted.job_id join organization on organization.id = job.organization_id
    where ${isAdministrator} or job.organization_id = any(${own}::bigint[])
    order by counted.fresh > 0 desc, counted.latest desc, job.id limit ${MAX_JOBS}
  `.execute(database);
  return rows.map((row) => ({
    job: applicationJobOf(row, now),
    total: totalOf(row.counts),
    counts: countsOf(row.counts),
    latest: row.latest.toISOString(),
    waiting: site.applications?.closingMessage && isOver(row, now) ? waitingOf(row.counts) : 0,
  }));
}

/** @returns undefined: there is no such job, or it is none of the viewer's business */
export async function listForJob(
  database: Kysely<Database>,
  { jobId, state, page }: { jobId: string; state: ApplicationState | undefined; page: number },
  { viewer, site, now }: UserContext,
): Promise<JobApplications | undefined> {
  const id = parseId(jobId);
  if (id === undefined) return undefined;
  const { rows: jobs } = await sql<JobColumns>`
    select ${JOB_COLUMNS} from job join organization on organization.id = job.organization_id
    where job.id = ${id} and job.site = ${site.name}
  `.execute(database);
  const job = jobs[0];
  if (!job || !(await mayReadApplications(database, viewer, job, now))) return undefined;
  const { rows: counted } = await sql<{ state: ApplicationState; count: number }>`
    select state, count(*)::integer as count from application where job_id = ${id} group by state
  `.execute(database);
  const counts: Counts = Object.fromEntries(counted.map((row) => [row.state, row.count]));
  const total = state === undefined ? totalOf(counts) : (counts[state] ?? 0);
  const pages = Math.max(1, Math.ceil(total / PAGE));
  const shown = Math.min(Math.max(page, 1), pages);
  const { rows } = await sql<Row>`
    select a.id, a.first_name, a.last_name, a.state, a.created_at,
      (select count(*) from application_file f where f.application_id = a.id)::integer as files
    from application a where a.job_id = ${id} and (${state ?? null}::text is null or a.state = ${state ?? null})
    order by a.created_at desc, a.id limit ${PAGE} offset ${(shown - 1) * PAGE}
  `.execute(database);
  return { job: applicationJobOf(job, now), total, pages, counts: countsOf(counts), applications: rows.map(toListed) };
}

/** @returns undefined: there is none, or it is none of the viewer's business */
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

interface Row {
  id: string;
  first_name: string;
  last_name: string;
  state: ApplicationState;
  created_at: Date;
  files: number;
}

function toListed({ id, first_name, last_name, state, created_at, files }: Row): ListedApplication {
  return { id, firstName: first_name, lastName: last_name, state, created: created_at.toISOString(), files };
}

function toReceived(
  database: Kysely<Database>,
  row: StoredApplication,
  { site, now }: Pick<UserContext, 'site' | 'now'>,
): Lazy<ReceivedApplication> {
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
    filesDeleted: row.files_deleted_at?.toISOString() ?? null,
    archive: async () => ((await filesOf(database, row.id)).length > 0 ? archivePath(row.id) : null),
    events: () => eventsOf(database, row.id),
    nextStates: [...nextStates(row.state, 'employer')],
    templates: answerTemplates(row, site),
  };
}

function totalOf(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function waitingOf(counts: Counts): number {
  return WAITING_STATES.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
}

function countsOf(counts: Counts): ApplicationStateCount[] {
  return APPLICATION_STATES.flatMap((state) => (counts[state] ? [{ state, count: counts[state] }] : []));
}

/** Where an application goes that is answered so. */
const STATES: Readonly<Record<AnswerTemplateName, ApplicationState | undefined>> = {
  question: undefined,
  invitation: 'interview',
  offer: 'offer',
  declined: 'declined',
};

/** Words to begin an answer with, in the language in which somebody has applied. */
function answerTemplates(
  application: {
    first_name: string;
    last_name: string;
    job_title: string;
    organization_name: string;
    language: string;
    state: ApplicationState;
  },
  site: SpeakingSite,
): AnswerTemplate[] {
  const facts = {
    name: `${application.first_name} ${application.last_name}`,
    title: application.job_title,
    organization: application.organization_name,
  };
  const { t } = textsOf(site, application.language);
  const next = nextStates(application.state, 'employer');
  return (Object.keys(STATES) as AnswerTemplateName[]).map((name) => {
    const state = STATES[name];
    return {
      name,
      subject: t(`application-answers.${name}.subject`, facts),
      body: t(`application-answers.${name}.body`, facts),
      state: state && next.includes(state) ? state : null,
    };
  });
}
