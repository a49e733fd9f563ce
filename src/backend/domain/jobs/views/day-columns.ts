import { sql, type RawBuilder } from 'kysely';
import type { ViewSource } from '#contract/view-source.js';

/** What is counted of a job by source, each in a column of the job's day for each source. */
export type CountedBySource = 'from' | 'started' | 'sent';

/** @returns the column of a day; both come from lists, never from what somebody sent */
export function sourceColumn(what: CountedBySource, source: ViewSource): string {
  return `${what}_${source}`;
}

/** The day of a moment as days are counted: that of UTC. */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 'yyyy-mm-dd'.length);
}

/**
 * Counts an application that was sent in the day of its job, in the statement that makes it: whatever is sent twice is made once, and counted
 * once. The row says how many there were and from where, and of none who sent it.
 *
 * @param made name of the part of the statement that gives one row where the application is made
 */
export function countingSent(
  made: string,
  { jobId, source, now }: { jobId: number; source: ViewSource | undefined; now: Date },
): RawBuilder<unknown> {
  const columns = ['sent', ...(source ? [sourceColumn('sent', source)] : [])];
  return sql`
    insert into job_day (job_id, day, ${sql.raw(columns.join(', '))})
    select ${jobId}, ${dayOf(now)}::date, ${sql.raw(columns.map(() => 1).join(', '))} from ${sql.ref(made)}
    on conflict (job_id, day) do update set
      ${sql.raw(columns.map((column) => `${column} = coalesce(job_day.${column}, 0) + 1`).join(', '))}
  `;
}
