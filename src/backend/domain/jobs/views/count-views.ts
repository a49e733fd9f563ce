import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { deriveKey } from '#contract/backend/derive-key.js';
import { readCounts } from '#contract/backend/web-counts.js';
import type { Mutation, MutationCountJobViewsArgs } from '#contract/generated/resolvers.js';
import { JOB_VIEWS, type JobViewClaims } from '#contract/job-views.js';
import { VIEW_SOURCES } from '#contract/view-source.js';
import { parseId } from '../../../platform/database/id.js';
import type { Database } from '../../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../../platform/graphql/allow.js';
import { dayOf, sourceColumn } from './day-columns.js';

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
