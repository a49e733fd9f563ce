import { FilterCount } from '../../../components/search/filters/filter-count';
import { usePage } from '../../../lib/page-context';
import { readJobSearch, jobSearchVariables, understoodSearchVariables } from '../search-state';

/** The button of the filter sheet. @param wordsOnly whether the backend does not support reading filters from words */
export function JobCount({ count, wordsOnly }: { count: number; wordsOnly?: true }) {
  const { t, site } = usePage();
  return (
    <FilterCount
      index="jobs"
      count={count}
      read={(query) => {
        const state = readJobSearch(query, []);
        return wordsOnly ? jobSearchVariables(state, site) : understoodSearchVariables(state, site);
      }}
      label={(found) => t('island.showJobs', { count: found })}
    />
  );
}
