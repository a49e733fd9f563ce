import type { ReactNode } from 'react';
import type { Translate } from '#shared/text/translator.js';
import { GEO_RADII } from '#contract/search/job-search.js';
import { usePage, useSite } from '../../lib/page-context';
import { classNames } from '../ui/class-names';
import layout from '../layouts/layout.module.css';
import { Icon } from '../ui/icon';
import { Island } from '../../lib/islands/island';
import { Reused } from '../../lib/reused.server';
import { Button } from '../ui/buttons/button';
import { SelectField } from '../ui/forms/field';
import { Filters } from './filters/filters';
import { type SearchBoxProps, SearchBox } from './search-box';
import styles from './search-layout.module.css';
import { defaultSorting, type SearchState, hasPlace } from './search-state';
import { activeFilterCount, type SearchView } from './search-view';
import formStyles from './search-form.module.css';

const WRITTEN = ['search', 'place', 'country', 'area', 'lat', 'lon'] as const;

/** Content beside the list if there is enough room. */
interface Pane {
  content: ReactNode;
  /** Whether it takes room from the list on narrower screens too. */
  open: boolean;
}

/**
 * A search page: words and place above, filters and results side by side if there is enough room.
 *
 * @param about kind of records to search, if not jobs
 * @param whole the facet of which all values are shown
 * @param radius the selected radius; undefined hides the field
 * @param column whether results without filters beside them have the width of a text column
 * @param hidden further parameters of the search that the form sends
 * @param apply the button of the filter sheet
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
          // The address determines what is ticked; a browser that restores earlier choices would contradict it.
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
 * The fields for words and place. After a search, a narrow screen shows them behind one line with the current search.
 *
 * @param line the current search; undefined if nothing was searched yet
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

/**
 * A search in one line: `nurse · Leeds · 100 km`.
 *
 * @param radius the radius as shown in the form
 * @param name the name of the form
 * @returns the name of the form if there are filters but neither words nor a place; undefined if nothing was searched
 */
function searchLine<State extends SearchState>(
  view: SearchView<State>,
  { radius, name }: { radius: number | undefined; name: string },
  t: Translate,
): string | undefined {
  const { state, result } = view;
  const place = hasPlace(state) ? state.geoLocation || result.location?.name || '' : '';
  const parts = [state.search, place, place && radius !== undefined ? t('search.radius.km', { km: radius }) : ''];
  const line = parts.filter(Boolean).join(' · ');
  if (line) return line;
  return activeFilterCount(view) > 0 || state.page > 1 ? name : undefined;
}

/**
 * The fields for words and place. Must be inside a form.
 * @param radius the selected radius; undefined hides the field, for example for a whole country
 * @param label label of the button
 * @param about kind of records to search, if not jobs
 */
export function SearchBar({
  state,
  radius,
  label,
  about,
}: {
  state?: SearchState;
  radius?: number;
  label: string;
  about?: SearchBoxProps['about'];
}) {
  const { t } = usePage();
  const { keywordSearch, geoSearch } = useSite().features;
  const absent: SearchBoxProps['without'] = [
    ...(keywordSearch ? [] : ['words' as const]),
    ...(geoSearch ? [] : ['place' as const]),
  ];
  const without = absent.length > 0 ? absent : undefined;
  return (
    <div className={formStyles.bar}>
      <Island
        name="search-box"
        when="idle"
        component={SearchBox}
        props={{ ...boxProps(state), about, without }}
        written={WRITTEN}
      />
      {radius !== undefined && geoSearch && (
        <div className={formStyles.radius}>
          <Reused by={`radius ${radius}`}>
            <SelectField
              label={t('search.radius.label')}
              name="radius"
              defaultValue={String(radius)}
              options={GEO_RADII.map((km) => [String(km), t('search.radius.km', { km })] as const)}
            />
          </Reused>
        </div>
      )}
      <Button>
        <Icon name="search" />
        {label}
      </Button>
    </div>
  );
}

function boxProps(state?: SearchState): SearchBoxProps {
  if (!state) return {};
  const { search, geoLocation, region, country, administrativeArea, lat, lon } = state;
  return {
    search: search || undefined,
    place: geoLocation || region,
    country,
    area: administrativeArea,
    lat: lat?.toString(),
    lon: lon?.toString(),
  };
}
