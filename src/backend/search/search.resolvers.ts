import type { Kysely } from 'kysely';
import type {
  Query,
  QueryKeywordSuggestionsArgs,
  QueryPlaceSuggestionsArgs,
  QuerySearchApiSearchArgs,
  SearchApiBand,
} from '../../contract/generated/resolvers.js';
import type { Database } from '../database/schema.js';
import { allow, type RootResolvers } from '../graphql/allow.js';
import type { OrganizationNames } from '../organizations/organization-names.js';
import type { Gazetteer } from '../places/gazetteer.js';
import type { TermCatalog } from '../taxonomy/term-catalog.js';
import { labelFacets } from './facets/facet-labels.js';
import type { JobSearch } from './job-search.js';
import { suggestKeywords } from './keyword-suggestions.js';
import type { Scopes } from './codes/scopes.js';
import { readRequest } from './request/read-request.js';
import type { SearchDocuments } from './documents/search-documents.js';
import { locate, toContractPlace, type Whereabouts } from './search-location.js';
import type { SearchQuery } from './search.port.js';
import { baseLanguage } from './text/fold.js';

const MOST_SUGGESTIONS = 10;
const MOST_OF_BAND = 10;

export interface SearchParts {
  database: Kysely<Database>;
  terms: TermCatalog;
  organizations: OrganizationNames;
  jobs: JobSearch;
  documents: SearchDocuments;
  gazetteer: Gazetteer;
  scopes: Scopes;
}

export function searchResolvers(parts: SearchParts) {
  const { database, terms, organizations, jobs, documents, gazetteer, scopes } = parts;

  return {
    Query: {
      searchAPISearch: allow<QuerySearchApiSearchArgs, Query['searchAPISearch']>('anyone', async (args, context) => {
        const request = readRequest(args, context.site.name);
        const whereabouts = await locate(gazetteer, args.geoLocation);
        const { query, total, ids, facets, correction } = await jobs.search({ ...request, area: whereabouts?.area });
        return {
          result_count: total,
          documents: () => documents.load(ids, query, context.language),
          facets: () => labelFacets(organizations, terms, context.language, facets),
          correction: correction ?? null,
          location: whereabouts?.location ?? null,
          remote_band: ({ first }: { first?: number | null }) =>
            loadBand(parts, query, whereabouts, clamp(first ?? 3, 0, MOST_OF_BAND), context.language),
        };
      }),

      keywordSuggestions: allow<QueryKeywordSuggestionsArgs, Query['keywordSuggestions']>(
        'anyone',
        async ({ prefix, language, first }, context) => {
          const chosen = await scopes.choose(context.site.name, (language ?? []).map(baseLanguage));
          const ids = chosen.scopes.map(({ id }) => id);
          return suggestKeywords(database, prefix, ids, clamp(first ?? 8, 0, MOST_SUGGESTIONS));
        },
      ),

      placeSuggestions: allow<QueryPlaceSuggestionsArgs, Query['placeSuggestions']>(
        'anyone',
        async ({ text, countries, first }, context) => {
          const wish = { within: (countries ?? []).map((code) => code.toUpperCase()), prefer: context.site.countries };
          const places = await gazetteer.suggest(text, wish, clamp(first ?? 8, 0, MOST_SUGGESTIONS));
          return places.map(toContractPlace);
        },
      ),
    },
  } satisfies RootResolvers;
}

async function loadBand(
  { jobs, documents }: SearchParts,
  query: SearchQuery,
  whereabouts: Whereabouts | undefined,
  limit: number,
  language: string,
): Promise<SearchApiBand | null> {
  if (whereabouts?.area.kind !== 'radius' || whereabouts.location.country === '') return null;
  const band: SearchQuery = {
    ...query,
    area: { kind: 'remote', country: whereabouts.location.country, beyond: whereabouts.area },
    sort: 'newest',
    offset: 0,
    limit,
    facets: [],
  };
  const { total, ids } = await jobs.searchExactly(band);
  return { result_count: total, documents: await documents.load(ids, band, language) };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
