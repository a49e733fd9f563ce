import { SEARCH_COUNTS_FILE_PATH, JOBS_PATH, SEARCH_COUNTS_PATH } from '#contract/pages/paths.js';
import { MIN_READABLE_SEARCHES, COUNTED_WEEKS } from '#contract/search/search-counts.js';
import type { CountedWordsFragment } from '#contract/generated/operations.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { Alert } from '../../../components/ui/feedback/alert';
import { Panel } from '../../../components/ui/containers/panel';
import styles from '../../../features/account/administration/administration.module.css';
import { formatNumber, languageName } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import { Button } from '../../../components/ui/buttons/button';
import { SelectField } from '../../../components/ui/forms/field';
import { RecordTable } from '../../../components/ui/record-table';
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

/** Selects the weeks and pages for which searches are counted. */
function SearchCountsFilter({
  weeks,
  language = '',
  languages,
}: {
  weeks: number;
  language?: string;
  languages: readonly string[];
}) {
  const { t, href, locale } = usePage();
  return (
    <form className={styles.search} action={href(SEARCH_COUNTS_PATH)}>
      <SelectField
        label={t('admin.searches.period')}
        name="weeks"
        defaultValue={String(weeks)}
        options={COUNTED_WEEKS.map((count) => [String(count), t('admin.searches.weeks', { count })] as const)}
      />
      {languages.length > 1 && (
        <SelectField
          label={t('admin.searches.language')}
          name="language"
          defaultValue={language}
          options={[
            ['', t('admin.searches.allLanguages')],
            ...languages.map((code) => [code, languageName(code, locale)] as const),
          ]}
        />
      )}
      <Button>{t('admin.searches.show')}</Button>
    </form>
  );
}

/** Words with their counts, each a link to the search. @param none text if there are none */
function SearchedWords({ of, none }: { of: readonly CountedWordsFragment[]; none: string }) {
  const { t, href, locale } = usePage();
  if (of.length === 0) return <p className={styles.soft}>{none}</p>;
  return (
    <RecordTable
      rows={of}
      keyOf={({ words }) => words}
      columns={[
        {
          label: t('admin.searches.words'),
          cell: ({ words }) => (
            <a href={href(`${JOBS_PATH}?${new URLSearchParams({ search: words }).toString()}`)} rel="nofollow">
              {words}
            </a>
          ),
        },
        { label: t('admin.searches.searches'), cell: ({ searches }) => formatNumber(searches, locale) },
        { label: t('admin.searches.empty'), cell: ({ empty }) => formatNumber(empty, locale) },
      ]}
    />
  );
}
