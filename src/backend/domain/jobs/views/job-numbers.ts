import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { JobNumbers, Query, QueryJobNumbersArgs } from '#contract/generated/resolvers.js';
import { SHOWN_WEEKS } from '#contract/job-views.js';
import { VIEW_SOURCES, type ViewSource } from '#contract/view-source.js';
import { parseId } from '../../../platform/database/id.js';
import type { Database } from '../../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../../platform/graphql/allow.js';
import type { UserContext } from '../../../platform/graphql/request-context.js';
import { mayActForOrganization } from '../../../platform/graphql/viewer.js';
import { rowsOlderThanAllowed } from '../../../platform/retention/retention-rule.js';
import { type CountedBySource, sourceColumn } from './day-columns.js';

const COUNTED_BY_SOURCE: readonly CountedBySource[] = ['from', 'started', 'sent'];

interface Week {
  week: string;
  views: number;
  started: number;
  applications: number;
}

/** Resolver for the views and applications of a job by source, for members of its organization. */
export function jobNumberResolvers(database: Kysely<Database>) {
  return {
    Query: {
      jobNumbers: allow<QueryJobNumbersArgs, Query['jobNumbers']>(
        'employer',
        async ({ jobId }, context) => (await findJobNumbers(database, jobId, context)) ?? null,
      ),
    },
  } satisfies RootResolvers;
}

/**
 * Reads the last weeks of a job, including weeks without events. The cost depends only on the number of weeks and of the job's
 * applications.
 *
 * @returns undefined if there is no such job, or the viewer does not work for its organization
 */
async function findJobNumbers(
  database: Kysely<Database>,
  jobId: string,
  { viewer, site, now }: UserContext,
): Promise<JobNumbers | undefined> {
  const id = parseId(jobId);
  if (id === undefined) return undefined;
  const { rows: jobs } = await sql<{ organization_id: number }>`
    select organization_id from job where id = ${id} and site = ${site.name}
  `.execute(database);
  const job = jobs[0];
  if (!job || !mayActForOrganization(viewer, job.organization_id)) return undefined;
  const monday = sql`(date_trunc('week', ${now}::timestamptz at time zone 'UTC')::date - ${(SHOWN_WEEKS - 1) * 7}::integer)`;
  const { rows: weeks } = await sql<Week>`
    with week as (select ${monday} + n * 7 as monday from generate_series(0, ${SHOWN_WEEKS - 1}::integer) n),
    kept as (${keptApplications(id, monday)}),
    counted as (
      select date_trunc('week', day)::date as monday, sum(views)::integer as views, sum(started)::integer as started,
        sum(greatest(sent, kept.applications))::integer as applications
      from (select day, views, started, sent from job_day where job_id = ${id} and day >= ${monday}) seen
      full join kept using (day) group by 1
    )
    select to_char(week.monday, 'YYYY-MM-DD') as week, coalesce(views, 0) as views, coalesce(started, 0) as started,
      coalesce(applications, 0) as applications
    from week left join counted using (monday) order by week.monday
  `.execute(database);
  const total = (what: Exclude<keyof Week, 'week'>) => weeks.reduce((sum, week) => sum + week[what], 0);
  return {
    views: total('views'),
    started: total('started'),
    applications: total('applications'),
    weeks,
    ...(await findSources(database, id, monday)),
  };
}

/** Applications of a job that still exist, by the day on which they were sent. */
function keptApplications(id: number, monday: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select (created_at at time zone 'UTC')::date as day, count(*)::integer as applications
    from application where job_id = ${id} and created_at >= ${monday}::timestamp at time zone 'UTC' group by 1
  `;
}

/** Counts by source, and the first day since which applications have a source too. */
async function findSources(
  database: Kysely<Database>,
  id: number,
  monday: RawBuilder<unknown>,
): Promise<Pick<JobNumbers, 'sources' | 'applicationSourcesSince'>> {
  const sums = VIEW_SOURCES.flatMap((source) =>
    COUNTED_BY_SOURCE.map((what) => {
      const column = sql.ref(sourceColumn(what, source));
      return sql`coalesce(sum(${column}), 0)::integer as ${column}`;
    }),
  );
  const { rows } = await sql<Record<`${CountedBySource}_${ViewSource}`, number> & { since: string | null }>`
    with day as materialized (select * from job_day where job_id = ${id} and day >= ${monday}),
    first as (select min(day) as day from day where sent is not null)
    select ${sql.join(sums)}, (
      select to_char(first.day, 'YYYY-MM-DD') from first
      where exists (select from day older where older.day < first.day and older.started > 0)
        or exists (select from (${keptApplications(id, monday)}) older where older.day < first.day)
    ) as since
    from day
  `.execute(database);
  const sum = rows[0]!;
  return {
    sources: VIEW_SOURCES.map((source) => ({
      source,
      views: sum[`from_${source}`],
      started: sum[`started_${source}`],
      applications: sum[`sent_${source}`],
    })),
    applicationSourcesSince: sum.since,
  };
}

/** Days are deleted after a time; the total number of views of a job is kept. */
export const jobNumberRetention = rowsOlderThanAllowed('jobNumbers', {
  table: 'job_day',
  since: sql`day`,
  isDate: true,
  site: sql`(select site from job where job.id = job_day.job_id)`,
});
