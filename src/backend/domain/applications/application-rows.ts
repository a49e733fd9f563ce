import { sql, type Kysely, type RawBuilder } from 'kysely';
import type {
  ApplicationEvent,
  ApplicationFile,
  ApplicationJob,
  ApplicationState,
  SentResume,
} from '#contract/generated/resolvers.js';
import { ATTACHMENT_TYPES, VIEW_QUERY } from '#contract/applications/uploads.js';
import { jobPath, APPLICATION_FILES_PATH } from '#contract/pages/paths.js';
import { isUuid } from '../../platform/database/statement.js';
import type {
  StoredAnswer,
  StoredQuestion,
  StoredResumeDocument,
} from '../../platform/database/tables/application-tables.js';
import type { Database, JobState } from '../../platform/database/schema.js';
import { isClosed } from '../jobs/job.repository.js';

/** An application with the columns of its job that are needed. */
export interface StoredApplication extends JobColumns {
  id: string;
  site: string;
  account_id: string | null;
  language: string;
  first_name: string;
  last_name: string;
  email: string;
  cover_letter: string;
  answers: StoredAnswer[];
  resume: StoredResumeDocument | null;
  state: ApplicationState;
  created_at: Date;
  updated_at: Date;
  files_deleted_at: Date | null;
}

export interface JobColumns {
  job_id: number;
  job_title: string;
  job_language: string;
  job_questions: StoredQuestion[];
  job_state: JobState;
  job_expires_at: Date | null;
  organization_id: number;
  organization_name: string;
}

export const JOB_COLUMNS =
  sql.raw(`job.id as job_id, job.title as job_title, job.language as job_language, job.application_qualifying_questions as job_questions,
  job.state as job_state, job.expires_at as job_expires_at, job.organization_id, organization.name as organization_name`);

/** Columns of applications `a` for `StoredApplication`, without those of its job. */
export const COLUMNS =
  sql.raw(`a.id, a.site, a.account_id, a.language, a.first_name, a.last_name, a.email, a.cover_letter, a.answers, a.resume,
  a.state, a.created_at, a.updated_at, a.files_deleted_at`);

/** @param id as in the application's address */
export async function findApplication(
  database: Kysely<Database>,
  site: string,
  id: string,
): Promise<StoredApplication | undefined> {
  if (!isUuid(id)) return undefined;
  const { rows } = await sql<StoredApplication>`
    select ${COLUMNS}, ${JOB_COLUMNS} from application a
    join job on job.id = a.job_id join organization on organization.id = job.organization_id
    where a.id = ${id}::uuid and a.site = ${site}
  `.execute(database);
  return rows[0];
}

/**
 * Finds the applications of a person on a site, in the state that they have been told of.
 *
 * @param filter.id one application; omit for all
 * @returns the newest first
 */
export async function findApplicationsOf(
  database: Kysely<Database>,
  filter: { site: string; accountId: string; id?: string; most: number },
  now: Date,
): Promise<StoredApplication[]> {
  const { site, accountId, id, most } = filter;
  if (id !== undefined && !isUuid(id)) return [];
  const { rows } = await sql<StoredApplication & { told_state: ApplicationState | null; told_at: Date | null }>`
    select ${COLUMNS}, ${JOB_COLUMNS}, ${toldColumns(now)} from application a
    join job on job.id = a.job_id join organization on organization.id = job.organization_id
    where a.account_id = ${accountId}::uuid and a.site = ${site} and (${id ?? null}::uuid is null or a.id = ${id ?? null}::uuid)
    order by a.created_at desc, a.id limit ${most}
  `.execute(database);
  return rows.map(({ told_state: state, told_at: at, ...row }) =>
    state === null ? row : { ...row, state, updated_at: at ?? row.created_at },
  );
}

export function applicationJobOf(row: JobColumns, now: Date): ApplicationJob {
  const closed =
    row.job_state !== 'published' || isClosed({ state: row.job_state, expires_at: row.job_expires_at }, now);
  return {
    __typename: 'ApplicationJob',
    id: String(row.job_id),
    title: row.job_title,
    url: { path: jobPath(String(row.job_id), row.job_title) },
    closed,
    organizationName: row.organization_name,
  };
}

/** Whether no candidate can be chosen any more: the job is archived, or has expired and will be archived soon. */
export function isOver({ job_state: state, job_expires_at: end }: JobColumns, now: Date): boolean {
  return state === 'archived' || (state === 'published' && end !== null && end <= now);
}

/**
 * Reads the history of an application, the oldest event first.
 *
 * @param reader for `applicant`, events that they have not been told of are left out, as are the names of the employer's members
 */
export async function eventsOf(
  database: Kysely<Database>,
  id: string,
  { reader, now }: { reader: 'employer' | 'applicant'; now: Date },
): Promise<ApplicationEvent[]> {
  const isEmployer = reader === 'employer';
  const { rows } = await sql<EventRow>`
    select e.at, e.state, e.by_employer, e.subject, e.body, e.files,
      case when ${isEmployer} and e.by_employer then ${ACCOUNT_NAME} end as author
    from application_event e left join account on account.id = e.account_id
    where e.application_id = ${id}::uuid and (${isEmployer} or e.visible_at is null or e.visible_at <= ${now}) order by e.id
  `.execute(database);
  return rows.map(({ at, state, by_employer: byEmployer, subject, body, files, author }) => ({
    at: at.toISOString(),
    state,
    byEmployer,
    subject: subject === NO_SUBJECT ? null : subject,
    body,
    files,
    author,
  }));
}

/** An identical answer or addition within this time is taken for a form that was sent twice. */
export const TWICE_MS = 10 * 60_000;

/** Subject of an applicant's addition. Events with a text have a subject, steps have none. */
export const NO_SUBJECT = '';

interface EventRow {
  at: Date;
  state: ApplicationState;
  by_employer: boolean;
  subject: string | null;
  body: string | null;
  files: string[];
  author: string | null;
}

/** Display name of an account for its colleagues. */
export const ACCOUNT_NAME = sql.raw(
  `coalesce(nullif(trim(concat_ws(' ', account.first_name, account.last_name)), ''), account.name, account.email)`,
);

/**
 * The state of an application for its applicant, and since when: the last step that they have been told of. Only steps, which have no
 * subject, change the state.
 *
 * @returns columns `told_state` and `told_at` for applications `a`
 */
function toldColumns(now: Date): RawBuilder<unknown> {
  const hidden = sql`exists (select from application_event e where e.application_id = a.id and e.visible_at > ${now})`;
  const last = (column: string) => sql`(
    select e.${sql.ref(column)} from application_event e
    where e.application_id = a.id and e.subject is null and (e.visible_at is null or e.visible_at <= ${now})
    order by e.id desc limit 1
  )`;
  return sql`case when ${hidden} then ${last('state')} end as told_state, case when ${hidden} then ${last('at')} end as told_at`;
}

/** @returns the resume that was sent with an application, in the contract's form */
export function sentResumeOf({ resume }: Pick<StoredApplication, 'resume'>): SentResume | null {
  if (!resume) return null;
  const sections = resume.sections.map(({ title, entries }) => ({
    title,
    entries: entries.map((entry) => ({ ...entry, lines: [...entry.lines] })),
  }));
  return { title: resume.title, contact: [...resume.contact], sections };
}

export async function filesOf(database: Kysely<Database>, id: string): Promise<ApplicationFile[]> {
  const rows = await database
    .selectFrom('application_file')
    .select(['id', 'name', 'size', 'content_type'])
    .where('application_id', '=', id)
    .orderBy('position')
    .execute();
  return rows.map(({ content_type: type, ...file }) => ({
    ...file,
    url: applicationFilePath(file.id, file.name),
    view: type === ATTACHMENT_TYPES.pdf ? 'pdf' : type === ATTACHMENT_TYPES.docx ? 'text' : null,
  }));
}

/** Target of an address below `APPLICATION_FILES_PATH`. */
export type FileQuestion = { kind: 'file'; id: string; isView?: boolean } | { kind: 'archive'; applicationId: string };

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const FILE = new RegExp(`^${APPLICATION_FILES_PATH}/(${UUID})/[^/?#]+$`);
const ARCHIVE = new RegExp(`^${APPLICATION_FILES_PATH}/(${UUID})\\.zip$`);

/** @returns the download address of a file of an application */
export function applicationFilePath(id: string, name: string): string {
  return `${APPLICATION_FILES_PATH}/${id}/${encodeURIComponent(name)}`;
}

/** @returns the download address of an archive with all files of an application */
export function archivePath(applicationId: string): string {
  return `${APPLICATION_FILES_PATH}/${applicationId}.zip`;
}

export function readFileAddress(path: string): FileQuestion | undefined {
  const [way = '', query = ''] = path.split('?', 2);
  const archive = ARCHIVE.exec(way)?.[1];
  if (archive !== undefined) return { kind: 'archive', applicationId: archive };
  const file = FILE.exec(way)?.[1];
  return file === undefined ? undefined : { kind: 'file', id: file, isView: query === VIEW_QUERY };
}
