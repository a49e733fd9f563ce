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
import type { AccountViolation } from '#contract/accounts/account-rules.js';
import type { Database } from '../../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../../platform/graphql/allow.js';
import { accountResult, loginResult, placeOf, type Place } from '../../accounts/account-results.js';
import type { Masquerade } from '../../accounts/sessions/masquerade.js';
import { isUuid } from '../../../platform/database/statement.js';
import { isAdmin, type Viewer } from '../../../platform/graphql/request-context.js';
import { ORGANIZATION_STATE } from '../organizations/site-organizations.js';
import type { SearchIndexer } from '../../../platform/search-index/search-index.port.js';
import { writeAudit } from '../../audit/audit-log.js';
import type { Sessions } from '../../accounts/sessions/sessions.js';
import { putResetMail } from '../../accounts/passwords/passwords.js';
import { putVerificationMail } from '../../accounts/registration/registration.js';
import {
  ACTIVE_OWNERS,
  lockOwnedOrganizations,
  restoreOrganizations,
  suspendOrganizations,
} from '../../organizations/suspension.js';

const MAX_REASON_LENGTH = 500;

/** Organizations `o` of an account that have no other owner who can log in. */
const withoutOwner = (accountId: string) => sql<boolean>`(
  exists (select from organization_member m where m.organization_id = o.id and m.account_id = ${accountId}::uuid and m.role = 'owner')
  and not exists (${ACTIVE_OWNERS})
)`;

/** Organizations `o` of an account that went offline with their owners, and now have an owner again who can log in. */
const backWith = (accountId: string) => sql<boolean>`(
  not o.suspended_by_site
  and exists (select from organization_member m where m.organization_id = o.id and m.account_id = ${accountId}::uuid)
  and exists (${ACTIVE_OWNERS})
)`;

interface ChangedAccount {
  id: string;
  roles: string[];
  approved_at: Date | null;
  blocked_at: Date | null;
}

/** Whether an account has these roles and no others. @param roles in any order */
function hasRoles(account: ChangedAccount, roles: readonly RoleName[]): boolean {
  const given = new Set<string>(roles);
  return given.size === account.roles.length && account.roles.every((role) => given.has(role));
}

/** Administration of other people's accounts. Each change is written to the audit log. */
export class UserAdministration {
  constructor(
    private readonly database: Kysely<Database>,
    private readonly sessions: Sessions,
    private readonly indexer: SearchIndexer,
  ) {}

  async setRoles(
    viewer: Viewer,
    { userId, roles, before }: MutationSetUserRolesArgs,
    { site, now }: Place,
  ): Promise<AccountViolation[]> {
    const wanted = [...new Set(roles)];
    if (wanted.length === 0) return [{ field: 'roles', rule: 'roles' }];
    return this.change(viewer, userId, !wanted.includes('administrator'), async (trx, account) => {
      // What somebody else has taken away since the page was opened does not come back with it. Roles that are already as wanted are fine.
      const isUnseen = before != null && !hasRoles(account, before) && !hasRoles(account, wanted);
      if (isUnseen) return [{ field: 'before', rule: 'rolesChanged' }];
      // A recruiter role that is granted by an administrator counts as approved. The approval ends with the role, which may come back by
      // an invitation.
      const approved = account.roles.includes('recruiter') ? account.approved_at : now;
      await trx
        .updateTable('account')
        .set({ roles: wanted, approved_at: wanted.includes('recruiter') ? approved : null })
        .where('id', '=', account.id)
        .execute();
      const details = { before: account.roles.join(' '), after: wanted.join(' ') };
      const entry = {
        action: 'account.roles',
        actorId: viewer.accountId,
        subjectId: account.id,
        site,
        details,
      } as const;
      await writeAudit(trx, entry, now);
      return [];
    });
  }

  /**
   * Blocking ends all sessions of the account, hides its resumes, and takes organizations without another owner offline, with their jobs.
   * Unblocking restores all of it.
   */
  async setBlocked(
    viewer: Viewer,
    { userId, blocked, reason }: { userId: string; blocked: boolean; reason: string | null | undefined },
    { site, now }: Place,
  ): Promise<AccountViolation[]> {
    return this.change(viewer, userId, blocked, async (trx, account) => {
      if ((account.blocked_at !== null) === blocked) return [];
      const blocked_at = blocked ? now : null;
      await trx.updateTable('account').set({ blocked_at }).where('id', '=', account.id).execute();
      if (blocked) await this.sessions.endAll(trx, account.id);
      // Waits until none of them is being saved: that transaction still sees the account as it was, and would put the resume back.
      const resumes = await trx
        .selectFrom('resume')
        .select('id')
        .where('account_id', '=', account.id)
        .orderBy('id')
        .forNoKeyUpdate()
        .execute();
      await this.indexer.indexResumes(
        trx,
        resumes.map(({ id }) => id),
      );
      await lockOwnedOrganizations(trx, account.id);
      const suspension = { subjectId: account.id, actorId: viewer.accountId };
      if (blocked)
        await suspendOrganizations(trx, this.indexer, { ...suspension, which: withoutOwner(account.id) }, now);
      else await restoreOrganizations(trx, this.indexer, { ...suspension, which: backWith(account.id) }, now);
      const action = blocked ? 'account.blocked' : 'account.unblocked';
      const text = reason?.trim().slice(0, MAX_REASON_LENGTH);
      const details = text ? { reason: text } : {};
      await writeAudit(trx, { action, actorId: viewer.accountId, subjectId: account.id, site, details }, now);
      return [];
    });
  }

  /**
   * Locks both accounts, in the same order by all transactions. The viewer's account, which cannot lose its own access, remains an
   * administrator until the transaction ends: there is always one left, and other administrators need no lock.
   *
   * @param takesAdministration whether the account would lose its access to administration
   */
  private async change(
    viewer: Viewer,
    userId: string,
    takesAdministration: boolean,
    apply: (trx: Kysely<Database>, account: ChangedAccount) => Promise<AccountViolation[]>,
  ): Promise<AccountViolation[]> {
    if (!isUuid(userId)) return [{ field: 'userId', rule: 'unknownUser' }];
    return this.database.transaction().execute(async (trx) => {
      const accounts = await trx
        .selectFrom('account')
        .select(['id', 'roles', 'approved_at', 'blocked_at'])
        .where('id', 'in', [viewer.accountId, userId])
        .orderBy('id')
        .forNoKeyUpdate()
        .execute();
      const own = accounts.find(({ id }) => id === viewer.accountId);
      const account = accounts.find(({ id }) => id === userId.toLowerCase());
      // The viewer's own role may have been removed since the request arrived.
      if (!own?.roles.includes('administrator') || own.blocked_at !== null) return [{ rule: 'ownAdministration' }];
      if (account === own && takesAdministration) return [{ rule: 'ownAdministration' }];
      if (!account) return [{ field: 'userId', rule: 'unknownUser' }];
      return apply(trx, account);
    });
  }
}

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

/**
 * Sends a link to the owner of an account, in the account's language, on behalf of an administrator, who never sees the link.
 *
 * @returns a violation if the account does not exist, is blocked, or has a confirmed address already
 */
async function sendUserMail(
  database: Kysely<Database>,
  { userId, mail }: MutationSendUserMailArgs,
  { actorId, place }: { actorId: string; place: Place },
): Promise<AccountViolation[]> {
  if (!isUuid(userId)) return [{ field: 'userId', rule: 'unknownUser' }];
  return database.transaction().execute(async (trx): Promise<AccountViolation[]> => {
    const account = await trx
      .selectFrom('account')
      .select(['id', 'email', 'email_verified', 'blocked_at', 'language'])
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    if (!account) return [{ field: 'userId', rule: 'unknownUser' }];
    if (account.blocked_at) return [{ rule: 'mailToBlocked' }];
    if (mail === 'verification' && account.email_verified) return [{ rule: 'alreadyVerified' }];
    const recipient = { accountId: account.id, email: account.email };
    const { site, now } = place;
    const inTheirs = { site, now, language: account.language };
    if (mail === 'verification') await putVerificationMail(trx, recipient, inTheirs);
    else await putResetMail(trx, recipient, inTheirs);
    const action = mail === 'verification' ? 'account.verification-sent' : 'account.reset-sent';
    await writeAudit(trx, { action, actorId, subjectId: account.id, site }, now);
    return [];
  });
}
