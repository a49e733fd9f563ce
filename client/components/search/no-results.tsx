import { GEO_RADII } from '../../../src/contract/job-search.js';
import { usePage } from '../../lib/page-context';
import { ChipLink } from '../ui/tag';
import styles from './results.module.css';
import { isWholeArea } from './search-sentence';
import { firstPage, hasPlace, type SearchState, withoutPlace, withWords } from './search-state';
import { activeFilterCount, type SearchView } from './search-view';

/**
 * Nothing was found: what may be tried instead, each as one link (SEARCH-13).
 * @param all the path of the search without anything
 */
export function NoResults<State extends SearchState>({ view, all }: { view: SearchView<State>; all: string }) {
  const { t, href } = usePage();
  const { empty } = view.texts;
  const ways = waysOut(view);
  const beyond = view.state.page > 1 && view.result.result_count > 0;
  return (
    <div className={styles.empty}>
      <h2>{t(empty(beyond ? 'beyond' : 'title'))}</h2>
      <p>{t(empty('text'))}</p>
      <ul>
        {beyond && (
          <li>
            <ChipLink href={view.href(firstPage(view.state))}>{t(empty('firstPage'))}</ChipLink>
          </li>
        )}
        {ways.map(({ message, values, state }) => (
          <li key={message}>
            <ChipLink href={view.href(state)}>{t(empty(message), values)}</ChipLink>
          </li>
        ))}
        <li>
          <ChipLink href={href(all)}>{t(empty('all'))}</ChipLink>
        </li>
      </ul>
    </div>
  );
}

interface WayOut<State> {
  message: string;
  values?: Record<string, string | number>;
  state: State;
}

function waysOut<State extends SearchState>(view: SearchView<State>): WayOut<State>[] {
  const { kind, state, result } = view;
  const ways: WayOut<State>[] = [];
  const { location } = result;
  if (location && !isWholeArea(location)) {
    const wider = GEO_RADII.find((radius) => radius > (location.radius ?? 0));
    if (wider)
      ways.push({ message: 'wider', values: { radius: wider }, state: { ...firstPage(state), radius: wider } });
  }
  if (activeFilterCount(view)) ways.push({ message: 'noFilters', state: view.withoutFilters });
  if (state.search)
    ways.push({ message: 'noWords', values: { search: state.search }, state: withWords(kind, state, '') });
  if (hasPlace(state)) ways.push({ message: 'anywhere', state: withoutPlace(state) });
  return ways;
}
