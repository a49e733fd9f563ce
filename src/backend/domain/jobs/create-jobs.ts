import type { Kysely } from 'kysely';
import type { BackendOptions } from '#contract/backend/backend.js';
import type { Database } from '../../platform/database/schema.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import type { OrganizationProfiles } from '../organizations/organization-profiles.js';
import { jobResolvers } from './job.resolvers.js';
import { JobViews, jobViewResolvers } from './views/count-views.js';

/** Jobs as visitors see them, and how often they are seen. */
export function createJobs(deps: {
  database: Kysely<Database>;
  terms: TermCatalog;
  profiles: OrganizationProfiles;
  secrets: BackendOptions['secrets'];
}): BackendModule {
  const { database, terms, profiles: organizations, secrets } = deps;
  return {
    resolvers: [jobResolvers({ database, terms, organizations }), jobViewResolvers(new JobViews(database, secrets))],
  };
}
