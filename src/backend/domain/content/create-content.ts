import type { Kysely } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import type { ChangeFeed } from '../../platform/change-feed/change-feed.js';
import type { Database } from '../../platform/database/schema.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import { articleResolvers } from './article.resolvers.js';
import { contentResolvers } from './content.resolvers.js';
import { seedMissingContent } from './seed-content.js';

/** Menus, landing pages and news. A new site gets default ones. */
export async function createContent(deps: {
  database: Kysely<Database>;
  changes: ChangeFeed;
  sites: readonly BackendSite[];
  clock: () => Date;
}): Promise<BackendModule> {
  const { database, changes, sites, clock } = deps;
  await seedMissingContent(database, sites, clock());
  return { resolvers: [contentResolvers(database, changes), articleResolvers(database)] };
}
