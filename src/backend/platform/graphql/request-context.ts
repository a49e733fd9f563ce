import { ADMINISTRATION_ROLES, EMPLOYER_ROLES, absentRoles } from '#contract/accounts/account-roles.js';
import type { BackendSite } from '#contract/backend/backend.js';
import type { RoleName } from '#contract/generated/resolvers.js';

/** Context of one GraphQL request. Other dependencies of a resolver are passed when its domain is created. */
export interface RequestContext {
  /** Site whose data is visible. */
  site: BackendSite;
  /** For example `en-CA`. */
  locale: string;
  /** Language of the locale, used for labels. */
  language: string;
  now: Date;
  requestId: string | undefined;
  /** IP address of the visitor, if the frontend provides it. */
  address?: string;
  /** null for an anonymous visitor. */
  viewer: Viewer | null;
}

/** Context of an operation that requires a login. */
export interface UserContext extends RequestContext {
  viewer: Viewer;
}

/** The account that a request is made for, as identified by its session token. */
export interface Viewer {
  accountId: string;
  sessionId: string;
  email: string;
  roles: readonly RoleName[];
  /** Memberships by the id of the organization. Whether the viewer works for it is decided by `activeMemberships`. */
  memberships: ReadonlyMap<number, Membership>;
  /** Consents by the id of the revision; `email` is the address at the time of the consent. */
  consents: ReadonlyMap<number, { id: string; email: string }>;
  /** Account of the administrator who masquerades as this account. */
  masqueraderId: string | undefined;
  profile: AccountProfile;
}

/** Further properties of an account that are visible to its owner. */
export interface AccountProfile {
  name: string;
  firstName: string | null;
  lastName: string | null;
  emailVerified: Date | null;
  /** Time of approval by a person; sites without approval do not require it. */
  approvedAt: Date | null;
  /** The organization chosen last. */
  activeOrganization: number | null;
}

export interface Membership {
  role: 'owner' | 'editor';
  name: string;
  site: string;
  /** Account of the first owner. */
  ownerId: string | null;
}

export const ADMIN_ROLES = ADMINISTRATION_ROLES;

/**
 * Whether a recruiter may publish jobs and see resumes on a site (AUTH-19): the email address is verified and, if the site requires it, a
 * person has approved the recruiter.
 */
export function isApproved(
  { profile: { emailVerified, approvedAt } }: Pick<Viewer, 'profile'>,
  { recruiterApproval = false }: Pick<BackendSite, 'recruiterApproval'>,
): boolean {
  return emailVerified !== null && (approvedAt !== null || !recruiterApproval);
}

/**
 * Restricts a viewer to the roles that a site uses. A viewer without any other role is logged in and nothing more, and organization
 * memberships are inactive until the site has recruiters again (SITE-04).
 */
export function viewerOnSite(viewer: Viewer, { roles: wanted }: Pick<BackendSite, 'roles'>): Viewer {
  const absent: readonly RoleName[] = wanted ? absentRoles(wanted) : [];
  if (absent.length === 0) return viewer;
  const roles = viewer.roles.filter((role) => !absent.includes(role));
  const memberships: Viewer['memberships'] = absent.includes('recruiter') ? new Map() : viewer.memberships;
  return { ...viewer, roles, memberships };
}

/** Roles according to point 6 of the specification (ROLE-01). */
export function isAdmin({ roles }: Pick<Viewer, 'roles'>): boolean {
  return roles.some((role) => ADMIN_ROLES.includes(role));
}

/**
 * Memberships with which a viewer works for organizations (ROLE-02): those of recruiters and of the site's staff. A member whose recruiter
 * role was removed by an administrator still belongs to the organization, but no longer works for it.
 */
export function activeMemberships({
  roles,
  memberships,
}: Pick<Viewer, 'roles' | 'memberships'>): Viewer['memberships'] {
  return roles.some((role) => EMPLOYER_ROLES.includes(role)) ? memberships : new Map();
}

/** Whether a viewer may act on data of an organization (ROLE-02). */
export function mayActForOrganization(viewer: Viewer, organizationId: number): boolean {
  return isAdmin(viewer) || activeMemberships(viewer).has(organizationId);
}

/** @returns the organization of a site that the viewer acts for: the one chosen last, otherwise the first */
export function activeOrganizationOf(viewer: Viewer, site: string): number | undefined {
  const { profile } = viewer;
  const ids = [...activeMemberships(viewer)].filter(([, membership]) => membership.site === site).map(([id]) => id);
  return ids.find((id) => id === profile.activeOrganization) ?? ids.sort((one, other) => one - other)[0];
}
