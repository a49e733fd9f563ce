import { FACET_AUTOCOMPLETE_THRESHOLD } from '#contract/search/job-search.js';
import { formatNumber } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import { ReusedEach } from '../../../lib/reused.server';
import styles from './facets.module.css';
import type { SearchState } from '../search-state';
import type { FacetValue, SearchView } from '../search-view';

const AT_ONCE = 8;
/** So many go into the page at all; the rest is behind a link. */
const AT_MOST = 20;

/** The values of one facet, in an order that ticking does not change. `whole`: all of them. */
export function FacetGroup<State extends SearchState>({
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
  const chosen = new Set(view.state.facets[facet]);
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

function FacetOptions({
  facet,
  values,
  chosen,
}: {
  facet: string;
  values: readonly FacetValue[];
  chosen: ReadonlySet<string>;
}) {
  const { locale } = usePage();
  return (
    <ReusedEach
      name="option"
      items={values}
      part={({ filter, label, count }) => ({
        shape: { facet, ticked: chosen.has(filter) },
        texts: { filter, label, count: formatNumber(count, locale) },
      })}
    >
      {({ ticked }, { filter, label, count }) => (
        <label>
          <input type="checkbox" name={facet} value={filter} defaultChecked={ticked} />
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
