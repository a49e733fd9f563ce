import type { Kysely, Selectable } from 'kysely';
import type { SentApplication } from '#contract/generated/resolvers.js';
import { mayActForOrganization, type Viewer } from '../../platform/graphql/request-context.js';
import { parseId } from '../../platform/database/statement.js';
import type { Database, JobState, JobTable } from '../../platform/database/schema.js';

export type StoredJob = Selectable<JobTable>;

/** Draft, pending and scheduled jobs are not public. */
const VISIBLE_STATES = ['published', 'archived'] as const;

/** @returns a published or archived job of the site; undefined if there is none */
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

/** States in which the form has been completed; a draft is shown only in its form. */
const ON_THE_WAY: readonly JobState[] = ['needs_review', 'scheduled'];

/**
 * Whether the viewer may see the page of a job: public jobs are visible to everybody, pending and scheduled ones to those who work on
 * them (SEARCH-16).
 */
export function maySeeJob(job: { state: JobState; organization_id: number }, viewer: Viewer | null): boolean {
  if ((VISIBLE_STATES as readonly JobState[]).includes(job.state)) return true;
  return viewer !== null && ON_THE_WAY.includes(job.state) && mayActForOrganization(viewer, job.organization_id);
}

/** @returns a job whose page the viewer may see; undefined if there is none */
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

/** @returns the viewer's application for a job, unless withdrawn; null if there is none */
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

/** Whether a job has expired at a given time; the worker archives it a few seconds later. */
export function isClosed(job: { state: JobState; expires_at: Date | null }, now: Date): boolean {
  return job.state === 'archived' || (job.expires_at !== null && job.expires_at <= now);
}
