import { ROUTER_PATH } from '#contract/pages/paths.js';

/** A parsed request URL. */
export interface RequestAddress {
  /** Decoded path, with a leading slash and without a trailing one. */
  path: string;
  query: URLSearchParams;
}

/** Maximum length of a URL in bytes; all links of the product are far shorter. */
export const MAX_ADDRESS_LENGTH = 8192;

/**
 * @param url path and query from the request line
 * @returns the parsed URL, or a readable error message if it is invalid
 */
export function readAddress(
  url: string,
): { ok: true; address: RequestAddress } | { ok: false; status: 400 | 414; reason: string } {
  if (url.length > MAX_ADDRESS_LENGTH) return { ok: false, status: 414, reason: 'This address is too long.' };
  const [rawPath = '/', ...rest] = url.split('?');
  const query = new URLSearchParams(rest.join('?'));
  try {
    const path = decodeURIComponent(rawPath).normalize('NFC');
    if (hasControlCharacter(path))
      return { ok: false, status: 400, reason: 'This address holds a character that no page has.' };
    return { ok: true, address: { path: path.replace(/\/+$/, '') || '/', query: withoutControlCharacters(query) } };
  } catch {
    return { ok: false, status: 400, reason: 'This address is not spelled right.' };
  }
}

function hasControlCharacter(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

function withoutControlCharacters(query: URLSearchParams): URLSearchParams {
  const clean = new URLSearchParams();
  for (const [name, value] of query) clean.append(name, value.replace(/\p{Cc}+/gu, ' '));
  return clean;
}

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
