import { activeOrganizationOf, mayActForOrganization } from '../../platform/graphql/viewer.js';
import { parseId } from '../../platform/database/id.js';
import { refused } from '../../platform/graphql/rejection.js';
import type { UserContext } from '../../platform/graphql/request-context.js';

/**
 * Returns the organization of an operation: the named one, or else the active one.
 *
 * @returns undefined if none is named and the viewer has none
 * @throws FORBIDDEN for an organization that is not the viewer's, whether it exists or not
 */
export function chosenOrganization(
  operation: string,
  named: string | null | undefined,
  { viewer, site }: UserContext,
): number | undefined {
  if (named == null) return activeOrganizationOf(viewer, site.name);
  const id = parseId(named);
  if (id === undefined || !mayActForOrganization(viewer, id)) throw refused(operation, 'forbidden');
  return id;
}
