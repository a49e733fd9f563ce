import type { SiteFeatures, SiteCommerce } from '#contract/pages/public-site.js';
import type { RoleName } from '#contract/generated/operations.js';
import {
  OWN_RESUME_PATH,
  type Path,
  RESUMES_PATH,
  APPLICATIONS_PATH,
  JOB_MANAGER_PATH,
  JOB_WIZARD_PATH,
  OWN_ORGANIZATION_PATH,
  OWN_PRODUCTS_PATH,
  PRODUCTS_PATH,
} from '#contract/pages/paths.js';

const SEARCHERS: readonly RoleName[] = ['recruiter', 'administrator', 'site_admin', 'job_editor'];

/** Roles for which people can register. */
export type RegisteredRole = 'applicant' | 'recruiter';

/** Returns the roles that can be registered for, by the features of a site. */
export function rolesOf({ applicant, recruiter }: Pick<SiteFeatures, 'applicant' | 'recruiter'>): RegisteredRole[] {
  return [...(applicant ? (['applicant'] as const) : []), ...(recruiter ? (['recruiter'] as const) : [])];
}

/**
 * @returns the pages about resumes that are useful to the user: the search for recruiters and administrators, the own
 * resume for applicants
 */
export function resumeLinks(
  roles: readonly RoleName[],
  { resume }: Pick<SiteFeatures, 'resume'>,
): { path: Path; label: string }[] {
  if (!resume) return [];
  return [
    ...(roles.some((role) => SEARCHERS.includes(role)) ? [{ path: RESUMES_PATH, label: 'dashboard.nav.resumes' }] : []),
    ...(roles.includes('applicant') ? [{ path: OWN_RESUME_PATH, label: 'dashboard.nav.ownResume' }] : []),
  ];
}

/** @returns the pages for recruiters, in the order of their workflow; `label` is a key of the catalogues */
export function recruiterLinks(
  roles: readonly RoleName[],
  features: Pick<SiteFeatures, 'resume'>,
): { path: Path; label: string }[] {
  return [
    { path: JOB_MANAGER_PATH, label: 'dashboard.nav.ownJobs' },
    { path: APPLICATIONS_PATH, label: 'applications.received.title' },
    ...resumeLinks(roles, features),
    { path: OWN_ORGANIZATION_PATH, label: 'dashboard.nav.organization' },
    { path: JOB_WIZARD_PATH, label: 'dashboard.nav.postJob' },
  ];
}

/**
 * @returns the pages about products that are useful to the user: those for recruiters, if recruiters buy products
 * themselves
 */
export function productLinks(
  roles: readonly RoleName[],
  { selfService }: Pick<SiteCommerce, 'selfService'>,
): { path: Path; label: string }[] {
  if (!selfService || !roles.includes('recruiter')) return [];
  return [
    { path: OWN_PRODUCTS_PATH, label: 'my-products.title' },
    { path: PRODUCTS_PATH, label: 'products.title' },
  ];
}
