import type { Translate } from '../../../../src/contract/translator.js';
import { JOB_FACETS } from '../../../../src/contract/job-search.js';
import { Chip } from '../../../components/ui/tag';
import { usePage } from '../../../lib/page-context';
import {
  activeFilterCount,
  firstPage,
  hasPlace,
  type JobSearchState,
  withFacet,
  withoutFilters,
  withoutPlace,
  withWords,
} from '../search-state';
import styles from './results.module.css';
import type { JobSearchView } from './search-view';

/** What narrows the search, each with the way to take it off (SEARCH-12). */
export function ActiveFilters({ view }: { view: JobSearchView }) {
  const { t } = usePage();
  const chips = chipsOf(view, t);
  if (!chips.length) return null;
  return (
    <ul className={styles.chips} aria-label={t('jobs.filters.active')}>
      {chips.map(({ label, without }) => (
        <li key={label}>
          <Chip href={view.href(without)} label={t('jobs.filters.remove', { filter: label })}>
            {label}
          </Chip>
        </li>
      ))}
      {activeFilterCount(view.state) > 1 && (
        <li>
          <a className={styles.clear} href={view.href(withoutFilters(view.state))}>
            {t('jobs.filters.clear')}
          </a>
        </li>
      )}
    </ul>
  );
}

function chipsOf({ state, values, result }: JobSearchView, t: Translate): { label: string; without: JobSearchState }[] {
  const chips: { label: string; without: JobSearchState }[] = [];
  if (state.search) chips.push({ label: t('jobs.quoted', { text: state.search }), without: withWords(state, '') });
  if (hasPlace(state)) {
    const label = result.location?.label ?? state.geoLocation;
    if (label) chips.push({ label, without: withoutPlace(state) });
  }
  const start = firstPage(state);
  if (state.title) chips.push({ label: state.title, without: { ...start, title: undefined } });
  if (state.organizationName)
    chips.push({ label: state.organizationName, without: { ...start, organizationName: undefined } });
  for (const { name } of JOB_FACETS) {
    for (const value of state.facets[name] ?? []) {
      const label = values(name).find(({ filter }) => filter === value)?.label;
      if (label) chips.push({ label, without: withFacet(state, name, value, false) });
    }
  }
  return chips;
}
