import type { Query, QueryTermTreeArgs } from '#contract/generated/resolvers.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import type { TermCatalog } from './term-catalog.js';

export function taxonomyResolvers(terms: TermCatalog) {
  return {
    Query: {
      termTree: allow<QueryTermTreeArgs, Query['termTree']>('anyone', ({ vid }, { language }) =>
        terms.vocabulary(vid, language),
      ),
    },
  } satisfies RootResolvers;
}
