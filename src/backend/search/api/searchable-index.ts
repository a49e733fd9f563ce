import type { QuerySearchApiSearchArgs, SearchApiResult } from '#contract/generated/resolvers.js';
import type { Refusal } from '../../platform/graphql/allow.js';
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
