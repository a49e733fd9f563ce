import { sql, type Kysely } from 'kysely';
import type { JobEvent } from '#contract/generated/resolvers.js';
import type { Database, JobState } from '../../../platform/database/schema.js';

/** An event in the history of a job. */
export interface WrittenEvent {
  jobId: number;
  /** null if the worker did it */
  actorId: string | null;
  step: string;
  from: JobState | null;
  to: JobState;
  reason?: string | undefined;
}

const MAX_SHOWN = 50;

/** Whether the row of `job` has ever been public. */
export const WAS_PUBLIC = sql<boolean>`(job.state in ('published', 'archived') or exists (
  select from job_event e where e.job_id = job.id and array[e.from_state, e.to_state] && array['published', 'archived']
))`;

/** Whether a reviewer has unpublished the row of `job`, and none has published it again since. */
export const WAS_UNPUBLISHED = sql<boolean>`exists (
  select from job_event e where e.job_id = job.id and e.step = 'unpublish' and not exists (
    select from job_event later where later.job_id = job.id and later.id > e.id and later.step in ('approve', 'publish', 'schedule')
  )
)`;

/** Writes an event, within the transaction of the step. */
export async function writeJobEvent(database: Kysely<Database>, event: WrittenEvent, now: Date): Promise<void> {
  const { jobId, actorId, step, from, to, reason } = event;
  await database
    .insertInto('job_event')
    .values({ job_id: jobId, actor_id: actorId, at: now, step, from_state: from, to_state: to, reason: reason ?? null })
    .execute();
}

/** @returns the events of a job, the latest first */
export async function listJobEvents(database: Kysely<Database>, jobId: number): Promise<JobEvent[]> {
  const { rows } = await sql<{ at: Date; name: string | null; step: string; state: JobState; reason: string | null }>`
    select e.at, a.name, e.step, e.to_state as state, e.reason
    from job_event e left join account a on a.id = e.actor_id
    where e.job_id = ${jobId} order by e.id desc limit ${MAX_SHOWN}
  `.execute(database);
  return rows.map(({ at, name, step, state, reason }) => ({
    __typename: 'JobEvent',
    at: at.toISOString(),
    by: name,
    step,
    state,
    reason,
  }));
}
