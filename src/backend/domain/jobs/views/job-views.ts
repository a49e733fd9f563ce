import { createHash } from 'node:crypto';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { deriveKey } from '#contract/backend/signed-tokens.js';
import { readCounts } from '#contract/backend/web-counts.js';
import type {
  Mutation,
  MutationCountJobViewsArgs,
  JobNumbers,
  Query,
  QueryJobNumbersArgs,
} from '#contract/generated/resolvers.js';
import { JOB_VIEWS, type JobViewClaims, SHOWN_WEEKS } from '#contract/job-views.js';
import { VIEW_SOURCES, type ViewSource } from '#contract/view-source.js';
import { parseId } from '../../../platform/database/statement.js';
import type { Database } from '../../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../../platform/graphql/allow.js';
import { mayActForOrganization, type UserContext } from '../../../platform/graphql/request-context.js';
import { rowsOlderThanAllowed } from '../../../platform/retention/retention-rule.js';

const COUNTED_BY_SOURCE: readonly CountedBySource[] = ['from', 'started', 'sent'];

/** Days are deleted after a time; the total number of views of a job is kept. */
export const jobNumberRetention = rowsOlderThanAllowed('jobNumbers', {
  table: 'job_day',
  since: sql`day`,
  isDate: true,
  site: sql`(select site from job where job.id = job_day.job_id)`,
});

const MAX_VIEWS = 1_000_000;
/** Columns of a day for the counters of a job. */
const STARTED_BY_SOURCE = VIEW_SOURCES.map((source) => `started_${source}` as const);
const COUNTED = ['views', 'started', ...VIEW_SOURCES, ...STARTED_BY_SOURCE] as const;
const DAY_COLUMNS = [
  'views',
  'started',
  ...VIEW_SOURCES.map((source) => sourceColumn('from', source)),
  ...STARTED_BY_SOURCE,
];
const RECORD = sql.raw(['id bigint', ...COUNTED.map((what) => `${what} integer`)].join(', '));
const COLUMNS = sql.raw(DAY_COLUMNS.join(', '));
const COUNTED_COLUMNS = sql.raw(COUNTED.join(', '));
const SUMS = sql.raw(DAY_COLUMNS.map((column) => `${column} = job_day.${column} + excluded.${column}`).join(', '));

/** Counts views and opened application forms of jobs, by source, as the web tier reports them. */
export class JobViews {
  private readonly keys: readonly Uint8Array[];

  /** @param secrets shared with the web tier; during key rotation, any of them may have signed */
  constructor(
    private readonly database: Kysely<Database>,
    secrets: readonly string[],
  ) {
    this.keys = secrets.map((secret) => deriveKey(secret, JOB_VIEWS.keyPurpose));
  }

  /**
   * Adds the counts in one statement; a repeated assertion counts once, and jobs that are not public are skipped.
   *
   * @returns the number of jobs; undefined if the assertion was not signed by the web tier, or is too old
   */
  async count(assertion: string, { site, now }: { site: string; now: Date }): Promise<number | undefined> {
    const read = await readCounts<JobViewClaims>(this.keys, assertion, now);
    if (!read) return undefined;
    const views = readCounted(read.counts);
    const { rows } = await sql<{ count: number }>`
      with first as (
        insert into identity_assertion (digest, expires_at) values (${digest(read.id)}, ${read.expiresAt})
        on conflict (digest) do nothing returning digest
      ), seen as (
        select v.* from jsonb_to_recordset(${JSON.stringify(views)}::jsonb) as v(${RECORD})
        join job on job.id = v.id where job.site = ${site} and job.state = 'published' and exists (select from first)
        order by job.id
      ), counted as (
        insert into job_views (job_id, views, started) select id, views, started from seen
        on conflict (job_id) do update set views = job_views.views + excluded.views, started = job_views.started + excluded.started
        returning job_id
      ), by_day as (
        insert into job_day (job_id, day, sent, ${COLUMNS}) select id, ${dayOf(now)}::date, 0, ${COUNTED_COLUMNS} from seen
        on conflict (job_id, day) do update set sent = coalesce(job_day.sent, 0), ${SUMS}
      )
      select count(*)::integer as count from counted
    `.execute(this.database);
    return rows[0]!.count;
  }
}

/** Reads assertions, including those of a web tier that only counts views. */
function readCounted({ views, tallies = {} }: JobViewClaims) {
  const ids = [...new Set([...Object.keys(views), ...Object.keys(tallies)])].slice(0, JOB_VIEWS.most);
  return ids.flatMap((name) => {
    const id = parseId(name);
    const tally = tallies[name] ?? {};
    const counts = COUNTED.map((what) => [what, countOf(what === 'views' ? views[name] : tally[what])] as const);
    return id !== undefined && counts.some(([, count]) => count > 0) ? [{ id, ...Object.fromEntries(counts) }] : [];
  });
}

/** @returns a number that can be added; 0 if the input is invalid */
function countOf(count: unknown): number {
  return typeof count === 'number' && Number.isInteger(count) && count > 0 ? Math.min(count, MAX_VIEWS) : 0;
}

function digest(id: string): Buffer {
  return createHash('sha256').update(`job views ${id}`).digest();
}

/** Resolver for reported counts of views. */
export function jobViewResolvers(views: JobViews) {
  return {
    Mutation: {
      // Open to every caller: only the signature matters.
      countJobViews: allow<MutationCountJobViewsArgs, Mutation['countJobViews']>(
        'anyone',
        async ({ assertion }, { site, now }) => (await views.count(assertion, { site: site.name, now })) ?? null,
      ),
    },
  } satisfies RootResolvers;
}

/** Counters by source; a day of a job has a column for each counter and source. */
export type CountedBySource = 'from' | 'started' | 'sent';

/** @returns the name of a column; both parts come from fixed lists, never from input */
export function sourceColumn(what: CountedBySource, source: ViewSource): string {
  return `${what}_${source}`;
}

/** The UTC day of a time, which is the day it is counted in. */
function dayOf(now: Date): string {
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
