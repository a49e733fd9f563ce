import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { deriveKey } from '#contract/backend/derive-key.js';
import { readCounts } from '#contract/backend/web-counts.js';
import type { Mutation, MutationCountJobViewsArgs } from '#contract/generated/resolvers.js';
import { JOB_VIEWS, type JobViewClaims } from '#contract/job-views.js';
import { parseId } from '../../../platform/database/id.js';
import type { Database } from '../../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../../platform/graphql/allow.js';

const MAX_VIEWS = 1_000_000;

/** Counts how often jobs were seen, by the word of the web tier. */
export class JobViews {
  private readonly keys: readonly Uint8Array[];

  /** @param secrets shared with the web tier; any of them may have signed, while keys rotate */
  constructor(
    private readonly database: Kysely<Database>,
    secrets: readonly string[],
  ) {
    this.keys = secrets.map((secret) => deriveKey(secret, JOB_VIEWS.keyPurpose));
  }

  /**
   * Adds up in one statement; what was sent twice counts once, and jobs that nobody else can see do not.
   *
   * @returns of how many jobs; undefined: the word is not ours, or too old
   */
  async count(assertion: string, { site, now }: { site: string; now: Date }): Promise<number | undefined> {
    const read = await readCounts<JobViewClaims>(this.keys, assertion, now);
    if (!read) return undefined;
    const views = readViews(read.counts.views);
    const { rows } = await sql<{ count: number }>`
      with first as (
        insert into identity_assertion (digest, expires_at) values (${digest(read.id)}, ${read.expiresAt})
        on conflict (digest) do nothing returning digest
      ), seen as (
        select job.id, v.views from jsonb_to_recordset(${JSON.stringify(views)}::jsonb) as v(id bigint, views integer)
        join job on job.id = v.id where job.site = ${site} and job.state = 'published' and exists (select from first)
        order by job.id
      ), counted as (
        insert into job_views (job_id, views) select id, views from seen
        on conflict (job_id) do update set views = job_views.views + excluded.views returning job_id
      )
      select count(*)::integer as count from counted
    `.execute(this.database);
    return rows[0]!.count;
  }
}

function readViews(views: JobViewClaims['views']) {
  return Object.entries(views)
    .slice(0, JOB_VIEWS.most)
    .flatMap(([name, count]) => {
      const id = parseId(name);
      return id !== undefined && Number.isInteger(count) && count > 0
        ? [{ id, views: Math.min(count, MAX_VIEWS) }]
        : [];
    });
}

function digest(id: string): Buffer {
  return createHash('sha256').update(`job views ${id}`).digest();
}

/** How often jobs were seen. */
export function jobViewResolvers(views: JobViews) {
  return {
    Mutation: {
      // Whoever asks: it is the signature that counts.
      countJobViews: allow<MutationCountJobViewsArgs, Mutation['countJobViews']>(
        'anyone',
        async ({ assertion }, { site, now }) => (await views.count(assertion, { site: site.name, now })) ?? null,
      ),
    },
  } satisfies RootResolvers;
}
