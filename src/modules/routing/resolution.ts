import type { GraphqlFailure } from '#contract/backend/graphql-outcome.js';
import type { RouteMatch } from '#contract/pages/route-match.js';
import type { PathFacets } from './clean-facets.js';

/** Which page answers an address. */
export type Resolution =
  | {
      kind: 'page';
      /** A logical route of `client/pages`. */
      page: string;
      locale: string;
      /** The product's own, without the locale's prefix and names. */
      path: string;
      pathFacets: PathFacets;
      /** A country that stands in the path of a search. */
      country?: string;
      match?: RouteMatch;
    }
  | { kind: 'redirect'; status: number; target: string; /** It depends on who asks. */ personal?: boolean }
  | { kind: 'error'; status: number; reason: string; locale: string; path: string }
  | { kind: 'unavailable'; failure: GraphqlFailure; locale: string; path: string };
