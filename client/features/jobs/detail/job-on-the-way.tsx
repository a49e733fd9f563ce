import type { JobDetailsFragment } from '#contract/generated/operations.js';
import { Alert } from '../../../components/ui/feedback/alert';
import { formatDate } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';

/** It is not published yet: who sees its page all the same, and when everybody will. */
export function JobOnTheWay({ job: { state, published } }: { job: JobDetailsFragment }) {
  const { t, locale, site } = usePage();
  const date = formatDate(published, locale, site.timeZone);
  return (
    <Alert kind="warn">
      <p data-unpublished>{t(state === 'scheduled' ? 'job.onTheWay.scheduled' : 'job.onTheWay.inReview', { date })}</p>
    </Alert>
  );
}
