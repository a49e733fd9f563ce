import type { Selectable } from 'kysely';
import type { OrganizationAccountTable } from '../../../platform/database/tables/organization-tables.js';
import type { StoredDetails } from '../organization-details.js';
import type { StoredOrganization } from '../organization.repository.js';

/** Everything that is stored of an organization. */
export interface StoredGroups {
  row: StoredOrganization;
  details: StoredDetails;
  account: Selectable<OrganizationAccountTable>;
}
