import type { SiteFeatures } from '#contract/pages/public-site.js';

/** Roles for which people can register. */
export type RegisteredRole = 'applicant' | 'recruiter';

/** Returns the roles that can be registered for, by the features of a site. */
export function rolesOf({ applicant, recruiter }: Pick<SiteFeatures, 'applicant' | 'recruiter'>): RegisteredRole[] {
  return [...(applicant ? (['applicant'] as const) : []), ...(recruiter ? (['recruiter'] as const) : [])];
}
