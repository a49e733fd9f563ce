/** Roles that people register for. A site may do without each of them (SITE-04). */
const SITE_ROLES = ['applicant', 'recruiter'] as const;
type SiteRole = (typeof SITE_ROLES)[number];

/** Which of them a site has. */
export type SiteRoles = Readonly<Record<SiteRole, boolean>>;

/** What is there, and below, for people of one role alone. The last of each is the landing page that invites them. */
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

/** @returns the roles that a site does without */
export function absentRoles(roles: SiteRoles): SiteRole[] {
  return SITE_ROLES.filter((role) => !roles[role]);
}

/** Whether a path of the product is one for people of a role that the site does without. */
export function isForAbsentRole(roles: SiteRoles, path: string): boolean {
  return isAtOrBelow(path, absentPaths(roles));
}

/** @returns the paths that are for people of the roles that a site does without: neither they nor what is below them is there */
export function absentPaths(roles: SiteRoles): string[] {
  return absentRoles(roles).flatMap((role) => PATHS_OF_ROLE[role]);
}

export function isAtOrBelow(path: string, paths: readonly string[]): boolean {
  return paths.some((each) => path === each || path.startsWith(`${each}/`));
}
