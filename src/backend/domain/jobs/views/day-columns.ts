import { sql, type RawBuilder } from 'kysely';
import type { ViewSource } from '#contract/view-source.js';

/** Counters by source; a day of a job has a column for each counter and source. */
export type CountedBySource = 'from' | 'started' | 'sent';

/** @returns the name of a column; both parts come from fixed lists, never from input */
export function sourceColumn(what: CountedBySource, source: ViewSource): string {
  return `${what}_${source}`;
}

/** The UTC day of a time, which is the day it is counted in. */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 'yyyy-mm-dd'.length);
}

/**
 * SQL that counts an application in the day of its job, as part of the statement that creates the application: a repeated form creates
 * one application, and is counted once. The row contains the number by source, and nothing about the applicant.
 *
 * @param made name of the CTE that returns a row if the application was created
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
