import { JOB_FACETS } from '../../../../src/contract/job-search.js';
import { Button } from '../../../components/ui/button';
import { Icon } from '../../../components/ui/icon';
import { Island } from '../../../lib/islands/island';
import { usePage } from '../../../lib/page-context';
import { activeFilterCount } from '../search-state';
import { FacetGroup } from './facet-group';
import { FilterCount } from './filter-count';
import styles from './filters.module.css';
import type { JobSearchView } from './search-view';

/**
 * The facets. Beside the list on a wide screen; else behind "Filters": unfolded in place without scripts, as a sheet with them.
 * @param whole the facet that shows all its values
 */
export function Filters({ view, whole }: { view: JobSearchView; whole?: string }) {
  const { t } = usePage();
  const active = activeFilterCount(view.state);
  return (
    <>
      <details className={styles.filters} id="filters" data-keep="filters">
        <summary data-region="filters-summary">
          <Icon name="filter" />
          {active ? t('jobs.filters.withCount', { count: active }) : t('jobs.filters.title')}
        </summary>
        <div id="filters-body" data-region="facets">
          {JOB_FACETS.map(({ name }) => (
            <FacetGroup key={name} view={view} facet={name} whole={whole === name} />
          ))}
          <Button className={styles.apply}>{t('jobs.filters.apply')}</Button>
        </div>
      </details>
      <dialog className={styles.sheet} id="filters-sheet" aria-labelledby="filters-title">
        <div className={styles.head}>
          <h2 id="filters-title">{t('jobs.filters.title')}</h2>
          <Button kind="quiet" type="button" data-close>
            <Icon name="close" />
            {t('jobs.filters.close')}
          </Button>
        </div>
        <div className={styles.slot} id="filters-slot" />
        <div className={styles.foot} data-region="count">
          <Island
            name="filter-count"
            when="visible"
            component={FilterCount}
            props={{ count: view.result.result_count }}
          />
        </div>
      </dialog>
    </>
  );
}
