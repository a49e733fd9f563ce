/** How long an old page may be sent while a CDN fetches the new one, as a multiple of its age. */
const WHILE_REVALIDATE = 10;

/**
 * `Cache-Control` of a page that everybody may share. Browsers and CDNs keep it and ask each time whether it is still right (by its
 * ETag), unless the operator lets a CDN do without that for a while.
 * @param cdnMaxAge seconds; 0: a CDN asks each time too
 */
export function sharedCacheControl(cdnMaxAge: number): string {
  if (cdnMaxAge === 0) return 'public, no-cache';
  return `public, max-age=0, s-maxage=${cdnMaxAge}, stale-while-revalidate=${cdnMaxAge * WHILE_REVALIDATE}`;
}
