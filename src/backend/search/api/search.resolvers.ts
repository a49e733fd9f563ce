import type { Kysely } from 'kysely';
import type {
  Query,
  QueryKeywordSuggestionsArgs,
  QueryPlaceSuggestionsArgs,
  QuerySearchApiSearchArgs,
  KeywordSuggestion,
  SearchApiResult,
} from '#contract/generated/resolvers.js';
import { SORT_NEAREST, SORT_RECENT, SORT_RELEVANCE, ADVERT_FACETS } from '#contract/search/job-search.js';
import type { Database } from '../../platform/database/schema.js';
import { run } from '../../platform/database/statement.js';
import { allow, type RootResolvers, badUserInput, refused, type Refusal } from '../../platform/graphql/allow.js';
import type { Places } from '../../reference/places/places.port.js';
import { currencyOf } from '../adverts/advert-facets.js';
import { tokenise, baseLanguage, stripAccents } from '../analysis/tokens.js';
import { WORD_KIND, type Scopes } from '../codes/codes.js';
import { toContractPlace } from '../query/search-location.js';
import type { Lazy } from '../../platform/graphql/lazy.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';

/** An index that `searchAPISearch` can search. */
export interface SearchableIndex {
  /** `index_id` of a request. */
  id: string;
  /** Decides who may search the index; everyone may if it is omitted. @returns undefined if access is granted */
  refusalOf?(context: Pick<RequestContext, 'viewer' | 'site'>): Refusal | undefined;
  answer(args: QuerySearchApiSearchArgs, context: RequestContext): Promise<Lazy<SearchApiResult>>;
}

const MAX_SUGGESTIONS = 10;
/** Specification point 3. */
const JOB_SORT_OPTIONS = [SORT_RELEVANCE, SORT_RECENT, SORT_NEAREST];

export interface SearchParts {
  database: Kysely<Database>;
  indexes: readonly SearchableIndex[];
  places: Places;
  scopes: Scopes;
}

export function searchResolvers({ database, indexes, places, scopes }: SearchParts) {
  return {
    Query: {
      searchAPISearch: allow<QuerySearchApiSearchArgs, Query['searchAPISearch']>('anyone', async (args, context) => {
        const index = indexes.find(({ id }) => id === args.index_id);
        if (!index) throw badUserInput(`There is no index "${args.index_id.slice(0, 80)}"`);
        const refusal = index.refusalOf?.(context);
        if (refusal) throw refused('searchAPISearch', refusal);
        return index.answer(args, context);
      }),

      jobListSortOptions: allow<object, Query['jobListSortOptions']>('anyone', () => JOB_SORT_OPTIONS),

      jobListFilters: allow<object, Query['jobListFilters']>('anyone', (_args, { site }) =>
        ADVERT_FACETS.map(({ field }) => field).filter((field) => field !== 'pay' || currencyOf(site) !== undefined),
      ),

      keywordSuggestions: allow<QueryKeywordSuggestionsArgs, Query['keywordSuggestions']>(
        'anyone',
        async ({ prefix, language, first }, context) => {
          const chosen = await scopes.choose(context.site.name, (language ?? []).map(baseLanguage));
          const ids = chosen.scopes.map(({ id }) => id);
          return suggestKeywords(database, prefix, ids, clamp(first ?? 8, 0, MAX_SUGGESTIONS));
        },
      ),

      placeSuggestions: allow<QueryPlaceSuggestionsArgs, Query['placeSuggestions']>(
        'anyone',
        async ({ text, countries, near, first }, context) => {
          const options = {
            within: suggestedCountries(context.site.countries, countries ?? []),
            prefer: context.site.countries,
            language: context.language,
            near: near ? { lat: near.lat, lon: near.lon, km: near.radius } : undefined,
          };
          const found = await places.suggest(text, options, clamp(first ?? 8, 0, MAX_SUGGESTIONS));
          return found.map(toContractPlace);
        },
      ),
    },
  } satisfies RootResolvers;
}

/** @returns the countries of suggestions; empty for any. A site of a single country never suggests places in others (SEARCH-05). */
function suggestedCountries(ofSite: readonly string[], requested: readonly string[]): string[] {
  return ofSite.length === 1 ? [...ofSite] : requested.map((code) => code.toUpperCase());
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

const KINDS = Object.values(WORD_KIND);
const LAST_CHARACTER = '\u{10ffff}';

/** Returns words, titles, organizations and occupations that begin with the typed text, most frequent first. */
async function suggestKeywords(
  database: Kysely<Database>,
  prefix: string,
  scopes: readonly number[],
  limit: number,
): Promise<KeywordSuggestion[]> {
  const typed = tokenise(prefix.slice(0, 100), '')
    .map(({ word }) => stripAccents(word))
    .join(' ');
  if (typed === '' || scopes.length === 0 || limit < 1) return [];
  return run<KeywordSuggestion>(
    database,
    `select min(label) as text, sum(n)::integer as count from search_word
     where scope = any($1::smallint[]) and kind = any($2::smallint[]) and word >= $3 and word < $4
     group by word order by count desc, word limit $5`,
    [scopes, KINDS, typed, typed + LAST_CHARACTER, limit],
  );
}
