import type { Kysely } from 'kysely';
import type { Job } from '#contract/generated/resolvers.js';
import type { BackendOptions } from '#contract/backend/backend.js';
import type { Database } from '../../platform/database/schema.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import type { Lazy } from '../../platform/graphql/lazy.js';
import type { JobSimilarity } from '../../platform/search-index/job-similarity.port.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import type { OrganizationProfiles } from '../organizations/organization-profiles.js';
import { jobResolvers, loadJob } from './job.resolvers.js';
import { postingRetention } from './posting-retention.js';
import { JobViews, jobViewResolvers } from './views/count-views.js';
import { jobNumberResolvers, jobNumberRetention } from './views/job-numbers.js';

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
