import { sql, type Kysely } from 'kysely';
import type {
  ApplicationEvent,
  ApplicationFile,
  ApplicationJob,
  ApplicationState,
} from '#contract/generated/resolvers.js';
import { jobPath, APPLICATION_FILES_PATH } from '#contract/pages/paths.js';
import { isUuid } from '../../platform/database/id.js';
import type { StoredAnswer } from '../../platform/database/tables/application-tables.js';
import type { Database, JobState } from '../../platform/database/schema.js';
import { isClosed } from '../jobs/job.repository.js';

/** An application with what has to be known of its job. */
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
  state: ApplicationState;
  created_at: Date;
  updated_at: Date;
  files_deleted_at: Date | null;
}

export interface JobColumns {
  job_id: number;
  job_title: string;
  job_state: JobState;
  job_expires_at: Date | null;
  organization_id: number;
  organization_name: string;
}

export const JOB_COLUMNS = sql.raw(`job.id as job_id, job.title as job_title, job.state as job_state,
  job.expires_at as job_expires_at, job.organization_id, organization.name as organization_name`);

const COLUMNS =
  sql.raw(`a.id, a.site, a.account_id, a.language, a.first_name, a.last_name, a.email, a.cover_letter, a.answers,
  a.state, a.created_at, a.updated_at, a.files_deleted_at`);

/** @param id of its address */
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

/** @returns those of a person on a site, the newest first */
export async function findApplicationsOf(
  database: Kysely<Database>,
  { site, accountId, most }: { site: string; accountId: string; most: number },
): Promise<StoredApplication[]> {
  const { rows } = await sql<StoredApplication>`
    select ${COLUMNS}, ${JOB_COLUMNS} from application a
    join job on job.id = a.job_id join organization on organization.id = job.organization_id
    where a.account_id = ${accountId}::uuid and a.site = ${site} order by a.created_at desc, a.id limit ${most}
  `.execute(database);
  return rows;
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

/** Whether nobody will be chosen any more: it is archived, or its time is over and it will be in a moment. */
export function isOver({ job_state: state, job_expires_at: end }: JobColumns, now: Date): boolean {
  return state === 'archived' || (state === 'published' && end !== null && end <= now);
}

export async function eventsOf(database: Kysely<Database>, id: string): Promise<ApplicationEvent[]> {
  const rows = await database
    .selectFrom('application_event')
    .select(['at', 'state', 'by_employer', 'subject', 'body'])
    .where('application_id', '=', id)
    .orderBy('id')
    .execute();
  return rows.map(({ at, state, by_employer: byEmployer, subject, body }) => ({
    at: at.toISOString(),
    state,
    byEmployer,
    subject,
    body,
  }));
}

export async function filesOf(database: Kysely<Database>, id: string): Promise<ApplicationFile[]> {
  const rows = await database
    .selectFrom('application_file')
    .select(['id', 'name', 'size'])
    .where('application_id', '=', id)
    .orderBy('position')
    .execute();
  return rows.map((file) => ({ ...file, url: applicationFilePath(file.id, file.name) }));
}

/** What an address below `APPLICATION_FILES_PATH` asks for. */
export type FileQuestion = { kind: 'file'; id: string } | { kind: 'archive'; applicationId: string };

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const FILE = new RegExp(`^${APPLICATION_FILES_PATH}/(${UUID})/[^/?#]+$`);
const ARCHIVE = new RegExp(`^${APPLICATION_FILES_PATH}/(${UUID})\\.zip$`);

function applicationFilePath(id: string, name: string): string {
  return `${APPLICATION_FILES_PATH}/${id}/${encodeURIComponent(name)}`;
}

/** All files of an application. */
export function archivePath(applicationId: string): string {
  return `${APPLICATION_FILES_PATH}/${applicationId}.zip`;
}

export function readFileAddress(path: string): FileQuestion | undefined {
  const [way = ''] = path.split('?', 1);
  const archive = ARCHIVE.exec(way)?.[1];
  if (archive !== undefined) return { kind: 'archive', applicationId: archive };
  const file = FILE.exec(way)?.[1];
  return file === undefined ? undefined : { kind: 'file', id: file };
}
