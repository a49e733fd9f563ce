import { RESUME_FACETS } from '#contract/search/resume-search.js';
import type { Places } from '../../reference/places/places.port.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import type { DirectoryKind } from '../directories/directory-index.js';
import type { DirectorySearchEngine } from '../directories/directory.search-engine.js';
import type { CorrectingSearch } from '../query/correcting-search.js';
import type { RegionLabels } from '../resumes/resume-regions.js';
import { RESUMES_INDEX } from '../resumes/resumes-index.js';
import { locate } from '../query/search-location.js';
import { describeSearch, kilometresIn, termNames } from './describe-search.js';
import { toSavedSearch, queryOf } from './to-saved-search.js';
import type { SavedSearchIndex } from './saved-search-index.js';

const REGION = RESUME_FACETS.find(({ vocabulary }) => vocabulary === null)!.name;

/** Kept searches of the index `resumes`: PostgreSQL answers them, one by one, about the new ones alone. */
export function savedResumeSearches(parts: {
  inDatabase: DirectorySearchEngine;
  search: CorrectingSearch<DirectoryKind>;
  places: Places;
  /** The bundled one. */
  gazetteer: Places;
  regions: RegionLabels;
  terms: TermCatalog;
}): SavedSearchIndex {
  const { inDatabase, search, places, gazetteer, regions, terms } = parts;
  return {
    save: (request, site) => toSavedSearch({ index: RESUMES_INDEX, search, places }, request, site),
    describe: (saved, site, language) =>
      describeSearch(RESUMES_INDEX, saved, {
        nameValues: (facet, values) =>
          facet === REGION
            ? regions.load(values, { language, home: site.countries })
            : Promise.resolve(termNames(terms, values, language)),
        namePlace: async (place) => (await locate(gazetteer, place, language))?.location.label,
        kilometres: kilometresIn(language),
      }),
    among: (ids) =>
      Promise.resolve(async (saved, site) => {
        const whereabouts = await locate(gazetteer, saved.geoLocation);
        const query = {
          ...queryOf<DirectoryKind>(RESUMES_INDEX, saved, site),
          area: whereabouts?.area,
          offset: 0,
          limit: ids.length,
          facets: [],
          sort: { by: 'newest', descending: true, featuredFirst: false },
        } as const;
        const answer = await inDatabase.search(query, ids);
        return answer.ids.map(Number);
      }),
  };
}
