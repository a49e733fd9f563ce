import { FACET_AUTOCOMPLETE_THRESHOLD, type JobFacetName } from '../../../../src/contract/job-search.js';
import { usePage } from '../../../lib/page-context';
import styles from './facets.module.css';
import type { FacetValue, JobSearchView } from './search-view';

const AT_ONCE = 8;
/** So many go into the page at all; the rest is behind a link. */
const AT_MOST = 20;

/** The values of one facet, the chosen ones first. `whole`: all of them. */
export function FacetGroup({ view, facet, whole }: { view: JobSearchView; facet: JobFacetName; whole: boolean }) {
  const { t } = usePage();
  const all = view.values(facet);
  if (!all.length) return null;
  const chosen = new Set(view.state.facets[facet]);
  const sorted = [...all].sort((a, b) => Number(chosen.has(b.filter)) - Number(chosen.has(a.filter)));
  const atOnce = Math.max(AT_ONCE, chosen.size);
  const shown = sorted.slice(0, whole ? sorted.length : Math.max(AT_MOST, chosen.size));
  const later = shown.slice(atOnce);
  const values = (list: readonly FacetValue[]) =>
    list.map((value) => (
      <FacetOption key={value.filter} facet={facet} value={value} chosen={chosen.has(value.filter)} />
    ));
  const name = t(`jobs.facet.${facet}`);
  return (
    <fieldset className={styles.facet}>
      <legend>{name}</legend>
      {whole && <input type="hidden" name="more" value={facet} />}
      {all.length > FACET_AUTOCOMPLETE_THRESHOLD && (
        <input
          type="search"
          data-facet-filter={facet}
          placeholder={t('jobs.facet.find')}
          aria-label={t('jobs.facet.findIn', { facet: name })}
        />
      )}
      {values(shown.slice(0, atOnce))}
      {later.length > 0 && (
        <details open={whole} data-keep={facet}>
          <summary>{t('jobs.facet.more', { count: later.length })}</summary>
          {values(later)}
          {shown.length < all.length && (
            <a href={withMore(view.href(view.state), facet)} data-more={facet}>
              {t('jobs.facet.all', { count: all.length })}
            </a>
          )}
        </details>
      )}
    </fieldset>
  );
}

function FacetOption({ facet, value, chosen }: { facet: JobFacetName; value: FacetValue; chosen: boolean }) {
  const { locale } = usePage();
  return (
    <label>
      <input type="checkbox" name={facet} value={value.filter} defaultChecked={chosen} />
      {value.label}
      <small>{value.count.toLocaleString(locale)}</small>
    </label>
  );
}

function withMore(href: string, facet: string): string {
  return `${href}${href.includes('?') ? '&' : '?'}more=${facet}`;
}
