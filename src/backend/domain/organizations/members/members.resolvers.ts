import type { Kysely } from 'kysely';
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
} from '#contract/generated/resolvers.js';
import { accountResult, placeOf } from '../../accounts/account-results.js';
import { mayActForOrganization } from '../../../platform/graphql/viewer.js';
import { parseId } from '../../../platform/database/id.js';
import type { Database } from '../../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../../platform/graphql/allow.js';
import { refused } from '../../../platform/graphql/rejection.js';
import type { UserContext } from '../../../platform/graphql/request-context.js';
import {
  acceptInvitation,
  cancelInvitation,
  findInvitation,
  invite,
  listOwnInvitations,
  listWaiting,
} from './invitations.js';
import { listTeam, removeMember, setMemberRole } from './team.js';

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
          const isOwner = viewer.memberships.get(id)?.role === 'owner';
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
  if (id === undefined || viewer.memberships.get(id)?.role !== 'owner') throw refused(operation, 'forbidden');
  return id;
}
