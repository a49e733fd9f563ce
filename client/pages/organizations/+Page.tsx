import { OrganizationsLayout } from '../../features/organizations/search/organizations-layout';
import { organizationSearchView } from '../../features/organizations/search/organization-search-view';
import { usePage } from '../../lib/page-context';
import type { OrganizationsPageData } from './+load.server';

export function Page({ data }: { data: OrganizationsPageData }) {
  const { href } = usePage();
  const { kind, state, result, pathFacets, featured, whole, radius } = data;
  const view = organizationSearchView(kind, state, result, { href, pathFacets });
  return <OrganizationsLayout view={view} whole={whole} radius={radius} featured={featured} />;
}
