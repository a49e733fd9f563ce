import { GEO_RADII } from '../../../../src/contract/job-search.js';
import { Button } from '../../../components/ui/button';
import { SelectField } from '../../../components/ui/field';
import { Icon } from '../../../components/ui/icon';
import { Island } from '../../../lib/islands/island';
import { usePage } from '../../../lib/page-context';
import { Reused } from '../../../lib/reused.server';
import type { JobSearchState } from '../search-state';
import { SearchBox, type SearchBoxProps } from './search-box';
import styles from './search-form.module.css';

/**
 * What and where. Stands inside a form.
 * @param radius the one chosen; none: the choice is not offered, as in a whole country
 */
export function SearchBar({ state, radius }: { state?: JobSearchState; radius?: number }) {
  const { t } = usePage();
  return (
    <div className={styles.bar}>
      <Island name="search-box" when="idle" component={SearchBox} props={boxProps(state)} />
      {radius !== undefined && (
        <div className={styles.radius}>
          <Reused by={`radius ${radius}`}>
            <SelectField
              label={t('jobs.radius.label')}
              name="radius"
              defaultValue={String(radius)}
              options={GEO_RADII.map((km) => [String(km), t('jobs.radius.km', { km })] as const)}
            />
          </Reused>
        </div>
      )}
      <Button>
        <Icon name="search" />
        {t('jobs.search')}
      </Button>
    </div>
  );
}

function boxProps(state?: JobSearchState): SearchBoxProps {
  if (!state) return {};
  const { search, geoLocation, country, administrativeArea, lat, lon } = state;
  return {
    search: search || undefined,
    place: geoLocation || undefined,
    country,
    area: administrativeArea,
    lat: lat?.toString(),
    lon: lon?.toString(),
  };
}
