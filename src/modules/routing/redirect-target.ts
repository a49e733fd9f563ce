import { readAddress } from './request-address.js';

/** Target of a redirect: within this site, on another allowed host, or refused. */
export type RedirectTarget =
  { kind: 'own'; path: string; query: URLSearchParams } | { kind: 'other'; address: string } | { kind: 'refused' };

const REFUSED: RedirectTarget = { kind: 'refused' };

/**
 * Classifies the target of a redirect as browsers interpret it, which treat `//host` and `/\host` as other sites.
 *
 * @param target a path with its query, or an absolute URL
 * @param host host of the request: URLs with this host belong to this site
 * @param otherHosts other hosts that are allowed
 */
export function readTarget(target: string, host: string | undefined, otherHosts: readonly string[]): RedirectTarget {
  const base = 'http://own.invalid';
  if (!URL.canParse(target, base)) return REFUSED;
  const url = new URL(target, base);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return REFUSED;
  // `https:evil` is relative if the base has the same scheme, and a name without a slash is relative to the current page.
  if (!target.startsWith('/') && !/^https?:\/\//i.test(target)) return REFUSED;
  const isOwn = target.startsWith('/') ? url.origin === base : url.host === host?.toLowerCase();
  if (!isOwn)
    return !target.startsWith('/') && otherHosts.includes(url.hostname)
      ? { kind: 'other', address: url.href }
      : REFUSED;
  const read = readAddress(url.pathname + url.search);
  return read.ok ? { kind: 'own', ...read.address } : REFUSED;
}

/**
 * Builds a URL for a Location header.
 *
 * @param path decoded
 * @param queries for each parameter, the values of the first query that contains it are used
 */
export function writeAddress(path: string, ...queries: readonly URLSearchParams[]): string {
  const all = new URLSearchParams();
  for (const query of queries) {
    const said = new Set(all.keys());
    for (const [name, value] of query) if (!said.has(name)) all.append(name, value);
  }
  const text = all.toString();
  const way = encodeURI(path)
    .replace(/[?#]/g, encodeURIComponent)
    .replace(/^\/{2,}/, '/');
  return text ? `${way}?${text}` : way;
}
