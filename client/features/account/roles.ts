import type { SiteFeatures } from '#contract/pages/public-site.js';

/** As what people can register. */
export type RegisteredRole = 'applicant' | 'recruiter';

/** The roles of a site that one can register for, by its features. */
export function rolesOf({ applicant, recruiter }: Pick<SiteFeatures, 'applicant' | 'recruiter'>): RegisteredRole[] {
  return [...(applicant ? (['applicant'] as const) : []), ...(recruiter ? (['recruiter'] as const) : [])];
}
