import type { User, UserOrganization } from '#contract/generated/resolvers.js';
import { activeOrganizationOf, type Viewer } from '../../platform/graphql/viewer.js';

/** The account of a viewer as the contract has it (specification point 3). */
export function toUser(viewer: Viewer, site: string): User {
  const { profile, roles } = viewer;
  const isVerified = profile.emailVerified !== null;
  const organization = organizationOf(viewer, site);
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
    organizations: organizationsOf(viewer, site),
    isUserApprovedAndVerified: isVerified && (profile.approvedAt !== null || !roles.includes('recruiter')),
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
