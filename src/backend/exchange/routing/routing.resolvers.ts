import type { Kysely } from 'kysely';
import type { Query, QueryGetRoutInfoArgs } from '#contract/generated/resolvers.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import { findRoute } from './route-info.js';

export function routingResolvers(database: Kysely<Database>) {
  return {
    Query: {
      getRoutInfo: allow<QueryGetRoutInfoArgs, Query['getRoutInfo']>('anyone', ({ slug, language }, context) =>
        findRoute(database, slug, language ?? undefined, context),
      ),
    },
  } satisfies RootResolvers;
}
