import type { Kysely } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import type { ChangeFeed } from '../../platform/change-feed/change-feed.js';
import type { Database } from '../../platform/database/schema.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import { consentResolvers } from './consent.resolvers.js';
import { ConsentTexts } from './consent-texts.js';
import { seedMissingConsents } from './seed-consents.js';

/** Consent texts, and the consents that people have given. */
export async function createConsents(deps: {
  database: Kysely<Database>;
  changes: ChangeFeed;
  sites: readonly BackendSite[];
  clock: () => Date;
}): Promise<BackendModule> {
  const { database, changes, sites, clock } = deps;
  await seedMissingConsents(database, sites, clock());
  return { resolvers: [consentResolvers({ database, texts: new ConsentTexts(database, changes) })] };
}
