import { SearchBar } from '../../../components/search/search-bar';
import { usePage } from '../../../lib/page-context';

/** The search fields: what and where, nothing more. */
export function JobSearchForm() {
  const { href, t } = usePage();
  return (
    <form action={href('/jobs')} role="search" aria-label={t('jobs.searchName')}>
      <SearchBar label={t('jobs.search')} />
    </form>
  );
}
