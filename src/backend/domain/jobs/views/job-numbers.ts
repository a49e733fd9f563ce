import { sql, type Kysely } from 'kysely';
import type { JobNumbers, Query, QueryJobNumbersArgs } from '#contract/generated/resolvers.js';
import { SHOWN_WEEKS, VIEW_SOURCES, type ViewSource } from '#contract/job-views.js';
import { parseId } from '../../../platform/database/id.js';
import type { Database } from '../../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../../platform/graphql/allow.js';
import type { UserContext } from '../../../platform/graphql/request-context.js';
import { mayActForOrganization } from '../../../platform/graphql/viewer.js';
import { rowsOlderThanAllowed } from '../../../platform/retention/retention-rule.js';

interface Week {
  week: string;
  views: number;
  started: number;
  applications: number;
}

/** How often a job was seen, by which way, and applied for, for those who work for its organization. */
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
 * Reads the last weeks of a job, weeks in which nothing happened included. What it costs depends on the weeks and on the job's applications
 * alone.
 *
 * @returns undefined: there is no such job, or the viewer does not work for its organization
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
    seen as (
      select date_trunc('week', day)::date as monday, sum(views)::integer as views, sum(started)::integer as started
      from job_day where job_id = ${id} and day >= ${monday} group by 1
    ), sent as (
      select date_trunc('week', created_at at time zone 'UTC')::date as monday, count(*)::integer as applications
      from application where job_id = ${id} and created_at >= ${monday}::timestamp at time zone 'UTC' group by 1
    )
    select to_char(week.monday, 'YYYY-MM-DD') as week, coalesce(views, 0) as views, coalesce(started, 0) as started,
      coalesce(applications, 0) as applications
    from week left join seen using (monday) left join sent using (monday) order by week.monday
  `.execute(database);
  const { rows: sources } = await sql<Record<`from_${ViewSource}`, number>>`
    select ${sql.join(VIEW_SOURCES.map((source) => sql`coalesce(sum(${sql.ref(`from_${source}`)}), 0)::integer as ${sql.ref(`from_${source}`)}`))}
    from job_day where job_id = ${id} and day >= ${monday}
  `.execute(database);
  const total = (what: Exclude<keyof Week, 'week'>) => weeks.reduce((sum, week) => sum + week[what], 0);
  return {
    views: total('views'),
    started: total('started'),
    applications: total('applications'),
    weeks,
    sources: VIEW_SOURCES.map((source) => ({ source, views: sources[0]?.[`from_${source}`] ?? 0 })),
  };
}

/** Days are forgotten after a time; how often a job was seen in all stays. */
export const jobNumberRetention = rowsOlderThanAllowed('jobNumbers', {
  table: 'job_day',
  since: sql`day`,
  isDate: true,
  site: sql`(select site from job where job.id = job_day.job_id)`,
});
