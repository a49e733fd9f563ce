import type { JobDetailsFragment } from '#contract/generated/operations.js';
import type { Translate } from '#shared/text/translator.js';

/** The breadcrumb of a job: home, all jobs, its field, the job. */
export function jobTrail(
  job: Pick<JobDetailsFragment, 'title' | 'url' | 'industries'>,
  t: Translate,
): { name: string; path: string }[] {
  const field = job.industries[0];
  return [
    { name: t('layout.home'), path: '/' },
    { name: t('jobs.title.all'), path: '/jobs' },
    ...(field ? [{ name: field.label, path: `/jobs/${field.slug}` }] : []),
    { name: job.title, path: job.url.path },
  ];
}
