import { formatList } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import { firstPage } from '../../../components/search/search-state';
import { isUnderstood } from '../search-request';
import type { JobSearchView } from '../list/search-view';
import styles from '../../../components/search/results.module.css';

/**
 * The filters that were read from the typed words, with a link to search for the literal words; or the link back from
 * there.
 */
export function UnderstandingNote({ view: { state, result, href } }: { view: JobSearchView }) {
  const { t, locale } = usePage();
  const { understanding } = result;
  if (understanding) {
    const labels = [...new Set(understanding.phrases.map(({ label }) => label))];
    const filters = formatList(labels, locale);
    return (
      <p className={styles.note}>
        {t('jobs.understood.text', { count: labels.length, filters })}{' '}
        <a href={href({ ...firstPage(state), wordsOnly: true })} rel="nofollow">
          {t('jobs.understood.wordsOnly')}
        </a>
        <Widened location={result.location} />
      </p>
    );
  }
  if (!state.wordsOnly || !isUnderstood({ ...state, wordsOnly: undefined })) return null;
  return (
    <p className={styles.note}>
      {t('jobs.understood.off')}{' '}
      <a href={href({ ...firstPage(state), wordsOnly: undefined })} rel="nofollow">
        {t('jobs.understood.on')}
      </a>
    </p>
  );
}

/** Says that a search was extended to a larger radius, and its size. */
function Widened({ location }: { location: JobSearchView['result']['location'] }) {
  const { t } = usePage();
  if (!location?.widened) return null;
  const { name: place, radius } = location.widened;
  const { name: country, radius: wider } = location;
  return (
    <>
      <br />
      {wider == null
        ? t('jobs.understood.wholeCountry', { place, radius, country })
        : t('jobs.understood.widerRadius', { place, radius, wider })}
    </>
  );
}
