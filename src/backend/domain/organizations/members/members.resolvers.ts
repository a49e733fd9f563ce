import { type Kysely, sql } from 'kysely';
import type {
  Mutation,
  MutationAcceptInvitationArgs,
  MutationCancelInvitationArgs,
  MutationInviteMemberArgs,
  MutationRemoveMemberArgs,
  MutationSetMemberRoleArgs,
  Query,
  QueryInvitationArgs,
  QueryOrganizationTeamArgs,
  MemberRole,
  TeamMember,
} from '#contract/generated/resolvers.js';
import type { AccountViolation } from '#contract/accounts/account-rules.js';
import { accountResult, placeOf, type Place } from '../../accounts/account-results.js';
import {
  activeMemberships,
  mayActForOrganization,
  type UserContext,
  type Viewer,
} from '../../../platform/graphql/request-context.js';
import { parseId } from '../../../platform/database/statement.js';
import type { Database } from '../../../platform/database/schema.js';
import { allow, type RootResolvers, refused } from '../../../platform/graphql/allow.js';
import { writeAudit } from '../../audit/audit-log.js';
import {
  acceptInvitation,
  cancelInvitation,
  findInvitation,
  invite,
  listOwnInvitations,
  listWaiting,
} from './invitations.js';

/** Resolvers for the members and invitations of an organization (REC-04). */
export function memberResolvers(database: Kysely<Database>) {
  return {
    Query: {
      organizationTeam: allow<QueryOrganizationTeamArgs, Query['organizationTeam']>(
        'employer',
        async ({ organizationId }, context) => {
          const { viewer, site, now } = context;
          const id = parseId(organizationId);
          if (id === undefined || !mayActForOrganization(viewer, id)) return null;
          const row = await database
            .selectFrom('organization')
            .select('name')
            .where('id', '=', id)
            .where('site', '=', site.name)
            .executeTakeFirst();
          if (!row) return null;
          const isOwner = isOwnerOf(viewer, id);
          const [members, invitations] = await Promise.all([
            listTeam(database, id, viewer),
            isOwner ? listWaiting(database, id, now) : [],
          ]);
          return { id: String(id), name: row.name, isOwner, members, invitations };
        },
      ),

      invitation: allow<QueryInvitationArgs, Query['invitation']>(
        'anyone',
        async ({ token }, context) => (await findInvitation(database, token, context.viewer, placeOf(context))) ?? null,
      ),

      ownInvitations: allow<object, Query['ownInvitations']>('self', (_args, context) =>
        listOwnInvitations(database, context.viewer, placeOf(context)),
      ),
    },

    Mutation: {
      inviteMember: allow<MutationInviteMemberArgs, Mutation['inviteMember']>(
        'self',
        async ({ organizationId, email, role }, context) => {
          const wanted = { organizationId: ownedBy('inviteMember', organizationId, context), email, role };
          return accountResult(await invite(database, wanted, context.viewer, placeOf(context)), context);
        },
      ),

      cancelInvitation: allow<MutationCancelInvitationArgs, Mutation['cancelInvitation']>(
        'self',
        async ({ organizationId, id }, context) => {
          const wanted = { organizationId: ownedBy('cancelInvitation', organizationId, context), id };
          return accountResult((await cancelInvitation(database, wanted)) ? [] : [{ rule: 'link' }], context);
        },
      ),

      acceptInvitation: allow<MutationAcceptInvitationArgs, Mutation['acceptInvitation']>(
        'self',
        async ({ id }, context) =>
          accountResult(await acceptInvitation(database, id, context.viewer, placeOf(context)), context),
      ),

      setMemberRole: allow<MutationSetMemberRoleArgs, Mutation['setMemberRole']>(
        'self',
        async ({ organizationId, userId, role }, context) => {
          const wanted = { organizationId: ownedBy('setMemberRole', organizationId, context), userId, role };
          return accountResult(await setMemberRole(database, wanted, context.viewer, placeOf(context)), context);
        },
      ),

      removeMember: allow<MutationRemoveMemberArgs, Mutation['removeMember']>(
        'self',
        async ({ organizationId, userId }, context) => {
          const id = parseId(organizationId);
          const isOwn = id !== undefined && userId === context.viewer.accountId && context.viewer.memberships.has(id);
          const wanted = { organizationId: isOwn ? id : ownedBy('removeMember', organizationId, context), userId };
          return accountResult(await removeMember(database, wanted, context.viewer, placeOf(context)), context);
        },
      ),
    },
  } satisfies RootResolvers;
}

/** @throws FORBIDDEN for an organization that the viewer does not own, whether it exists or not */
function ownedBy(operation: string, organizationId: string, { viewer }: UserContext): number {
  const id = parseId(organizationId);
  if (id === undefined || !isOwnerOf(viewer, id)) throw refused(operation, 'forbidden');
  return id;
}

function isOwnerOf(viewer: Viewer, organizationId: number): boolean {
  return activeMemberships(viewer).get(organizationId)?.role === 'owner';
}

interface Change {
  organizationId: number;
  userId: string;
}

/** Members of an organization, owners first. */
async function listTeam(
  database: Kysely<Database>,
  organizationId: number,
  { accountId }: Pick<Viewer, 'accountId'>,
): Promise<TeamMember[]> {
  const { rows } = await sql<{ id: string; name: string; email: string; role: MemberRole }>`
    select a.id, a.name, a.email, m.role from organization_member m join account a on a.id = m.account_id
    where m.organization_id = ${organizationId} order by m.role desc, a.name, a.id
  `.execute(database);
  return rows.map((row) => ({ ...row, __typename: 'TeamMember', isCaller: row.id === accountId }));
}

/** @returns a violation if there is no such member, or they are the last owner who may log in */
async function setMemberRole(
  database: Kysely<Database>,
  { organizationId, userId, role }: Change & { role: MemberRole },
  { accountId }: Pick<Viewer, 'accountId'>,
  { site, now }: Place,
): Promise<AccountViolation[]> {
  return changeMember(database, { organizationId, userId }, role === 'editor', async (trx) => {
    await trx
      .updateTable('organization_member')
      .set({ role })
      .where('organization_id', '=', organizationId)
      .where('account_id', '=', userId)
      .execute();
    const details = { organization: String(organizationId), role };
    const entry = { action: 'organization.role', actorId: accountId, subjectId: userId, site, details } as const;
    await writeAudit(trx, entry, now);
  });
}

/** Removes a member. Their access ends in every process before the response: sessions are updated by the change feed. */
async function removeMember(
  database: Kysely<Database>,
  { organizationId, userId }: Change,
  { accountId }: Pick<Viewer, 'accountId'>,
  { site, now }: Place,
): Promise<AccountViolation[]> {
  return changeMember(database, { organizationId, userId }, true, async (trx) => {
    await trx
      .deleteFrom('organization_member')
      .where('organization_id', '=', organizationId)
      .where('account_id', '=', userId)
      .execute();
    const details = { organization: String(organizationId) };
    const entry = { action: 'organization.left', actorId: accountId, subjectId: userId, site, details } as const;
    await writeAudit(trx, entry, now);
  });
}

/** @param loses whether an owner would lose that role */
async function changeMember(
  database: Kysely<Database>,
  { organizationId, userId }: Change,
  loses: boolean,
  change: (trx: Kysely<Database>) => Promise<void>,
): Promise<AccountViolation[]> {
  return database.transaction().execute(async (trx): Promise<AccountViolation[]> => {
    // Nobody in it is blocked, and nobody's account deleted, until the transaction ends.
    await sql`
      select from account where id in (select account_id from organization_member where organization_id = ${organizationId})
      order by id for share
    `.execute(trx);
    // The lock serializes owners who remove each other concurrently.
    const { rows } = await sql<{ account_id: string; role: MemberRole; isBlocked: boolean }>`
      select m.account_id, m.role, a.blocked_at is not null as "isBlocked"
      from organization_member m join account a on a.id = m.account_id
      where m.organization_id = ${organizationId} order by m.account_id for update of m
    `.execute(trx);
    const member = rows.find(({ account_id }) => account_id === userId);
    if (!member) return [{ rule: 'unknownUser' }];
    const owners = rows.filter(({ role, isBlocked }) => role === 'owner' && !isBlocked);
    if (loses && member.role === 'owner' && owners.every((owner) => owner === member)) return [{ rule: 'lastOwner' }];
    await change(trx);
    return [];
  });
}
