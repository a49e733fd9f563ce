import type { Kysely } from 'kysely';
import type {
  Mutation,
  MutationMasqueradeArgs,
  MutationSetUserBlockedArgs,
  MutationSetUserRolesArgs,
  Query,
  QueryAuditEventsArgs,
  QueryUsersArgs,
} from '#contract/generated/resolvers.js';
import { parseId } from '../../platform/database/id.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import { badUserInput } from '../../platform/graphql/rejection.js';
import { accountResult, loginResult, placeOf } from '../accounts/account-results.js';
import { listAudit } from '../audit/audit-log.js';
import type { Masquerade } from '../accounts/sessions/masquerade.js';
import type { UserAdministration } from './user-administration.js';
import { listUsers } from './user-list.js';

const MAX_ROWS = 100;

export function administrationResolvers(parts: {
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
      auditEvents: allow<QueryAuditEventsArgs, Query['auditEvents']>('administrator', ({ limit, before }) => {
        const id = before == null ? undefined : parseId(before);
        if (before != null && id === undefined) throw badUserInput('before is no event');
        return listAudit(database, { limit: limited(limit), before: id });
      }),
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
      masquerade: allow<MutationMasqueradeArgs, Mutation['masquerade']>('administrator', async ({ userId }, context) =>
        loginResult(await masquerade.begin(context.viewer, userId, placeOf(context)), context),
      ),
      endMasquerade: allow<object, Mutation['endMasquerade']>('masquerader', async (_args, context) =>
        loginResult(await masquerade.end(context.viewer, placeOf(context)), context),
      ),
    },
  } satisfies RootResolvers;
}
