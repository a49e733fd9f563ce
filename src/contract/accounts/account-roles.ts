import type { RoleName } from '../generated/operations.js';

/** Roles with which people can register. A site may do without either of them (SITE-04). */
export const SITE_ROLES = ['applicant', 'recruiter'] as const;

/**
 * Paths that only one role uses, including everything below. The last one of each role is the landing page that invites people to register.
 */
const PATHS_OF_ROLE: Readonly<Record<SiteRole, readonly string[]>> = {
  applicant: ['/user/register/applicant', '/resume', '/for-applicants'],
  recruiter: [
    '/user/register/recruiter',
    '/user/organization',
    '/user/invitation',
    '/job-manager',
    '/products',
    '/my-products',
    '/resumes',
    '/resume-alert',
    '/contact-credits',
    '/for-employers',
  ],
};

/** All roles that an account can have, in the order in which they are listed. */
export const ROLE_NAMES: readonly RoleName[] = ['applicant', 'recruiter', 'job_editor', 'site_admin', 'administrator'];

/** Roles of people who work for the site (ROLE-01). */
export const ADMINISTRATION_ROLES: readonly RoleName[] = ['administrator', 'site_admin', 'job_editor'];

/** Roles with which members work for their organization; without any of them, a membership has no effect. */
export const EMPLOYER_ROLES: readonly RoleName[] = ['recruiter', ...ADMINISTRATION_ROLES];

/**
 * Minutes for which an administrator who has stated a reason sees private data: enough for one case, and short enough for a shared browser.
 */
export const ACCESS_MINUTES = 30;
export const MAX_ACCESS_REASON_LENGTH = 500;

type SiteRole = (typeof SITE_ROLES)[number];

/** Whether a site has each role. */
export type SiteRoles = Readonly<Record<SiteRole, boolean>>;

/** @returns the roles that a site does not have */
export function absentRoles(roles: SiteRoles): SiteRole[] {
  return SITE_ROLES.filter((role) => !roles[role]);
}

/** Whether a path belongs to a role that the site does not have. */
export function isForAbsentRole(roles: SiteRoles, path: string): boolean {
  return isAtOrBelow(path, absentPaths(roles));
}

/** @returns the paths of roles that a site does not have: neither they nor the paths below them exist */
export function absentPaths(roles: SiteRoles): string[] {
  return absentRoles(roles).flatMap((role) => PATHS_OF_ROLE[role]);
}

export function isAtOrBelow(path: string, paths: readonly string[]): boolean {
  return paths.some((each) => path === each || path.startsWith(`${each}/`));
}
