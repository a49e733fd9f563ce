import type { Kysely } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import type { Mutation, MutationDeleteAccountArgs } from '#contract/generated/resolvers.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import type { SearchIndexer } from '../../platform/search-index/search-indexer.port.js';
import { accountResult, placeOf } from '../accounts/account-results.js';
import type { PasswordTurns } from '../accounts/passwords/password-turns.js';
import { deleteAccount } from './account-deletion.js';

/** Deleting one's own account. */
export function accountDeletionResolvers(parts: {
  database: Kysely<Database>;
  indexer: SearchIndexer;
  sites: readonly BackendSite[];
  turns: PasswordTurns;
}) {
  const { turns } = parts;
  return {
    Mutation: {
      deleteAccount: allow<MutationDeleteAccountArgs, Mutation['deleteAccount']>(
        'self',
        ({ currentPassword }, context) =>
          turns.take(context, async () =>
            accountResult(await deleteAccount(parts, context.viewer, currentPassword, placeOf(context)), context),
          ),
      ),
    },
  } satisfies RootResolvers;
}
