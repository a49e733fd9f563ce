import type { CountedWordsFragment } from '#contract/generated/operations.js';
import { JOBS_PATH, SEARCH_COUNTS_PATH } from '#contract/pages/paths.js';
import { COUNTED_WEEKS } from '#contract/search/search-counts.js';
import { Button } from '../../../components/ui/buttons/button';
import { SelectField } from '../../../components/ui/forms/field';
import { RecordTable } from '../../../components/ui/record-table';
import { formatNumber, languageName } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import styles from './administration.module.css';

/** Selects the weeks and pages for which searches are counted. */
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

/** Words with their counts, each a link to the search. @param none text if there are none */
export function SearchedWords({ of, none }: { of: readonly CountedWordsFragment[]; none: string }) {
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
