import { type Kysely, sql } from 'kysely';
import type {
  Mutation,
  MutationMasqueradeArgs,
  MutationSendUserMailArgs,
  MutationSetUserBlockedArgs,
  MutationSetUserRolesArgs,
  Query,
  QuerySiteUserArgs,
  QueryUsersArgs,
  ListedUser,
  RoleName,
  UserList,
  SiteOrganizationState,
  SiteUser,
} from '#contract/generated/resolvers.js';
import type { Database } from '../../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../../platform/graphql/allow.js';
import { accountResult, loginResult, placeOf } from '../../accounts/account-results.js';
import type { Masquerade } from '../../accounts/sessions/masquerade.js';
import { isUuid } from '../../../platform/database/statement.js';
import { isAdmin } from '../../../platform/graphql/request-context.js';
import { ORGANIZATION_STATE } from '../organizations/site-organizations.js';
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
async function findUser(database: Kysely<Database>, site: string, id: string): Promise<SiteUser | null> {
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
