import type { Kysely } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import type { Database } from '../../platform/database/schema.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import type { SearchIndexer, SavedSearches } from '../../platform/search-index/search-index.port.js';
import { accountDeletionResolvers, unusedAccountRetention } from '../account-deletion/end-account.js';
import { auditRetention, auditResolvers } from '../audit/audit-log.js';
import type { PasswordQueue } from '../accounts/slow-work.js';
import type { Masquerade } from '../accounts/sessions/masquerade.js';
import type { Sessions } from '../accounts/sessions/sessions.js';
import { staffAccessResolvers } from '../staff-access/staff-access.js';
import { type QueueSources, queueResolvers } from './background-jobs/queue.resolvers.js';
import { recruiterResolvers } from './recruiters/recruiter.resolvers.js';
import { siteOrganizationResolvers } from './organizations/site-organization.resolvers.js';
import { userResolvers, UserAdministration } from './users/user.resolvers.js';

/**
 * Creates the module for administrators: users, background jobs, access to private data; also account deletion, which concerns all domains.
 */
export function createAdministration(deps: {
  database: Kysely<Database>;
  indexer: SearchIndexer;
  savedSearches: SavedSearches;
  sites: readonly BackendSite[];
  queues: QueueSources;
  sessions: Sessions;
  masquerade: Masquerade;
  turns: PasswordQueue;
}): BackendModule {
  const { database, indexer, savedSearches, sites, queues, sessions, masquerade, turns } = deps;
  const administration = new UserAdministration(database, sessions, indexer);
  return {
    retention: [unusedAccountRetention({ indexer, sites }), auditRetention],
    resolvers: [
      userResolvers({ database, masquerade, administration }),
      auditResolvers(database),
      queueResolvers(database, queues),
      recruiterResolvers(database),
      siteOrganizationResolvers({ database, indexer, savedSearches }),
      staffAccessResolvers(database),
      accountDeletionResolvers({ database, indexer, sites, turns }),
    ],
  };
}
