import { type Kysely, sql } from 'kysely';
import type { ListedUser, QueryUsersArgs, RoleName, UserList } from '#contract/generated/resolvers.js';
import { isUuid } from '../../../platform/database/id.js';
import type { Database } from '../../../platform/database/schema.js';
import { isAdmin } from '../../../platform/graphql/viewer.js';

export interface UserRow {
  id: string;
  name: string;
  email: string;
  roles: RoleName[];
  email_verified: Date | null;
  created_at: Date;
  blocked_at: Date | null;
}

interface UserSearch extends Pick<QueryUsersArgs, 'search' | 'role' | 'blocked' | 'id'> {
  limit: number;
  offset: number;
}

/** @returns accounts, sorted by address */
export async function listUsers(
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
    sql<UserRow>`
      select id, name, email, roles, email_verified, created_at, blocked_at ${matching}
      order by email limit ${limit} offset ${offset}
    `.execute(database),
    sql<{ total: number }>`select count(*)::integer as total ${matching}`.execute(database),
  ]);
  return { total: counted[0]?.total ?? 0, users: rows.map(toListedUser) };
}

/** @returns the account in the form that the contract uses in lists */
export function toListedUser(row: UserRow): ListedUser {
  return {
    __typename: 'ListedUser',
    id: row.id,
    name: row.name,
    email: row.email,
    roles: row.roles.map((targetId) => ({ __typename: 'UserRole' as const, targetId })),
    emailVerified: row.email_verified?.toISOString() ?? null,
    created: row.created_at.toISOString(),
    blocked: row.blocked_at?.toISOString() ?? null,
    isMasqueradable: row.blocked_at === null && !isAdmin(row),
  };
}
