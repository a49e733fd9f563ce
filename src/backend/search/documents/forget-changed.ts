import type { Change } from '../../changes/change.js';
import type { OrganizationNames } from '../../organizations/organization-names.js';
import type { SearchDocuments } from './search-documents.js';

/** What lists show of changed jobs and organizations is read anew. */
export function forgetChanged(
  changes: readonly Change[],
  documents: SearchDocuments,
  organizations: OrganizationNames,
): void {
  for (const { kind, ids } of changes) {
    switch (kind) {
      case 'job':
        documents.forget(ids);
        break;
      case 'organization':
        organizations.forget(ids);
        // Jobs show the name and the logo of theirs.
        documents.forget();
        break;
      case 'all':
        organizations.forget();
        documents.forget();
        break;
      case 'term':
      case 'file':
        documents.forget();
        break;
      case 'content':
      case 'index':
      case 'words':
      case 'scopes':
    }
  }
}
