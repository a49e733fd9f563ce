import { type Kysely, sql } from 'kysely';
import type { BackendOptions } from '#contract/backend/backend.js';
import type {
  Mutation,
  MutationCountSearchesArgs,
  Query,
  QuerySearchCountsArgs,
} from '#contract/generated/resolvers.js';
import { COUNTED_WEEKS } from '#contract/search/search-counts.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import { badUserInput } from '../../platform/graphql/rejection.js';
import { rowsOlderThanAllowed } from '../../platform/retention/retention-rule.js';
import { LANGUAGE, SearchCounts } from './search-counts.js';

const counts = { table: 'search_count', since: sql`week`, isDate: true, site: sql`site` } as const;

/** Counts by week. Words that were too rare to be readable cannot become readable after their week, and are deleted earlier. */
export const searchCountRetention = [
  rowsOlderThanAllowed('rareSearches', { ...counts, where: sql`words is null` }),
  rowsOlderThanAllowed('searchCounts', counts),
];

const MAX_WEEKS = Math.max(...COUNTED_WEEKS);

/** Anonymous counts of search words and of searches without results, for the operators of a site. */
export function createSearchCounts(deps: {
  database: Kysely<Database>;
  secrets: BackendOptions['secrets'];
}): BackendModule {
  const { database, secrets } = deps;
  return {
    resolvers: [searchCountResolvers(new SearchCounts(database, secrets))],
    retention: searchCountRetention,
  };
}

function searchCountResolvers(counts: SearchCounts) {
  return {
    Query: {
      searchCounts: allow<QuerySearchCountsArgs, Query['searchCounts']>(
        'administrator',
        ({ weeks, language }, { site, now }) => {
          if (weeks < 1 || weeks > MAX_WEEKS) throw badUserInput(`"weeks" must be from 1 to ${MAX_WEEKS}`);
          if (language != null && !LANGUAGE.test(language))
            throw badUserInput('"language" must be two letters, such as en');
          return counts.list(site.name, { weeks, language: language ?? undefined, now });
        },
      ),
    },
    Mutation: {
      // Open to every caller: only the signature matters.
      countSearches: allow<MutationCountSearchesArgs, Mutation['countSearches']>(
        'anyone',
        async ({ assertion }, { site, now }) => (await counts.count(assertion, { site: site.name, now })) ?? null,
      ),
    },
  } satisfies RootResolvers;
}
