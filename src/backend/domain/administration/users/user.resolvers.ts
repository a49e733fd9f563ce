import type { Kysely } from 'kysely';
import type {
  Mutation,
  MutationMasqueradeArgs,
  MutationSendUserMailArgs,
  MutationSetUserBlockedArgs,
  MutationSetUserRolesArgs,
  Query,
  QuerySiteUserArgs,
  QueryUsersArgs,
} from '#contract/generated/resolvers.js';
import type { Database } from '../../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../../platform/graphql/allow.js';
import { accountResult, loginResult, placeOf } from '../../accounts/account-results.js';
import type { Masquerade } from '../../accounts/sessions/masquerade.js';
import { findUser, listUsers } from './users.js';
import { sendUserMail, type UserAdministration } from './user-administration.js';

const MAX_ROWS = 100;

/** Resolvers for the administration of accounts. */
export function userResolvers(parts: {
  database: Kysely<Database>;
  administration: UserAdministration;
  masquerade: Masquerade;
}) {
  const { database, administration, masquerade } = parts;
  const limited = (limit: number | null | undefined): number => Math.min(Math.max(limit ?? 50, 0), MAX_ROWS);

  return {
    Query: {
      users: allow<QueryUsersArgs, Query['users']>('administrator', ({ limit, offset, ...search }) =>
        listUsers(database, { ...search, limit: limited(limit), offset: Math.max(offset ?? 0, 0) }),
      ),
      siteUser: allow<QuerySiteUserArgs, Query['siteUser']>('administrator', ({ id }, { site }) =>
        findUser(database, site.name, id),
      ),
    },
    Mutation: {
      setUserRoles: allow<MutationSetUserRolesArgs, Mutation['setUserRoles']>('administrator', async (args, context) =>
        accountResult(await administration.setRoles(context.viewer, args, placeOf(context)), context),
      ),
      setUserBlocked: allow<MutationSetUserBlockedArgs, Mutation['setUserBlocked']>(
        'administrator',
        async ({ userId, blocked, reason }, context) =>
          accountResult(
            await administration.setBlocked(context.viewer, { userId, blocked, reason }, placeOf(context)),
            context,
          ),
      ),
      sendUserMail: allow<MutationSendUserMailArgs, Mutation['sendUserMail']>(
        'administrator',
        async (args, context) => {
          const sender = { actorId: context.viewer.accountId, place: placeOf(context) };
          return accountResult(await sendUserMail(database, args, sender), context);
        },
      ),
      masquerade: allow<MutationMasqueradeArgs, Mutation['masquerade']>('administrator', async ({ userId }, context) =>
        loginResult(await masquerade.begin(context.viewer, userId, placeOf(context)), context, { masqueraded: true }),
      ),
      endMasquerade: allow<object, Mutation['endMasquerade']>('masquerader', async (_args, context) =>
        loginResult(await masquerade.end(context.viewer, placeOf(context)), context),
      ),
    },
  } satisfies RootResolvers;
}
