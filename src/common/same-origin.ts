/** Headers that tell which page a request comes from. */
export interface SourceHeaders {
  origin?: string;
  referer?: string;
  'sec-fetch-site'?: string | string[];
}

/**
 * Whether a request comes from a page of this site. Without any such headers the result is true; a value that other sites cannot send, such
 * as the form's token, then has to prove it.
 *
 * @param own the origins of this site, see `ownOrigins`
 */
export function isFromSameOrigin(headers: SourceHeaders, own: readonly string[]): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const source = headers.origin ?? headers.referer;
  return source === undefined || own.some((origin) => isOf(source, origin));
}

/**
 * `null` is the origin of sandboxed frames and of files, and is rejected. If the request came without TLS, a proxy may have terminated it
 * without saying so: then the same page with https is accepted too, but never the reverse.
 */
function isOf(source: string, origin: string): boolean {
  if (!URL.canParse(source) || !URL.canParse(origin)) return false;
  const [page, own] = [new URL(source), new URL(origin)];
  if (page.origin === own.origin) return true;
  return own.protocol === 'http:' && page.protocol === 'https:' && page.host === own.host;
}
