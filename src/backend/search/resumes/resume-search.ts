import type { Kysely } from 'kysely';
import type { SearchApiFacet } from '#contract/generated/resolvers.js';
import { RESUME_FACETS } from '#contract/search/resume-search.js';
import type { Database } from '../../platform/database/schema.js';
import type { JobSimilarity } from '../../platform/search-index/search-index.port.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import type { Places } from '../../reference/places/places.port.js';
import { refusalOfResumes } from '../../domain/resumes/resume-access.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import type { SearchableIndex } from '../api/search.resolvers.js';
import { type DirectoryKind, termFacets } from '../directories/directory-index.js';
import { broaderSearches } from '../query/broader-searches.js';
import type { CorrectingSearch } from '../query/correcting-search.js';
import { MISSING } from '../query/condition-groups.js';
import { readRequest } from '../query/read-request.js';
import type { FacetCounts } from '../port/search.port.js';
import { locate } from '../query/search-location.js';
import { MAX_COMPARED, part, resumesBySimilarity } from '../recommendations/recommendations.js';
import type { ResumeDocuments } from './resume-documents.js';
import { RESUMES_INDEX, type RegionLabels } from './resume-indexer.js';

interface ResumeSearchParts {
  search: CorrectingSearch<DirectoryKind>;
  documents: ResumeDocuments;
  regions: RegionLabels;
  terms: TermCatalog;
  places: Places;
  database: Kysely<Database>;
  similarity: JobSimilarity | undefined;
}

/** Creates the index `resumes` (SEARCH-08). */
export function resumeSearch(parts: ResumeSearchParts): SearchableIndex {
  const { search, documents, places } = parts;
  return {
    id: RESUMES_INDEX.id,
    refusalOf: refusalOfResumes,
    async answer(args, context) {
      const request = readRequest<DirectoryKind>(RESUMES_INDEX, args, context.site.name);
      const resolvedLocation = await locate(places, args.geoLocation, context.language);
      const { similarTo } = args;
      const { query, total, facets, correction, ...found } = await search.search({
        ...request,
        ...(similarTo ? { offset: 0, limit: MAX_COMPARED } : {}),
        area: resolvedLocation?.area,
      });
      const ids = similarTo
        ? part(await resumesBySimilarity(parts, similarTo, found.ids, context), request)
        : found.ids;
      return {
        result_count: total,
        documents: () => documents.load(ids, query, context),
        facets: () => labelled(facets, parts, context),
        correction: correction ?? null,
        relaxed: false,
        synonyms: [],
        location: resolvedLocation?.location ?? null,
        remote_band: null,
        related: [],
        ways_out: () => (total > 0 ? [] : broaderSearches(search, RESUMES_INDEX, query)),
        explanations: () => documents.explain(ids, query),
      };
    },
  };
}

const REGION = RESUME_FACETS.find(({ name }) => name === 'region')!;

async function labelled(
  facets: readonly FacetCounts<DirectoryKind>[],
  { terms, regions }: ResumeSearchParts,
  { language, locale, site }: RequestContext,
): Promise<SearchApiFacet[]> {
  return Promise.all(
    facets.map(async (facet) => {
      if (facet.facet !== REGION.name) return termFacets(RESUMES_INDEX, terms, language, [facet])[0]!;
      const ids = facet.values.flatMap(({ value }) => value ?? []);
      const labels = await regions.load(ids, { language: locale.slice(0, 2), home: site.countries });
      return {
        name: REGION.field,
        values: facet.values.flatMap(({ value, count }) => {
          const label = value === null ? '' : labels.get(value);
          return label === undefined
            ? []
            : { filter: value === null ? MISSING : String(value), count, label, slug: null };
        }),
      };
    }),
  );
}
