import { FilterCount } from '../../../components/search/filters/filter-count';
import { usePage } from '../../../lib/page-context';
import { jobSearchVariables } from '../search-request';
import { readJobSearch } from '../search-state';

/** The button of the filter sheet. */
export function JobCount({ count }: { count: number }) {
  const { t, site } = usePage();
  return (
    <FilterCount
      index="jobs"
      count={count}
      read={(query) => jobSearchVariables(readJobSearch(query, []), site)}
      label={(found) => t('island.showJobs', { count: found })}
    />
  );
}
