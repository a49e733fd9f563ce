import { RESUME_FACETS } from '#contract/search/resume-search.js';
import type { Places } from '../../reference/places/places.port.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import type { DirectoryKind } from '../directories/directory-index.js';
import type { DirectorySearchEngine } from '../directories/directory.search-engine.js';
import type { IndexSearch } from '../query/index-search.js';
import type { RegionLabels } from '../resumes/resume-regions.js';
import { RESUMES_INDEX } from '../resumes/resumes-index.js';
import { locate } from '../query/search-location.js';
import { describeSearch } from './describe-search.js';
import { keepSearch, queryOf } from './keep-search.js';
import type { KeptIndex } from './kept-index.js';
import { kilometresIn, termNames } from './names.js';

const REGION = RESUME_FACETS.find(({ vocabulary }) => vocabulary === null)!.name;

/** Kept searches of the index `resumes`: PostgreSQL answers them, one by one, about the new ones alone. */
export function keptResumes(parts: {
  inDatabase: DirectorySearchEngine;
  search: IndexSearch<DirectoryKind>;
  places: Places;
  /** The bundled one. */
  gazetteer: Places;
  regions: RegionLabels;
  terms: TermCatalog;
}): KeptIndex {
  const { inDatabase, search, places, gazetteer, regions, terms } = parts;
  return {
    keep: (request, site) => keepSearch({ index: RESUMES_INDEX, search, places }, request, site),
    describe: (kept, site, language) =>
      describeSearch(RESUMES_INDEX, kept, {
        nameValues: (facet, values) =>
          facet === REGION
            ? regions.load(values, { language, home: site.countries })
            : Promise.resolve(termNames(terms, values, language)),
        namePlace: async (place) => (await locate(gazetteer, place, language))?.location.label,
        kilometres: kilometresIn(language),
      }),
    among: (ids) =>
      Promise.resolve(async (kept, site) => {
        const whereabouts = await locate(gazetteer, kept.geoLocation);
        const query = {
          ...queryOf<DirectoryKind>(RESUMES_INDEX, kept, site),
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
