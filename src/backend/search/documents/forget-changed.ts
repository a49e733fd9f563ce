import type { Change } from '../../platform/change-feed/change.js';
import type { OrganizationNames } from '../../domain/organizations/organization-names.js';
import type { IndexSearch } from '../query/index-search.js';
import type { SearchDocuments } from './search-documents.js';

/** What is kept in memory of searches, of what they find and of organizations. */
export interface KeptForSearch {
  jobs: Pick<IndexSearch, 'forget'>;
  documents: Pick<SearchDocuments, 'forget'>;
  organizations: Pick<OrganizationNames, 'forget'>;
}

/** What was kept and may be wrong now is read anew. */
export function forgetChanged(changes: readonly Change[], { jobs, documents, organizations }: KeptForSearch): void {
  for (const { kind, ids } of changes) {
    switch (kind) {
      case 'job':
        jobs.forget();
        documents.forget(ids);
        break;
      case 'organization':
        jobs.forget();
        organizations.forget(ids);
        // Jobs show the name and the logo of theirs.
        documents.forget();
        break;
      case 'index':
      case 'words':
      case 'scopes':
        jobs.forget();
        break;
      case 'term':
      case 'file':
        documents.forget();
        break;
      case 'all':
        jobs.forget();
        organizations.forget();
        documents.forget();
        break;
      case 'content':
    }
  }
}
