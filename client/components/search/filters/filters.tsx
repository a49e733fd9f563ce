import type { ReactNode } from 'react';
import { usePage } from '../../../lib/page-context';
import { Button } from '../../ui/buttons/button';
import { Icon } from '../../ui/icon';
import styles from './filters.module.css';
import { readChoiceField } from '../read-choices';
import type { SearchState } from '../search-state';
import { activeFilterCount, type SearchView } from '../search-view';
import { FacetGroups } from './facet-groups';

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
        <div className={styles.foot} data-region="count">
          {apply}
        </div>
      </dialog>
    </>
  );
}
