import { ADMINISTRATION_ROLES } from '#contract/accounts/account-roles.js';
import { absentRoles } from '#contract/accounts/site-roles.js';
import type { BackendSite } from '#contract/backend/backend.js';
import type { RoleName } from '#contract/generated/resolvers.js';

/** Who a request is made for: the account that the session of its token belongs to. */
export interface Viewer {
  accountId: string;
  sessionId: string;
  email: string;
  roles: readonly RoleName[];
  /** By the id of the organization. */
  memberships: ReadonlyMap<number, Membership>;
  /** What they have agreed to, by the id of the revision; `email`: their address at that time. */
  consents: ReadonlyMap<number, { id: string; email: string }>;
  /** The administrator who acts as this account. */
  masqueraderId: string | undefined;
  profile: AccountProfile;
}

/** What is told about an account to its owner, besides. */
export interface AccountProfile {
  name: string;
  firstName: string | null;
  lastName: string | null;
  emailVerified: Date | null;
  /** By a person; sites without approval do not ask for it. */
  approvedAt: Date | null;
  /** The organization chosen last. */
  activeOrganization: number | null;
}

export interface Membership {
  role: 'owner' | 'editor';
  name: string;
  site: string;
  /** The first owner's. */
  ownerId: string | null;
}

export const ADMIN_ROLES = ADMINISTRATION_ROLES;

/**
 * Whether a recruiter may show jobs to the public and see resumes on a site (AUTH-19): their address is verified and, where the site
 * wants that, a person has approved them.
 */
export function isApproved(
  { profile: { emailVerified, approvedAt } }: Pick<Viewer, 'profile'>,
  { recruiterApproval = false }: Pick<BackendSite, 'recruiterApproval'>,
): boolean {
  return emailVerified !== null && (approvedAt !== null || !recruiterApproval);
}

/**
 * Somebody as a site sees them: without the roles that it does without. Whoever has no other role is logged in and nothing more, and
 * what they have of organizations rests until the site has recruiters again (SITE-04).
 */
export function viewerOnSite(viewer: Viewer, { roles: wanted }: Pick<BackendSite, 'roles'>): Viewer {
  const absent: readonly RoleName[] = wanted ? absentRoles(wanted) : [];
  if (absent.length === 0) return viewer;
  const roles = viewer.roles.filter((role) => !absent.includes(role));
  const memberships: Viewer['memberships'] = absent.includes('recruiter') ? new Map() : viewer.memberships;
  return { ...viewer, roles, memberships };
}

/** Specification point 6 (ROLE-01). */
export function isAdmin({ roles }: Pick<Viewer, 'roles'>): boolean {
  return roles.some((role) => ADMIN_ROLES.includes(role));
}

/** Whether somebody may act on what belongs to an organization (ROLE-02). */
export function mayActForOrganization(viewer: Viewer, organizationId: number): boolean {
  return isAdmin(viewer) || viewer.memberships.has(organizationId);
}

/** @returns the organization of a site that the viewer acts for: the one chosen last, else the first. */
export function activeOrganizationOf({ memberships, profile }: Viewer, site: string): number | undefined {
  const ids = [...memberships].filter(([, membership]) => membership.site === site).map(([id]) => id);
  return ids.find((id) => id === profile.activeOrganization) ?? ids.sort((one, other) => one - other)[0];
}
