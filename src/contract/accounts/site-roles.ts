/** Roles with which people can register. A site may do without either of them (SITE-04). */
const SITE_ROLES = ['applicant', 'recruiter'] as const;
type SiteRole = (typeof SITE_ROLES)[number];

/** Whether a site has each role. */
export type SiteRoles = Readonly<Record<SiteRole, boolean>>;

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
