import type { ReactNode } from 'react';
import { FACET_AUTOCOMPLETE_THRESHOLD } from '#contract/search/job-search.js';
import { formatNumber } from '../../../lib/format';
import { type PageInfo, usePage } from '../../../lib/page-context';
import { ReusedEach } from '../../../lib/reused.server';
import type { SearchState } from '../search-state';
import { type FacetValue, type SearchView, activeFilterCount } from '../search-view';
import { Button } from '../../ui/buttons/button';
import { Icon } from '../../ui/icon';
import hidden from '../../ui/visually-hidden.module.css';
import { readChoiceField } from '../read-choices';
import styles from './filters.module.css';

const AT_ONCE = 8;
/** Maximum number of values in the page; a link leads to the rest. */
const AT_MOST = 20;

/** The properties on which the markup of a group depends. */
interface GroupShape {
  facet: string;
  /** Catalogue keys. */
  name: string;
  hint?: string;
  /** Whether at most one value of the facet can be selected. */
  isSingle: boolean;
  /** Whether each value is ticked: `atOnce` for the visible values, `later` for those behind "more". */
  atOnce: readonly boolean[];
  later: readonly boolean[];
  isSearchable: boolean;
  isWhole: boolean;
}

/** Names of the texts of the values; `later` is for the values behind "more". */
interface GroupTexts {
  filters: readonly string[];
  labels: readonly string[];
  counts: readonly string[];
  laterFilters: readonly string[];
  laterLabels: readonly string[];
  laterCounts: readonly string[];
  more?: string;
  all?: string;
  allHref?: string;
  // Lets `ReusedEach` treat it as a record of texts.
  [name: string]: string | readonly string[] | undefined;
}

/**
 * The values of all facets, in groups. Search pages differ in little more than these texts, so each group is one reused
 * part.
 *
 * @param whole the facet of which all values are shown
 */
function FacetGroups<State extends SearchState>({ view, whole }: { view: SearchView<State>; whole?: string }) {
  const page = usePage();
  const groups = view.kind.facets.flatMap(({ name, isSingle }) => {
    const group = isSingle ? oneOfFacet(view, name, page) : anyOfFacet(view, name, whole === name, page);
    return group ? [group] : [];
  });
  return (
    <ReusedEach name="facet" items={groups} part={(group) => group}>
      {(shape, texts) => <FacetGroup shape={shape} texts={texts} />}
    </ReusedEach>
  );
}

interface Group {
  shape: GroupShape;
  texts: GroupTexts;
}

/** The values of one facet, in an order that does not depend on the selection. */
function anyOfFacet<State extends SearchState>(
  view: SearchView<State>,
  facet: string,
  isWhole: boolean,
  { t, locale }: PageInfo,
): Group | undefined {
  const all = view.values(facet);
  if (all.length === 0) return undefined;
  const chosen = new Set(view.explicit.facets[facet]);
  const rest = all.slice(AT_ONCE);
  // A selected value is always visible.
  const atOnce = [...all.slice(0, AT_ONCE), ...rest.filter(({ filter }) => chosen.has(filter))];
  const folded = rest.filter(({ filter }) => !chosen.has(filter));
  const later = isWhole ? folded : folded.slice(0, AT_MOST - AT_ONCE);
  const texts = textsOf(atOnce, later, locale);
  if (later.length > 0) texts.more = t('search.facet.more', { count: later.length });
  if (later.length < folded.length) {
    texts.all = t('search.facet.all', { count: all.length });
    texts.allHref = withMore(view.here, facet);
  }
  return {
    shape: {
      facet,
      name: view.texts.facet(facet),
      isSingle: false,
      atOnce: atOnce.map(({ filter }) => chosen.has(filter)),
      later: later.map(() => false),
      isSearchable: all.length > FACET_AUTOCOMPLETE_THRESHOLD,
      isWhole,
    },
    texts,
  };
}

/** A facet with at most one selected value, in ascending order. Values without results are left out. */
function oneOfFacet<State extends SearchState>(
  view: SearchView<State>,
  facet: string,
  { locale }: PageInfo,
): Group | undefined {
  const chosen = new Set(view.explicit.facets[facet]);
  const values = view
    .values(facet)
    .filter(({ filter, count }) => count > 0 || chosen.has(filter))
    .sort((one, other) => Number(one.filter) - Number(other.filter));
  if (values.length === 0) return undefined;
  return {
    shape: {
      facet,
      name: view.texts.facet(facet),
      hint: view.texts.facetHint?.(facet),
      isSingle: true,
      atOnce: values.map(({ filter }) => chosen.has(filter)),
      later: [],
      isSearchable: false,
      isWhole: false,
    },
    texts: textsOf(values, [], locale),
  };
}

function textsOf(atOnce: readonly FacetValue[], later: readonly FacetValue[], locale: string): GroupTexts {
  return {
    filters: atOnce.map(({ filter }) => filter),
    labels: atOnce.map(({ label }) => label),
    counts: atOnce.map(({ count }) => formatNumber(count, locale)),
    laterFilters: later.map(({ filter }) => filter),
    laterLabels: later.map(({ label }) => label),
    laterCounts: later.map(({ count }) => formatNumber(count, locale)),
  };
}

function FacetGroup({ shape, texts }: Group) {
  const { t } = usePage();
  const { facet, hint, isSingle, isWhole, isSearchable } = shape;
  const name = t(shape.name);
  return (
    <fieldset className={styles.facet} aria-describedby={hint && `hint-${facet}`}>
      <legend>{name}</legend>
      {isWhole && <input type="hidden" name="more" value={facet} />}
      {isSearchable && (
        <input
          type="search"
          data-facet-filter={facet}
          placeholder={t('search.facet.find')}
          aria-label={t('search.facet.findIn', { facet: name })}
        />
      )}
      {isSingle && (
        <label>
          <input type="radio" name={facet} value="" defaultChecked={!shape.atOnce.includes(true)} />
          {t('search.facet.any')}
        </label>
      )}
      <Options shape={shape} ticked={shape.atOnce} {...texts} />
      {shape.later.length > 0 && (
        <details open={isWhole} data-keep={facet}>
          <summary>{texts.more}</summary>
          <Options
            shape={shape}
            ticked={shape.later}
            filters={texts.laterFilters}
            labels={texts.laterLabels}
            counts={texts.laterCounts}
          />
          {texts.allHref && (
            <a href={texts.allHref} data-more={facet}>
              {texts.all}
            </a>
          )}
        </details>
      )}
      {hint && (
        <p className={styles.hint} id={`hint-${facet}`}>
          {t(hint)}
        </p>
      )}
    </fieldset>
  );
}

function Options({
  shape: { facet, isSingle },
  ticked,
  filters,
  labels,
  counts,
}: { shape: GroupShape; ticked: readonly boolean[] } & Pick<GroupTexts, 'filters' | 'labels' | 'counts'>) {
  return ticked.map((isTicked, at) => (
    <label key={at}>
      <input type={isSingle ? 'radio' : 'checkbox'} name={facet} value={filters[at]} defaultChecked={isTicked} />
      {labels[at]}
      <small>{counts[at]}</small>
    </label>
  ));
}

function withMore(href: string, facet: string): string {
  return `${href}${href.includes('?') ? '&' : '?'}more=${facet}`;
}

/**
 * The filters of a search. Beside the list on a wide screen; otherwise behind "Filters": unfolded in place without
 * scripts, shown as a sheet with them.
 * @param whole the facet of which all values are shown
 * @param apply the button of the sheet
 */
export function Filters<State extends SearchState>({
  view,
  whole,
  apply,
}: {
  view: SearchView<State>;
  whole?: string;
  apply: ReactNode;
}) {
  const { t } = usePage();
  const active = activeFilterCount(view);
  return (
    <>
      <details className={styles.filters} id="filters" data-keep="filters">
        <summary data-region="filters-summary">
          <Icon name="filter" />
          {active ? t('search.filters.withCount', { count: active }) : t('search.filters.title')}
        </summary>
        <div id="filters-body" data-region="facets">
          {view.read.map(readChoiceField).map(({ name, value }) => (
            <input key={name + value} type="hidden" name={name} value={value} />
          ))}
          <FacetGroups view={view} whole={whole} />
          <Button className={styles.apply}>{t('search.filters.apply')}</Button>
        </div>
      </details>
      <dialog className={styles.sheet} id="filters-sheet" aria-labelledby="filters-title">
        <div className={styles.head}>
          <h2 id="filters-title">{t('search.filters.title')}</h2>
          <Button kind="quiet" type="button" data-close>
            <Icon name="close" />
            {t('search.filters.close')}
          </Button>
        </div>
        <div className={styles.slot} id="filters-slot" />
        {/* The announcer of the page is inert while the sheet is open. */}
        <span className={hidden.hidden} role="status" data-announcer />
        <div className={styles.foot} data-region="count">
          {apply}
        </div>
      </dialog>
    </>
  );
}
