import { ORGANIZATION_FACETS, ORGANIZATION_NAME_FIELD } from '#contract/search/organization-search.js';
import { directoryIndex } from '../directories/directory-index.js';

export const ORGANIZATIONS_INDEX = directoryIndex({
  id: 'organizations',
  table: 'directory_organization',
  changes: 'organization',
  facets: ORGANIZATION_FACETS,
  nameField: ORGANIZATION_NAME_FIELD,
});
