import type { JobReviewQuery } from '#contract/generated/operations.js';
import { REVIEWED_JOB_PATH } from '#contract/pages/paths.js';
import { usePage } from '../../../lib/page-context';
import styles from '../manager.module.css';

/** Keys that `startReviewKeys` handles, with the names of the texts that explain them. */
const KEYS = [
  ['N', 'next'],
  ['P', 'previous'],
  ['A', 'approve'],
  ['S', 'sendBack'],
] as const;

/** Links to the previous and the next waiting job; with scripts, also the option to use single keys for them. */
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
