import type { JobDetailsFragment } from '#contract/generated/operations.js';
import { Icon } from '../../../components/ui/icon';
import { usePage } from '../../../lib/page-context';
import styles from './job-pane.module.css';
import { JobView } from './job-view';
import { ViewDot } from './view-dot';

/** A job beside the list. */
export function JobPane({ job, closeHref }: { job: JobDetailsFragment; closeHref: string }) {
  const { t, href } = usePage();
  return (
    <aside className={styles.pane} aria-labelledby="job-title">
      <JobView
        job={job}
        level={2}
        source="search"
        tools={
          <p className={styles.tools}>
            <a href={href(job.url.path)}>
              {t('job.ownPage')}
              <Icon name="arrow" />
            </a>
            <a href={closeHref} data-close-job={job.id}>
              <Icon name="close" />
              {t('job.close')}
            </a>
          </p>
        }
      />
      {!job.closed && <ViewDot id={job.id} />}
    </aside>
  );
}
