import type { Kysely } from 'kysely';
import { MAX_BOOKMARKS } from '#contract/bookmarks.js';
import type { Mutation, MutationChangeBookmarksArgs, Query } from '#contract/generated/resolvers.js';
import { parseId } from '../../platform/database/id.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import { badUserInput } from '../../platform/graphql/rejection.js';
import { changeBookmarks, findBookmarks } from './bookmarks.js';

export function bookmarkResolvers(database: Kysely<Database>) {
  return {
    Query: {
      bookmarkedJobs: allow<object, Query['bookmarkedJobs']>('user', (_args, { viewer, site }) =>
        findBookmarks(database, { accountId: viewer.accountId, site: site.name }),
      ),
    },
    Mutation: {
      changeBookmarks: allow<MutationChangeBookmarksArgs, Mutation['changeBookmarks']>(
        'user',
        async ({ add, remove }, { viewer, site, now }) => {
          const owner = { accountId: viewer.accountId, site: site.name };
          const change = { add: idsOf('add', add), remove: idsOf('remove', remove), now };
          await database.transaction().execute((trx) => changeBookmarks(trx, owner, change));
          return findBookmarks(database, owner);
        },
      ),
    },
  } satisfies RootResolvers;
}

/** What cannot be an id is that of no job. */
function idsOf(name: string, ids: readonly string[]): number[] {
  if (ids.length > MAX_BOOKMARKS) throw badUserInput(`"${name}" has more than ${MAX_BOOKMARKS} ids`);
  return [...new Set(ids)].flatMap((id) => parseId(id) ?? []);
}
