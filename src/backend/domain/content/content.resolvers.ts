import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { MenuItem, Query, QueryMenuArgs } from '#contract/generated/resolvers.js';
import type { BackendSite } from '#contract/backend/backend.js';
import type { ChangeFeed } from '../../platform/change-feed/change-feed.js';
import { ResultCache, type Packing } from '../../platform/database/caches.js';
import type { Database, StoredMenuItem } from '../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import { articleResolvers } from './article.resolvers.js';
import { seedMissingContent } from './seed-content.js';

const MAX_ENTRIES = 500;

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

/**
 * Resolvers for menus and landing pages. Every page needs the menus, and pages are rendered anew while jobs are imported, so menus are
 * cached until they change.
 */
export function contentResolvers(database: Kysely<Database>, feed: ChangeFeed) {
  const cache = new ResultCache<object>(new LRUCache({ max: MAX_ENTRIES }), () => feed.isCurrent);
  feed.subscribe((changes) => {
    if (changes.some(({ kind }) => kind === 'content' || kind === 'all')) cache.invalidate();
  });

  const menuOf = (site: string, name: string) =>
    cache.get(
      { menu: name, site },
      () =>
        database
          .selectFrom('menu')
          .select('items')
          .where('site', '=', site)
          .where('name', '=', name)
          .limit(1)
          .execute(),
      asTheyAre(),
    );
  const settingsOf = (site: string) =>
    cache.get(
      { settings: site },
      () =>
        database
          .selectFrom('app_config')
          .select(['name', 'key', 'value'])
          .where('site', '=', site)
          .orderBy('name')
          .orderBy('key')
          .execute(),
      asTheyAre(),
    );

  return {
    Query: {
      menu: allow<QueryMenuArgs, Query['menu']>('anyone', async ({ name }, { site, language }) => {
        const [menu] = await menuOf(site.name, name);
        return menu ? { name, items: menu.items.map((item) => toItem(item, language)) } : null;
      }),

      getAppConfig: allow<object, Query['getAppConfig']>('anyone', (_args, { site }) => settingsOf(site.name)),
    },
  } satisfies RootResolvers;
}

function asTheyAre<Rows extends object>(): Packing<Rows, object> {
  return { pack: (rows) => rows, unpack: (rows) => rows as Rows };
}

function toItem(item: StoredMenuItem, language: string): MenuItem {
  return {
    title: item.title[language] ?? item.title['en'] ?? item.path,
    url: { path: item.path },
    class: item.class ?? null,
    target: item.target ?? null,
    children: (item.children ?? []).map((child) => toItem(child, language)),
  };
}
