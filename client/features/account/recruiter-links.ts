import type { RoleName } from '#contract/generated/operations.js';
import {
  APPLICATIONS_PATH,
  JOB_MANAGER_PATH,
  JOB_WIZARD_PATH,
  OWN_ORGANIZATION_PATH,
  type Path,
} from '#contract/pages/paths.js';
import type { SiteFeatures } from '#contract/pages/public-site.js';
import { resumeLinks } from './resume-links';

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
