import type { QuerySearchApiSearchArgs, SearchApiResult } from '#contract/generated/resolvers.js';
import type { Refusal } from '../../platform/graphql/allow.js';
import type { Lazy } from '../../platform/graphql/lazy.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';

/** An index as `searchAPISearch` knows it. */
export interface SearchableIndex {
  /** `index_id` of a request. */
  id: string;
  /** Who may not search it; without it everybody may. @returns undefined: they may */
  refusalOf?(context: Pick<RequestContext, 'viewer' | 'site'>): Refusal | undefined;
  answer(args: QuerySearchApiSearchArgs, context: RequestContext): Promise<Lazy<SearchApiResult>>;
}
