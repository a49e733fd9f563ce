import type { Kysely } from 'kysely';
import type { MenuItem, Query, QueryMenuArgs } from '../../contract/generated/resolvers.js';
import type { Database, StoredMenuItem } from '../database/schema.js';
import { allow, type RootResolvers } from '../graphql/allow.js';

export function contentResolvers(database: Kysely<Database>) {
  return {
    Query: {
      menu: allow<QueryMenuArgs, Query['menu']>('anyone', async ({ name }, { site, language }) => {
        const menu = await database
          .selectFrom('menu')
          .select('items')
          .where('site', '=', site.name)
          .where('name', '=', name)
          .executeTakeFirst();
        return menu ? { name, items: menu.items.map((item) => toItem(item, language)) } : null;
      }),

      getAppConfig: allow<object, Query['getAppConfig']>('anyone', (_args, { site }) =>
        database
          .selectFrom('app_config')
          .select(['name', 'key', 'value'])
          .where('site', '=', site.name)
          .orderBy('name')
          .orderBy('key')
          .execute(),
      ),
    },
  } satisfies RootResolvers;
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
