import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Job } from '#contract/generated/resolvers.js';
import type { BackendOptions } from '#contract/backend/backend.js';
import type { Database } from '../../platform/database/schema.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import type { Lazy } from '../../platform/graphql/lazy.js';
import type { JobSimilarity } from '../../platform/search-index/search-index.port.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import type { Cutoff, DeletedRows, RetentionRule } from '../../platform/retention/retention-rule.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import type { OrganizationProfiles } from '../organizations/organization-profiles.js';
import { jobResolvers, loadJob } from './job.resolvers.js';
import { JobViews, jobViewResolvers, jobNumberResolvers, jobNumberRetention } from './views/count-views.js';

export interface Jobs extends BackendModule {
  /** Loads a job whose page the viewer may see; null if there is none. */
  load: (id: string, context: RequestContext) => Promise<Lazy<Job> | null>;
}

/** Jobs as visitors see them, and counts of their views. */
export function createJobs(deps: {
  database: Kysely<Database>;
  terms: TermCatalog;
  profiles: OrganizationProfiles;
  similarity: JobSimilarity | undefined;
  secrets: BackendOptions['secrets'];
}): Jobs {
  const { database, terms, profiles: organizations, similarity, secrets } = deps;
  const parts = { database, terms, organizations, similarity };
  return {
    load: (id, context) => loadJob(parts, id, context),
    resolvers: [jobResolvers(parts), jobViewResolvers(new JobViews(database, secrets)), jobNumberResolvers(database)],
    retention: [postingRetention, jobNumberRetention],
  };
}

/** Maximum number of jobs in a transaction: reports, bookmarks and statistics are deleted with each. */
const MAX_DELETED = 100;

/** Archived jobs, found by an index on their end. A job is kept as long as it has applications. */
const isDuePosting = (cutoff: Cutoff): RawBuilder<unknown> => sql`
  job.state = 'archived' and coalesce(job.expires_at, job.updated_at) <= ${cutoff.latest}
    and coalesce(job.expires_at, job.updated_at) <= ${cutoff.of(sql`job.site`)}
    and not exists (select from application where application.job_id = job.id)
`;

/** Jobs that ended long ago. Until then, their pages show that they are closed. Accounting records that name them are kept. */
export const postingRetention: RetentionRule = {
  kind: 'postings',
  batch: MAX_DELETED,
  async deleteDue(trx, cutoff, limit) {
    const { rows } = await sql<DeletedRows>`
      with gone as (
        delete from job where id = any(array(
          select job.id from job where ${isDuePosting(cutoff)} limit ${limit} for update skip locked
        )) returning site
      ) select site, count(*)::integer as count from gone group by site
    `.execute(trx);
    return rows;
  },
  async countDue(database, cutoff, site, limit) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from (select from job where ${isDuePosting(cutoff)} and job.site = ${site} limit ${limit}) counted
    `.execute(database);
    return rows[0]!.count;
  },
};
