import { SEARCH_COUNTS_FILE_PATH } from '#contract/pages/paths.js';
import { MIN_READABLE_SEARCHES } from '#contract/search/search-counts.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { Alert } from '../../../components/ui/feedback/alert';
import { Panel } from '../../../components/ui/containers/panel';
import { SearchCountsFilter, SearchedWords } from '../../../features/account/administration/searched-words';
import styles from '../../../features/account/administration/administration.module.css';
import { formatNumber } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import type { SearchCountsData } from './+load.server';

/** Searches on the site, and searches without results. */
export function Page({ data: { counts, weeks, language, languages, isOn } }: { data: SearchCountsData }) {
  const { t, href, locale } = usePage();
  const { searches, empty, frequent, withoutResults } = counts;
  // If no searches are shown, nothing can be said about their results either.
  const noneWithoutResults = t(frequent.length > 0 ? 'admin.searches.noneWithoutResults' : 'admin.searches.none');
  const file = new URLSearchParams({ weeks: String(weeks), ...(language !== undefined && { language }) });
  const intro = t('admin.searches.intro', { min: formatNumber(MIN_READABLE_SEARCHES, locale) });
  return (
    <OwnPage title={t('admin.searches.title')} intro={<p>{intro}</p>}>
      {!isOn && <Alert kind="warn">{t('admin.searches.off')}</Alert>}
      <SearchCountsFilter weeks={weeks} language={language} languages={languages} />
      {searches > 0 && (
        <p className={styles.facts}>
          <span>{t('admin.searches.total', { count: searches, number: formatNumber(searches, locale) })}</span>
          <span>{t('admin.searches.totalEmpty', { count: empty, number: formatNumber(empty, locale) })}</span>
          <a href={href(`${SEARCH_COUNTS_FILE_PATH}?${file.toString()}`)} rel="nofollow">
            {t('admin.searches.file')}
          </a>
        </p>
      )}
      <Panel id="frequent" title={t('admin.searches.frequent')}>
        <SearchedWords of={frequent} none={t('admin.searches.none')} />
      </Panel>
      <Panel id="without-results" title={t('admin.searches.withoutResults')}>
        <SearchedWords of={withoutResults} none={noneWithoutResults} />
      </Panel>
    </OwnPage>
  );
}
