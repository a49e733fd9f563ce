import type { PublicSite } from '#contract/pages/public-site.js';
import { FilterCount } from '../../../components/search/filters/filter-count';
import { usePage } from '../../../lib/page-context';
import { organizationSearch, organizationSearchVariables, readOrganizationSearch } from './organization-search';

/** The button of the filter sheet. */
export function OrganizationCount({
  count,
  features,
}: {
  count: number;
  features: Pick<PublicSite['features'], 'fieldsOfStudy' | 'onlyFeaturedOrganizations'>;
}) {
  const { t, site } = usePage();
  const kind = organizationSearch({ features });
  return (
    <FilterCount
      index="organizations"
      count={count}
      read={(query) =>
        organizationSearchVariables(kind, readOrganizationSearch(kind, query, []), { ...site, features })
      }
      label={(found) => t('island.showOrganizations', { count: found })}
    />
  );
}
