/** The facets of organizations, in the order of the page (specification point 9; all OR). */
export const ORGANIZATION_FACETS = [
  { name: 'occupation', field: 'field_organization_occupation', vocabulary: 'occupation' },
  { name: 'industry', field: 'field_organization_industry', vocabulary: 'industry' },
  { name: 'field_of_study', field: 'field_organization_field_of_study', vocabulary: 'field_of_study' },
] as const;

export type OrganizationFacetName = (typeof ORGANIZATION_FACETS)[number]['name'];

/** The only field that supports LIKE. */
export const ORGANIZATION_NAME_FIELD = 'name';
/** A condition (`1`: organizations featured by the site's operators), and a sort order that lists them first. */
export const FEATURED_FIELD = 'featured';
/** Default radius in kilometres (specification point 9). */
export const ORGANIZATION_RADIUS = 25;
/** Number of facet values that may be in the path instead of the query string (ROUTE-14). */
export const CLEAN_ORGANIZATION_FACETS = 3;

export const SORT_NAME = { code: 'name_asc', field: 'name', value: 'asc' } as const;
