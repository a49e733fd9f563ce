import type { Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import type { Database } from '../../platform/database/schema.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import { contactResolvers } from './contact.resolvers.js';
import { startLapsingContacts } from './lapse-contacts.js';

/** Requests for contact from organizations to the owners of resumes, who approve, refuse and revoke them. */
export function createContactRequests(deps: {
  database: Kysely<Database>;
  clock: () => Date;
  logger: BackendLogger;
}): BackendModule {
  return { resolvers: [contactResolvers(deps.database)], startJobs: () => startLapsingContacts(deps) };
}
