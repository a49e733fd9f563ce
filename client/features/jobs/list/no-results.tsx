import { GEO_RADII } from '../../../../src/contract/job-search.js';
import { ChipLink } from '../../../components/ui/tag';
import { usePage } from '../../../lib/page-context';
import {
  activeFilterCount,
  firstPage,
  hasPlace,
  type JobSearchState,
  withoutFilters,
  withoutPlace,
  withWords,
} from '../search-state';
import styles from './results.module.css';
import { isWholeArea } from './search-sentence';
import type { JobSearchView } from './search-view';

/** Nothing was found: what may be tried instead, each as one link (SEARCH-13). */
export function NoResults({ view }: { view: JobSearchView }) {
  const { t, href } = usePage();
  const ways = waysOut(view);
  const beyond = view.state.page > 1 && view.result.result_count > 0;
  return (
    <div className={styles.empty}>
      <h2>{t(beyond ? 'jobs.empty.beyond' : 'jobs.empty.title')}</h2>
      <p>{t('jobs.empty.text')}</p>
      <ul>
        {beyond && (
          <li>
            <ChipLink href={view.href(firstPage(view.state))}>{t('jobs.empty.firstPage')}</ChipLink>
          </li>
        )}
        {ways.map(({ message, values, state }) => (
          <li key={message}>
            <ChipLink href={view.href(state)}>{t(`jobs.empty.${message}`, values)}</ChipLink>
          </li>
        ))}
        <li>
          <ChipLink href={href('/jobs')}>{t('jobs.empty.all')}</ChipLink>
        </li>
      </ul>
    </div>
  );
}

function waysOut({
  state,
  result,
}: JobSearchView): { message: string; values?: Record<string, string | number>; state: JobSearchState }[] {
  const ways: ReturnType<typeof waysOut> = [];
  const { location } = result;
  if (location && !isWholeArea(location)) {
    const wider = GEO_RADII.find((radius) => radius > (location.radius ?? 0));
    if (wider)
      ways.push({ message: 'wider', values: { radius: wider }, state: { ...firstPage(state), radius: wider } });
  }
  if (activeFilterCount(state)) ways.push({ message: 'noFilters', state: withoutFilters(state) });
  if (state.search) ways.push({ message: 'noWords', values: { search: state.search }, state: withWords(state, '') });
  if (hasPlace(state)) ways.push({ message: 'anywhere', state: withoutPlace(state) });
  return ways;
}
