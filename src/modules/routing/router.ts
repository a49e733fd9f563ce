import { ROUTER_PATH } from '#contract/pages/paths.js';
import type { RequestAddress } from './request-address.js';

/** The parameter that carries a target to the router (ROUTE-04). */
export const ROUTER_PARAMETER = 'router';

/** A parsed request to the router. */
interface RouterQuestion {
  /** The target as given; null if there is none. */
  target: string | null;
  /** The remaining query parameters. */
  query: URLSearchParams;
}

/**
 * Rewrites a URL for the router within the server; neither the browser nor the backend sees it.
 *
 * @param address URL whose path is neither a page of the product nor in the site's list of direct paths
 */
export function toRouter({ path, query }: RequestAddress): RequestAddress {
  const rewritten = new URLSearchParams(query);
  rewritten.set(ROUTER_PARAMETER, path);
  return { path: ROUTER_PATH, query: rewritten };
}

/** Removes the target from a URL, so that no URL built from the rest contains it. */
export function readRouter({ query }: RequestAddress): RouterQuestion {
  const rest = new URLSearchParams(query);
  rest.delete(ROUTER_PARAMETER);
  return { target: query.get(ROUTER_PARAMETER), query: rest };
}
