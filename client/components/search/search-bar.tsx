import { GEO_RADII } from '#contract/search/job-search.js';
import { Island } from '../../lib/islands/island';
import { usePage } from '../../lib/page-context';
import { useSite } from '../../lib/site-context';
import { Reused } from '../../lib/reused.server';
import { Button } from '../ui/buttons/button';
import { SelectField } from '../ui/forms/field';
import { Icon } from '../ui/icon';
import { SearchBox, type SearchBoxProps } from './search-box';
import styles from './search-form.module.css';
import type { SearchState } from './search-state';

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
    <div className={styles.bar}>
      <Island
        name="search-box"
        when="idle"
        component={SearchBox}
        props={{ ...boxProps(state), about, without }}
        written={WRITTEN}
      />
      {radius !== undefined && geoSearch && (
        <div className={styles.radius}>
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

const WRITTEN = ['search', 'place', 'country', 'area', 'lat', 'lon'] as const;

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
