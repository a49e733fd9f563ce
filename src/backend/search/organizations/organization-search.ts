import type { Places } from '../../reference/places/places.port.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import type { SearchableIndex } from '../api/searchable-index.js';
import type { DirectoryKind } from '../directories/directory-index.js';
import { termFacets } from '../directories/directory-facets.js';
import { broaderSearches } from '../query/broader-searches.js';
import type { CorrectingSearch } from '../query/correcting-search.js';
import { readRequest } from '../query/read-request.js';
import { locate } from '../query/search-location.js';
import type { OrganizationDocuments } from './organization-documents.js';
import { ORGANIZATIONS_INDEX } from './organization-indexer.js';

/** Creates the index `organizations`. */
export function organizationSearch(parts: {
  search: CorrectingSearch<DirectoryKind>;
  documents: OrganizationDocuments;
  terms: TermCatalog;
  places: Places;
}): SearchableIndex {
  const { search, documents, terms, places } = parts;
  return {
    id: ORGANIZATIONS_INDEX.id,
    async answer(args, context) {
      const request = readRequest<DirectoryKind>(ORGANIZATIONS_INDEX, args, context.site.name);
      const whereabouts = await locate(places, args.geoLocation, context.language);
      const { query, total, ids, facets, correction } = await search.search({ ...request, area: whereabouts?.area });
      return {
        result_count: total,
        documents: () => documents.load(ids, query, context.language),
        facets: termFacets(ORGANIZATIONS_INDEX, terms, context.language, facets),
        correction: correction ?? null,
        relaxed: false,
        synonyms: [],
        location: whereabouts?.location ?? null,
        remote_band: null,
        related: [],
        ways_out: () => (total > 0 ? [] : broaderSearches(search, ORGANIZATIONS_INDEX, query)),
        explanations: () => documents.explain(ids, query),
      };
    },
  };
}
