/** The headers by which a browser says which page a request comes from, and to whom it is sent. */
export interface SourceHeaders {
  host?: string;
  origin?: string;
  referer?: string;
  'sec-fetch-site'?: string | string[];
}

/**
 * Whether a request comes from a page of this site. Where nothing is said of it, the answer is yes: something that no other site
 * could send, as a form's token, has to show it.
 *
 * @param known an address under which the site is known besides the Host header
 */
export function isFromSameOrigin(headers: SourceHeaders, known: string | undefined): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const source = headers.origin ?? headers.referer;
  return source === undefined || isOwn(source, headers.host, known);
}

/** `null` is the origin of sandboxed frames and of files: not ours. */
function isOwn(source: string, host: string | undefined, known: string | undefined): boolean {
  if (!URL.canParse(source)) return false;
  const url = new URL(source);
  return url.host === host || (known !== undefined && url.origin === new URL(known).origin);
}
