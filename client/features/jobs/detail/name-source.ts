import { SOURCE_FIELD, type SourcePaths, viewSource } from '#contract/view-source.js';

/**
 * Adds the source from which the visitor came to the job's page to the link to the application form, as one of six
 * words. The server cannot do that: the page is cached and the same for everybody. Nothing is stored; the word stays in
 * the address during login.
 *
 * @param link link to the form, or to the login page before it
 */
export function nameSource(link: HTMLElement): void {
  const { applyWay, sourcePaths } = link.dataset;
  const { pathname, search, host } = location;
  const arrival = { url: pathname + search, host, referer: document.referrer };
  const source = viewSource(arrival, JSON.parse(sourcePaths!) as SourcePaths, applyWay);
  if (!source) return;
  const address = new URL((link as HTMLAnchorElement).href);
  const next = address.searchParams.get('destination');
  if (next === null) address.searchParams.set(SOURCE_FIELD, source);
  else address.searchParams.set('destination', `${next}?${SOURCE_FIELD}=${source}`);
  link.setAttribute('href', address.pathname + address.search);
}
