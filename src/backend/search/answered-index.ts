import type { QuerySearchApiSearchArgs, SearchApiResult } from '../../contract/generated/resolvers.js';
import type { Audience } from '../graphql/audience.js';
import type { Lazy } from '../graphql/lazy.js';
import type { RequestContext } from '../graphql/request-context.js';

/** An index as `searchAPISearch` knows it. */
export interface AnsweredIndex {
  /** `index_id` of a request. */
  id: string;
  /** Who may search it. */
  audience: Audience;
  answer(args: QuerySearchApiSearchArgs, context: RequestContext): Promise<Lazy<SearchApiResult>>;
}
