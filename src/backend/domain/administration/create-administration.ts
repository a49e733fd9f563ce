import type { Kysely } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import type { Database } from '../../platform/database/schema.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import type { SearchIndexer } from '../../platform/search-index/search-indexer.port.js';
import { accountDeletionResolvers } from '../account-deletion/account-deletion.resolvers.js';
import type { PasswordQueue } from '../accounts/passwords/password-queue.js';
import type { Masquerade } from '../accounts/sessions/masquerade.js';
import type { Sessions } from '../accounts/sessions/sessions.js';
import { staffAccessResolvers } from '../staff-access/staff-access.js';
import { administrationResolvers } from './administration.resolvers.js';
import { queueResolvers } from './background-jobs/queue.resolvers.js';
import { recruiterResolvers } from './recruiters/recruiter.resolvers.js';
import { UserAdministration } from './user-administration.js';

/** What administrators do: users, background jobs, access to private data; and the end of an account, which concerns all domains. */
export function createAdministration(deps: {
  database: Kysely<Database>;
  indexer: SearchIndexer;
  sites: readonly BackendSite[];
  sessions: Sessions;
  masquerade: Masquerade;
  turns: PasswordQueue;
}): BackendModule {
  const { database, indexer, sites, sessions, masquerade, turns } = deps;
  const administration = new UserAdministration(database, sessions, indexer);
  return {
    resolvers: [
      administrationResolvers({ database, masquerade, administration }),
      queueResolvers(database),
      recruiterResolvers(database),
      staffAccessResolvers(database),
      accountDeletionResolvers({ database, indexer, sites, turns }),
    ],
  };
}
