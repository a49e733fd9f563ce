/** The headers by which a browser says which page a request comes from. */
export interface SourceHeaders {
  origin?: string;
  referer?: string;
  'sec-fetch-site'?: string | string[];
}

/**
 * Whether a request comes from a page of this site. Where nothing is said of it, the answer is yes: something that no other site
 * could send, as a form's token, has to show it.
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
 * `null` is the origin of sandboxed frames and of files: not ours. Where the server was asked without encryption, a proxy may have taken it
 * off without saying so: then a page that had it is one of ours, never the other way round.
 */
function isOf(source: string, origin: string): boolean {
  if (!URL.canParse(source) || !URL.canParse(origin)) return false;
  const [page, own] = [new URL(source), new URL(origin)];
  if (page.origin === own.origin) return true;
  return own.protocol === 'http:' && page.protocol === 'https:' && page.host === own.host;
}
