import type { CountedWordsFragment } from '#contract/generated/operations.js';
import { JOBS_PATH, SEARCH_COUNTS_PATH } from '#contract/pages/paths.js';
import { COUNTED_WEEKS } from '#contract/search/search-counts.js';
import { Button } from '../../../components/ui/button';
import { SelectField } from '../../../components/ui/forms/field';
import table from '../../../components/ui/record-table.module.css';
import { formatNumber, languageName } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import styles from './administration.module.css';

/** Which weeks and pages the counts are of. */
export function SearchCountsFilter({
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

/** Words with their counts, each a link to the search. @param none said where there are none */
export function SearchedWords({ of, none }: { of: readonly CountedWordsFragment[]; none: string }) {
  const { t, href, locale } = usePage();
  if (of.length === 0) return <p className={styles.soft}>{none}</p>;
  return (
    <table className={table.records}>
      <thead>
        <tr>
          <th scope="col">{t('admin.searches.words')}</th>
          <th scope="col">{t('admin.searches.searches')}</th>
          <th scope="col">{t('admin.searches.empty')}</th>
        </tr>
      </thead>
      <tbody>
        {of.map(({ words, searches, empty }) => (
          <tr key={words}>
            <th scope="row">
              <a href={href(`${JOBS_PATH}?${new URLSearchParams({ search: words }).toString()}`)} rel="nofollow">
                {words}
              </a>
            </th>
            <td data-label={t('admin.searches.searches')}>{formatNumber(searches, locale)}</td>
            <td data-label={t('admin.searches.empty')}>{formatNumber(empty, locale)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
