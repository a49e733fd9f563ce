import type { JobReviewQuery } from '#contract/generated/operations.js';
import { REVIEWED_JOB_PATH } from '#contract/pages/paths.js';
import { usePage } from '../../../lib/page-context';
import styles from '../manager.module.css';

/** As `startReviewKeys` understands them, with the names of the texts that say what each does. */
const KEYS = [
  ['N', 'next'],
  ['P', 'previous'],
  ['A', 'approve'],
  ['S', 'sendBack'],
] as const;

/** To the jobs that wait before and after this one; and, with scripts, whether single keys lead there. */
export function QueueLinks({
  review,
}: {
  review: Pick<NonNullable<JobReviewQuery['jobReview']>, 'previous' | 'next'>;
}) {
  const { t, href } = usePage();
  const link = (direction: 'previous' | 'next') => {
    const id = review[direction];
    return (
      id && (
        <a
          href={href(`${REVIEWED_JOB_PATH}?job=${id}`)}
          rel={direction === 'next' ? 'next' : 'prev'}
          data-queue={direction}
        >
          {t(`job-wizard.review.${direction}`)}
        </a>
      )
    );
  };
  return (
    <div className={styles.queue} data-review-keys>
      {(review.previous || review.next) && (
        <nav aria-label={t('job-wizard.review.queue')} className={styles.actions}>
          {link('previous')}
          {link('next')}
          <a href="#decision">{t('job-wizard.review.decide')}</a>
        </nav>
      )}
      <p className={styles.keys} hidden>
        <label>
          <input type="checkbox" /> {t('job-wizard.review.keys')}
        </label>
        <span>
          {KEYS.map(([letter, name]) => (
            <span key={letter}>
              <kbd>{letter}</kbd> {t(`job-wizard.review.key.${name}`)}
            </span>
          ))}
        </span>
      </p>
    </div>
  );
}
