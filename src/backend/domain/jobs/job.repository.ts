import type { Kysely, Selectable } from 'kysely';
import type { SentApplication } from '#contract/generated/resolvers.js';
import { mayActForOrganization, type Viewer } from '../../platform/graphql/viewer.js';
import { parseId } from '../../platform/database/id.js';
import type { Database, JobState, JobTable } from '../../platform/database/schema.js';

export type StoredJob = Selectable<JobTable>;

/** Draft, waiting and scheduled jobs are nobody's business outside the organization. */
const VISIBLE_STATES = ['published', 'archived'] as const;

/** @returns a published or closed job of the site; undefined: there is none. */
export async function findVisibleJob(
  database: Kysely<Database>,
  site: string,
  id: string,
): Promise<StoredJob | undefined> {
  const number = parseId(id);
  if (number === undefined) return undefined;
  return database
    .selectFrom('job')
    .selectAll()
    .where('id', '=', number)
    .where('site', '=', site)
    .where('state', 'in', VISIBLE_STATES)
    .executeTakeFirst();
}

/** Of these somebody has filled in all of the form; a draft is shown in its form alone. */
const ON_THE_WAY: readonly JobState[] = ['needs_review', 'scheduled'];

/** Whether somebody sees the page of a job: everybody what was published, those who work on it also what is on the way (SEARCH-16). */
export function maySeeJob(job: { state: JobState; organization_id: number }, viewer: Viewer | null): boolean {
  if ((VISIBLE_STATES as readonly JobState[]).includes(job.state)) return true;
  return viewer !== null && ON_THE_WAY.includes(job.state) && mayActForOrganization(viewer, job.organization_id);
}

/** @returns a job whose page the viewer may see; undefined: there is none. */
export async function findJobFor(
  database: Kysely<Database>,
  site: string,
  id: string,
  viewer: Viewer | null,
): Promise<StoredJob | undefined> {
  const number = parseId(id);
  if (number === undefined) return undefined;
  const job = await database
    .selectFrom('job')
    .selectAll()
    .where('id', '=', number)
    .where('site', '=', site)
    .executeTakeFirst();
  return job && maySeeJob(job, viewer) ? job : undefined;
}

/** @returns what somebody has applied for a job with, and not withdrawn; null: nothing */
export async function findOwnApplication(
  database: Kysely<Database>,
  jobId: number,
  viewer: Viewer | null,
): Promise<SentApplication | null> {
  if (!viewer) return null;
  const row = await database
    .selectFrom('application')
    .select(['id', 'created_at'])
    .where('job_id', '=', jobId)
    .where('account_id', '=', viewer.accountId)
    .where('state', '<>', 'withdrawn')
    .executeTakeFirst();
  return row ? { __typename: 'SentApplication', id: row.id, created: row.created_at.toISOString() } : null;
}

/** Whether a job's time is over at an instant; the worker archives it a few seconds later. */
export function isClosed(job: { state: JobState; expires_at: Date | null }, now: Date): boolean {
  return job.state === 'archived' || (job.expires_at !== null && job.expires_at <= now);
}
