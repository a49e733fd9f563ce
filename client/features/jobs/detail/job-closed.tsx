import type { JobDetailsFragment } from '#contract/generated/operations.js';
import { Alert } from '../../../components/ui/feedback/alert';
import { formatDate } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';

/** Its time is over: said kindly, with the way on. */
export function JobClosed({ job }: { job: JobDetailsFragment }) {
  const { t, locale, href, now, site } = usePage();
  const since =
    job.expiration && Date.parse(job.expiration) <= now.getTime()
      ? formatDate(job.expiration, locale, job.timeZone ?? site.timeZone)
      : null;
  return (
    <Alert kind="warn">
      <p>
        <strong>{since ? t('job.closed.since', { date: since }) : t('job.closed.title')}</strong>
      </p>
      <p>
        {t('job.closed.text')}{' '}
        {job.organization.isPublic && (
          <a href={href(`/jobs?company=${job.organization.id}`)}>
            {t('job.closed.sameEmployer', { name: job.organization.name })}
          </a>
        )}
      </p>
    </Alert>
  );
}
