import { readAddress } from './request-address.js';

/** Where a redirect leads: into this site, to another host that it may lead to, or not anywhere. */
export type RedirectTarget =
  { kind: 'own'; path: string; query: URLSearchParams } | { kind: 'other'; address: string } | { kind: 'refused' };

const REFUSED: RedirectTarget = { kind: 'refused' };

/**
 * Judges the target of a redirect as browsers read it, for whom `//host` and `/\host` are other sites.
 *
 * @param target as it was given: a path with its query, or an absolute address
 * @param host of the request: an address on it is one of this site
 * @param otherHosts to which it may lead besides
 */
export function readTarget(target: string, host: string | undefined, otherHosts: readonly string[]): RedirectTarget {
  const base = 'http://own.invalid';
  if (!URL.canParse(target, base)) return REFUSED;
  const url = new URL(target, base);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return REFUSED;
  // `https:evil` is relative to a base of the same scheme, and a name without a slash relative to a page.
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
 * Writes an address for a Location header.
 *
 * @param path decoded
 * @param queries the first one that has a parameter says its values
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
