import type { ReactNode } from 'react';
import { usePage } from '../../lib/page-context';
import { classNames } from '../ui/class-names';
import layout from '../layouts/layout.module.css';
import { Icon } from '../ui/icon';
import { Filters } from './filters/filters';
import { SearchBar } from './search-bar';
import type { SearchBoxProps } from './search-box';
import { searchLine } from './search-line';
import styles from './search-layout.module.css';
import { defaultSorting, type SearchState } from './search-state';
import { activeFilterCount, type SearchView } from './search-view';

/** What stands beside the list where there is room. */
interface Pane {
  content: ReactNode;
  /** Whether it takes room from the list on narrower screens too. */
  open: boolean;
}

/**
 * A page that searches: words and place above, filters and results beside each other where there is room.
 *
 * @param about what is searched, where it is not jobs
 * @param whole the facet that shows all its values
 * @param radius chosen in the radius box; undefined: it is not shown
 * @param column whether results stand in a column that reads well where there are no filters beside them
 * @param hidden what else of the search the form sends along
 * @param apply the button of the filters' sheet
 * @param children the results
 */
export function SearchLayout<State extends SearchState>({
  view,
  id,
  formId,
  action,
  labels,
  about,
  whole,
  radius,
  column,
  hidden = {},
  apply,
  pane,
  children,
}: {
  view: SearchView<State>;
  id: string;
  formId: string;
  action: string;
  labels: { form: string; button: string };
  about?: SearchBoxProps['about'];
  whole?: string;
  radius?: number;
  column?: boolean;
  hidden?: Readonly<Record<string, string | undefined>>;
  apply: ReactNode;
  pane?: Pane;
  children: ReactNode;
}) {
  const { kind, state } = view;
  const { t } = usePage();
  const { sorting } = state;
  const isChosen = sorting !== defaultSorting(kind, state.search);
  const sent = { sorting: isChosen ? sorting : undefined, locale: state.locale, ...hidden };
  const nothing = view.result.result_count === 0 && activeFilterCount(view) === 0;
  return (
    <>
      <a className={layout.skip} href="#found" rel="nofollow">
        {t('search.skip')}
      </a>
      <div
        className={classNames(
          styles.page,
          column && styles.column,
          Boolean(pane?.content) && styles.beside,
          pane?.open && styles.open,
          nothing && styles.nothing,
        )}
        id={id}
        data-search
      >
        <form
          className={styles.form}
          id={formId}
          data-search-form
          action={action}
          role="search"
          // The address says what is ticked; a browser that restores older ticks would contradict it.
          autoComplete="off"
          aria-label={labels.form}
        >
          <SearchFields line={searchLine(view, { radius, name: labels.form }, t)}>
            <SearchBar state={state} radius={radius} label={labels.button} about={about} />
            {Object.entries(sent).map(
              ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
            )}
          </SearchFields>
          <Filters view={view} whole={whole} apply={apply} />
        </form>
        {children}
        {pane && (
          <div className={styles.pane} id="pane" data-region="pane">
            {pane.content}
          </div>
        )}
      </div>
    </>
  );
}

/**
 * The fields for words and place. Once a search ran, they are behind one line on a narrow screen, which shows what was searched.
 *
 * @param line what was searched; undefined: nothing yet
 */
function SearchFields({ line, children }: { line: string | undefined; children: ReactNode }) {
  const { t } = usePage();
  if (line === undefined)
    return (
      <div className={styles.bar} data-region="search">
        {children}
      </div>
    );
  return (
    <details className={styles.bar} data-region="search">
      <summary aria-label={t('search.change', { search: line })}>
        <span>{line}</span>
        <Icon name="pencil" />
      </summary>
      {children}
    </details>
  );
}
