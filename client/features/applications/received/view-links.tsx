import { applicationBoardPath, jobApplicationsPath } from '#contract/pages/paths.js';
import { usePage } from '../../../lib/page-context';
import styles from '../applications.module.css';

/** Links to the views of a job's applications. */
export function ViewLinks({ jobId, current }: { jobId: string; current: 'list' | 'board' }) {
  const { t, href } = usePage();
  return (
    <nav aria-label={t('applications.board.views')} className={styles.filter}>
      <a href={href(jobApplicationsPath(jobId))} aria-current={current === 'list' ? 'page' : undefined}>
        {t('applications.board.list')}
      </a>
      <a href={href(applicationBoardPath(jobId))} aria-current={current === 'board' ? 'page' : undefined}>
        {t('applications.board.title')}
      </a>
    </nav>
  );
}
