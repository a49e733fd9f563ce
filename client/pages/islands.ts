import type { IslandLoader } from '../lib/islands/start-islands';

/** Every island by the name that `<Island>` is given. Each is a script of its own. */
export const islands: Record<string, IslandLoader> = {
  captcha: async () => (await import('../features/account/captcha/captcha')).Captcha,
  'search-box': async () => (await import('../components/search/search-box')).SearchBox,
  'job-count': async () => (await import('../features/jobs/list/job-count')).JobCount,
  'organization-count': async () =>
    (await import('../features/organizations/search/organization-count')).OrganizationCount,
  'resume-count': async () => (await import('../features/resumes/search/resume-count')).ResumeCount,
};
