import { usePage } from '../../lib/page-context';
import { ChipLink } from '../ui/tag';
import styles from './results.module.css';
import { firstPage, type SearchState, withoutPlace, withWords } from './search-state';
import type { SearchView, WayOut } from './search-view';

/**
 * Shown without results: alternatives, each as a link with its number of results (SEARCH-13).
 * @param all path of the search without criteria
 * @param alert where an alert for this search can be created, if that is possible
 */
export function NoResults<State extends SearchState>({
  view,
  all,
  alert,
}: {
  view: SearchView<State>;
  all: string;
  alert?: string;
}) {
  const { t, href } = usePage();
  const { empty } = view.texts;
  const { result, explicit: state } = view;
  const beyond = state.page > 1 && result.result_count > 0;
  return (
    <div className={styles.empty}>
      <h2>{t(empty(beyond ? 'beyond' : 'title'))}</h2>
      <p>{t(empty('text'))}</p>
      <ul>
        {beyond && (
          <li>
            <ChipLink href={view.href(firstPage(state))}>{t(empty('firstPage'))}</ChipLink>
          </li>
        )}
        {result.ways_out.map((way) => {
          const { message, given, to } = wayOut(view, way);
          return (
            <li key={message + given}>
              <ChipLink href={view.href(to)}>{t(`search.way.${message}`, { count: way.result_count, given })}</ChipLink>
            </li>
          );
        })}
        <li>
          <ChipLink href={href(all)}>{t(empty('all'))}</ChipLink>
        </li>
        {alert && (
          <li>
            <ChipLink href={alert}>{t(empty('alert'))}</ChipLink>
          </li>
        )}
      </ul>
    </div>
  );
}

/** @returns the texts about an alternative, including what it drops or replaces, and its search */
function wayOut<State extends SearchState>(
  { kind, explicit: state, values }: SearchView<State>,
  { concession, radius, keys, without, facet: field }: WayOut,
): { message: string; given: string; to: State } {
  const start = firstPage(state);
  switch (concession) {
    case 'radius':
      return { message: 'radius', given: String(radius), to: { ...start, radius: radius ?? undefined } };
    case 'words':
      return { message: 'without', given: without ?? state.search, to: withWords(kind, state, keys ?? '') };
    case 'place':
      return { message: 'anywhere', given: '', to: withoutPlace(state) };
    case 'all_but_words':
      return {
        message: 'onlyWords',
        given: keys ?? '',
        to: withWords(kind, withoutPlace({ ...start, facets: {} }), keys ?? ''),
      };
    case 'all_but_place':
      return { message: 'onlyPlace', given: '', to: withWords(kind, { ...start, facets: {} }, '') };
    case 'facet': {
      const facet = kind.facets.find((known) => known.field === field)?.name;
      if (!facet) return { message: 'noFilters', given: '', to: { ...start, facets: {} } };
      const chosen = values(facet).filter(({ filter }) => state.facets[facet]?.includes(filter));
      const to = { ...start, facets: { ...state.facets, [facet]: undefined } };
      return { message: 'without', given: chosen.map(({ label }) => label).join(', '), to };
    }
  }
}
