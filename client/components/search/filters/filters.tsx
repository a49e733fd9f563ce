import type { ReactNode } from 'react';
import { FACET_AUTOCOMPLETE_THRESHOLD } from '#contract/search/job-search.js';
import { usePage } from '../../../lib/page-context';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import styles from './filters.module.css';
import { readChoiceField } from '../read-choices';
import type { SearchState } from '../search-state';
import { activeFilterCount, type FacetValue, type SearchView } from '../search-view';
import { formatNumber } from '../../../lib/format';
import { ReusedEach } from '../../../lib/reused.server';

/**
 * The styles. Beside the list on a wide screen; else behind "Filters": unfolded in place without scripts, as a sheet with them.
 * @param whole the facet that shows all its values
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
          {view.kind.facets.map(({ name, isSingle }) =>
            isSingle ? (
              <OneOfFacet key={name} view={view} facet={name} />
            ) : (
              <FacetGroup key={name} view={view} facet={name} whole={whole === name} />
            ),
          )}
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
        <div className={styles.foot} data-region="count">
          {apply}
        </div>
      </dialog>
    </>
  );
}

const AT_ONCE = 8;
/** So many go into the page at all; the rest is behind a link. */
const AT_MOST = 20;

/** The values of one facet, in an order that ticking does not change. `whole`: all of them. */
function FacetGroup<State extends SearchState>({
  view,
  facet,
  whole,
}: {
  view: SearchView<State>;
  facet: string;
  whole: boolean;
}) {
  const { t } = usePage();
  const all = view.values(facet);
  if (!all.length) return null;
  const chosen = new Set(view.explicit.facets[facet]);
  const rest = all.slice(AT_ONCE);
  // A chosen value is never folded away.
  const atOnce = [...all.slice(0, AT_ONCE), ...rest.filter(({ filter }) => chosen.has(filter))];
  const folded = rest.filter(({ filter }) => !chosen.has(filter));
  const later = whole ? folded : folded.slice(0, AT_MOST - AT_ONCE);
  const values = (list: readonly FacetValue[]) => <FacetOptions facet={facet} values={list} chosen={chosen} />;
  const name = t(view.texts.facet(facet));
  return (
    <fieldset className={styles.facet}>
      <legend>{name}</legend>
      {whole && <input type="hidden" name="more" value={facet} />}
      {all.length > FACET_AUTOCOMPLETE_THRESHOLD && (
        <input
          type="search"
          data-facet-filter={facet}
          placeholder={t('search.facet.find')}
          aria-label={t('search.facet.findIn', { facet: name })}
        />
      )}
      {values(atOnce)}
      {later.length > 0 && (
        <details open={whole} data-keep={facet}>
          <summary>{t('search.facet.more', { count: later.length })}</summary>
          {values(later)}
          {later.length < folded.length && (
            <a href={withMore(view.here, facet)} data-more={facet}>
              {t('search.facet.all', { count: all.length })}
            </a>
          )}
        </details>
      )}
    </fieldset>
  );
}

/** A facet of which one value is chosen at most, the lowest first. Values that would find nothing are left out. */
function OneOfFacet<State extends SearchState>({ view, facet }: { view: SearchView<State>; facet: string }) {
  const { t } = usePage();
  const chosen = new Set(view.state.facets[facet]);
  const values = view
    .values(facet)
    .filter(({ filter, count }) => count > 0 || chosen.has(filter))
    .sort((one, other) => Number(one.filter) - Number(other.filter));
  if (!values.length) return null;
  const hint = view.texts.facetHint?.(facet);
  return (
    <fieldset className={styles.facet} aria-describedby={hint && `hint-${facet}`}>
      <legend>{t(view.texts.facet(facet))}</legend>
      <label>
        <input type="radio" name={facet} value="" defaultChecked={chosen.size === 0} />
        {t('search.facet.any')}
      </label>
      <FacetOptions facet={facet} type="radio" values={values} chosen={chosen} />
      {hint && (
        <p className={styles.hint} id={`hint-${facet}`}>
          {t(hint)}
        </p>
      )}
    </fieldset>
  );
}

function FacetOptions({
  facet,
  type = 'checkbox',
  values,
  chosen,
}: {
  facet: string;
  type?: 'checkbox' | 'radio';
  values: readonly FacetValue[];
  chosen: ReadonlySet<string>;
}) {
  const { locale } = usePage();
  return (
    <ReusedEach
      name="option"
      items={values}
      part={({ filter, label, count }) => ({
        shape: { facet, type, ticked: chosen.has(filter) },
        texts: { filter, label, count: formatNumber(count, locale) },
      })}
    >
      {({ ticked }, { filter, label, count }) => (
        <label>
          <input type={type} name={facet} value={filter} defaultChecked={ticked} />
          {label}
          <small>{count}</small>
        </label>
      )}
    </ReusedEach>
  );
}

function withMore(href: string, facet: string): string {
  return `${href}${href.includes('?') ? '&' : '?'}more=${facet}`;
}
