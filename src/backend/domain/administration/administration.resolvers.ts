import { type Kysely, sql } from 'kysely';
import type {
  Mutation,
  MutationMasqueradeArgs,
  MutationSetUserBlockedArgs,
  MutationSetUserRolesArgs,
  Query,
  QueryAuditEventsArgs,
  QueryUsersArgs,
  RoleName,
  UserList,
} from '#contract/generated/resolvers.js';
import { parseId, isUuid } from '../../platform/database/id.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import { badUserInput } from '../../platform/graphql/rejection.js';
import { isAdmin } from '../../platform/graphql/viewer.js';
import { accountResult, loginResult, placeOf } from '../accounts/account-results.js';
import { listAudit } from '../audit/audit-log.js';
import type { Masquerade } from '../accounts/sessions/masquerade.js';
import type { UserAdministration } from './user-administration.js';

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
        loginResult(await masquerade.begin(context.viewer, userId, placeOf(context)), context, { masqueraded: true }),
      ),
      endMasquerade: allow<object, Mutation['endMasquerade']>('masquerader', async (_args, context) =>
        loginResult(await masquerade.end(context.viewer, placeOf(context)), context),
      ),
    },
  } satisfies RootResolvers;
}

interface UserSearch extends Pick<QueryUsersArgs, 'search' | 'role' | 'blocked' | 'id'> {
  limit: number;
  offset: number;
}

/** Accounts in the order of their addresses. */
async function listUsers(
  database: Kysely<Database>,
  { search, role, blocked, id, limit, offset }: UserSearch,
): Promise<UserList> {
  if (id != null && !isUuid(id)) return { total: 0, users: [] };
  const part = search?.trim() ? `%${search.trim().replace(/[\\%_]/g, '\\$&')}%` : null;
  const matching = sql`
    from account where (${part}::text is null or email ilike ${part} or name ilike ${part})
      and (${role ?? null}::text is null or ${role ?? null} = any(roles))
      and (${blocked ?? null}::boolean is null or (blocked_at is not null) = ${blocked ?? null})
      and (${id ?? null}::uuid is null or id = ${id ?? null}::uuid)
  `;
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<{
      id: string;
      name: string;
      email: string;
      roles: RoleName[];
      email_verified: Date | null;
      created_at: Date;
      blocked_at: Date | null;
    }>`
      select id, name, email, roles, email_verified, created_at, blocked_at ${matching}
      order by email limit ${limit} offset ${offset}
    `.execute(database),
    sql<{ total: number }>`select count(*)::integer as total ${matching}`.execute(database),
  ]);
  return {
    total: counted[0]?.total ?? 0,
    users: rows.map((row) => ({
      id: row.id,
      name: row.name,
      email: row.email,
      roles: row.roles.map((targetId) => ({ targetId })),
      emailVerified: row.email_verified?.toISOString() ?? null,
      created: row.created_at.toISOString(),
      blocked: row.blocked_at?.toISOString() ?? null,
      isMasqueradable: row.blocked_at === null && !isAdmin(row),
    })),
  };
}
