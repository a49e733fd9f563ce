import type { ArticleTeaserFragment } from '#contract/generated/operations.js';
import { formatDate } from '../../lib/format';
import { usePage } from '../../lib/page-context';
import styles from './news.module.css';

/** Publication date and reading time. */
export function ArticleFacts({
  article: { publishedAt, minutes },
  author,
}: {
  article: Pick<ArticleTeaserFragment, 'publishedAt' | 'minutes'>;
  author?: string | null;
}) {
  const { t, locale, site } = usePage();
  return (
    <p className={styles.facts}>
      {author && <span>{t('news.by', { author })}</span>}
      <time dateTime={publishedAt}>{formatDate(publishedAt, locale, site.timeZone)}</time>
      <span>{t('news.minutes', { count: minutes })}</span>
    </p>
  );
}
