import { type Kysely, sql } from 'kysely';
import type {
  ListedUser,
  QueryUsersArgs,
  RoleName,
  UserList,
  SiteOrganizationState,
  SiteUser,
} from '#contract/generated/resolvers.js';
import { isUuid } from '../../../platform/database/id.js';
import type { Database } from '../../../platform/database/schema.js';
import { isAdmin } from '../../../platform/graphql/viewer.js';
import { ORGANIZATION_STATE } from '../organizations/site-organizations.js';

interface UserRow {
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

interface Row extends UserRow {
  language: string;
  last_login: Date | null;
  block_reason: string | null;
  organizations: { id: string; name: string; state: SiteOrganizationState; role: 'owner' | 'editor' }[];
  applications: number;
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
function toListedUser(row: UserRow): ListedUser {
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

/**
 * @param site limits organizations, jobs and applications; accounts exist on all sites
 * @returns the account with its organizations, jobs and applications on the site; null if there is no such account
 */
export async function findUser(database: Kysely<Database>, site: string, id: string): Promise<SiteUser | null> {
  if (!isUuid(id)) return null;
  const { rows } = await sql<Row>`
    select a.id, a.name, a.email, a.roles, a.email_verified, a.created_at, a.blocked_at, a.language, l.last_at as last_login,
      case when a.blocked_at is not null then (
        select e.details->>'reason' from audit_event e
        where e.subject_id = a.id and e.action = 'account.blocked' order by e.id desc limit 1
      ) end as block_reason,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', o.id::text, 'name', o.name, 'state', ${ORGANIZATION_STATE}, 'role', m.role)
          order by lower(o.name), o.id)
        from organization_member m join organization o on o.id = m.organization_id
        where m.account_id = a.id and o.site = ${site} and o.state <> 'unnamed'
      ), '[]') as organizations,
      (select count(*)::int from application p join job j on j.id = p.job_id
        where p.account_id = a.id and j.site = ${site}) as applications
    from account a left join account_login l on l.account_id = a.id where a.id = ${id}::uuid
  `.execute(database);
  const [row] = rows;
  if (!row) return null;
  return {
    __typename: 'SiteUser',
    account: toListedUser(row),
    language: row.language,
    lastLogin: row.last_login?.toISOString() ?? null,
    blockReason: row.block_reason,
    organizations: row.organizations.map((each) => ({ __typename: 'SiteUserOrganization' as const, ...each })),
    applications: row.applications,
  };
}
