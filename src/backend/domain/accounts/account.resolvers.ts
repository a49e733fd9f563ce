import type { Kysely } from 'kysely';
import type {
  Mutation,
  MutationChangeEmailArgs,
  MutationChangePasswordArgs,
  MutationConfirmEmailChangeArgs,
  MutationSetActiveOrganizationArgs,
  Query,
  User,
  UserOrganization,
} from '#contract/generated/resolvers.js';
import type { BackendSite } from '#contract/backend/backend.js';
import { parseId } from '../../platform/database/id.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import { refused } from '../../platform/graphql/rejection.js';
import { activeOrganizationOf, isApproved, type Viewer } from '../../platform/graphql/viewer.js';
import { exportAccount } from './account-export.js';
import { accountResult, placeOf } from './account-results.js';
import { confirmEmailChange, requestEmailChange } from './email-change.js';
import type { PasswordQueue } from './passwords/password-queue.js';
import type { Passwords } from './passwords/passwords.js';
import type { Sessions } from './sessions/sessions.js';

/** Queries and mutations for the viewer's own account. */
export function accountResolvers(parts: {
  database: Kysely<Database>;
  sessions: Sessions;
  passwords: Passwords;
  turns: PasswordQueue;
}) {
  const { database, sessions, passwords, turns } = parts;

  return {
    Query: {
      getUser: allow<object, Query['getUser']>('anyone', (_args, { viewer, site }) =>
        viewer ? toUser(viewer, site) : null,
      ),
      exportMyData: allow<object, Query['exportMyData']>('self', (_args, { viewer, now }) =>
        exportAccount(database, { accountId: viewer.accountId, now }),
      ),
    },
    Mutation: {
      userLogoutEverywhere: allow<object, Mutation['userLogoutEverywhere']>('self', async (_args, { viewer }) => {
        await sessions.endAll(database, viewer.accountId);
        return true;
      }),
      changePassword: allow<MutationChangePasswordArgs, Mutation['changePassword']>(
        'self',
        ({ currentPassword, newPassword }, context) =>
          turns.take(context, async () =>
            accountResult(
              await passwords.change(context.viewer, currentPassword, newPassword, placeOf(context)),
              context,
            ),
          ),
      ),
      changeEmail: allow<MutationChangeEmailArgs, Mutation['changeEmail']>('self', (args, context) =>
        turns.take(context, async () =>
          accountResult(await requestEmailChange(database, context.viewer, args, placeOf(context)), context),
        ),
      ),
      confirmEmailChange: allow<MutationConfirmEmailChangeArgs, Mutation['confirmEmailChange']>(
        'anyone',
        async ({ token }, context) =>
          accountResult(await confirmEmailChange(database, token, placeOf(context)), context),
      ),
      setActiveOrganization: allow<MutationSetActiveOrganizationArgs, Mutation['setActiveOrganization']>(
        'recruiter',
        async ({ organizationId }, context) => {
          const { memberships, accountId } = context.viewer;
          const id = parseId(organizationId);
          if (id === undefined || memberships.get(id)?.site !== context.site.name)
            throw refused('setActiveOrganization', 'forbidden');
          await database.updateTable('account').set({ active_organization: id }).where('id', '=', accountId).execute();
          return accountResult([], context);
        },
      ),
    },
  } satisfies RootResolvers;
}

/** Converts a viewer to the contract's `User` (specification point 3). */
export function toUser(viewer: Viewer, site: Pick<BackendSite, 'name' | 'recruiterApproval'>): User {
  const { profile, roles } = viewer;
  const isVerified = profile.emailVerified !== null;
  const organization = organizationOf(viewer, site.name);
  return {
    __typename: 'User',
    id: viewer.accountId,
    name: profile.name,
    email: viewer.email,
    displayName: profile.name,
    firstName: profile.firstName,
    lastName: profile.lastName,
    roles: roles.map((targetId) => ({ __typename: 'UserRole', targetId })),
    emailVerified: profile.emailVerified?.toISOString() ?? null,
    organization,
    activeOrganization: organization,
    organizations: organizationsOf(viewer, site.name),
    isUserApprovedAndVerified: isVerified && (!roles.includes('recruiter') || isApproved(viewer, site)),
    isEligibleForJobApply: isVerified && roles.includes('applicant'),
    masqueraded: viewer.masqueraderId !== undefined,
  };
}

function organizationOf(viewer: Viewer, site: string): UserOrganization | null {
  const id = activeOrganizationOf(viewer, site);
  const membership = id === undefined ? undefined : viewer.memberships.get(id);
  return membership
    ? { __typename: 'UserOrganization', id: String(id), name: membership.name, ownerId: membership.ownerId }
    : null;
}

function organizationsOf({ memberships }: Viewer, site: string): UserOrganization[] {
  return [...memberships].flatMap(([id, membership]) =>
    membership.site === site
      ? [{ __typename: 'UserOrganization', id: String(id), name: membership.name, ownerId: membership.ownerId }]
      : [],
  );
}
