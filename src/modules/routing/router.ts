import { ROUTER_PATH } from '#contract/pages/paths.js';
import type { RequestAddress } from './request-address.js';

/** The parameter that carries a target to the router (ROUTE-04). */
export const ROUTER_PARAMETER = 'router';

/** What is asked of the router. */
interface RouterQuestion {
  /** As it was given; null: the address does not ask for anything. */
  target: string | null;
  /** The rest of the query. */
  query: URLSearchParams;
}

/**
 * Rewrites an address for the router, inside the server: neither the browser nor the backend takes part in it.
 *
 * @param address of a path that is neither a page of the product nor in the site's list of direct paths
 */
export function toRouter({ path, query }: RequestAddress): RequestAddress {
  const rewritten = new URLSearchParams(query);
  rewritten.set(ROUTER_PARAMETER, path);
  return { path: ROUTER_PATH, query: rewritten };
}

/** Takes the target out of an address, so that nothing that is written from the rest shows it. */
export function readRouter({ query }: RequestAddress): RouterQuestion {
  const rest = new URLSearchParams(query);
  rest.delete(ROUTER_PARAMETER);
  return { target: query.get(ROUTER_PARAMETER), query: rest };
}
