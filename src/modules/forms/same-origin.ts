/** The headers by which a browser says which page a request comes from. */
export interface SourceHeaders {
  origin?: string;
  referer?: string;
  'sec-fetch-site'?: string | string[];
}

/**
 * Whether a request comes from a page of this site. Where a browser says nothing of it, the form's token has to do.
 * @param hosts under which the site is known to this request
 */
export function isFromSameOrigin(headers: SourceHeaders, hosts: readonly (string | undefined)[]): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const source = headers.origin ?? headers.referer;
  if (source === undefined) return true;
  return URL.canParse(source) && hosts.includes(new URL(source).host);
}
