import type { RoleName } from '#contract/generated/operations.js';
import { OWN_RESUME_PATH, type Path, RESUMES_PATH } from '#contract/pages/paths.js';
import type { SiteFeatures } from '#contract/pages/public-site.js';

const SEARCHERS: readonly RoleName[] = ['recruiter', 'administrator', 'site_admin', 'job_editor'];

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
