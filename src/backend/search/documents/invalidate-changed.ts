import type { Change } from '../../platform/change-feed/change.js';
import type { OrganizationNames } from '../../domain/organizations/organization-names.js';
import type { CorrectingSearch } from '../query/correcting-search.js';
import type { SearchDocuments } from './search-documents.js';

/** What is kept in memory of searches, of what they find and of organizations. */
export interface SearchCaches {
  jobs: Pick<CorrectingSearch, 'invalidate'>;
  documents: Pick<SearchDocuments, 'invalidate'>;
  organizations: Pick<OrganizationNames, 'invalidate'>;
}

/** What was kept and may be wrong now is read anew. */
export function invalidateChanged(changes: readonly Change[], { jobs, documents, organizations }: SearchCaches): void {
  for (const { kind, ids } of changes) {
    switch (kind) {
      case 'job':
        jobs.invalidate();
        documents.invalidate(ids);
        break;
      case 'organization':
        jobs.invalidate();
        organizations.invalidate(ids);
        // Jobs show the name and the logo of theirs.
        documents.invalidate();
        break;
      case 'index':
      case 'words':
      case 'scopes':
        jobs.invalidate();
        break;
      case 'term':
      case 'file':
        documents.invalidate();
        break;
      case 'all':
        jobs.invalidate();
        organizations.invalidate();
        documents.invalidate();
        break;
      case 'content':
    }
  }
}
