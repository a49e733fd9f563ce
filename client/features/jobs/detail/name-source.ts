import { SOURCE_FIELD, type SourcePaths, viewSource } from '#contract/view-source.js';

/**
 * Says in the address of the form by which way somebody has come to the job's page, in one of six words. The page itself is the same for
 * everybody. Nothing is kept: the word is in the link, and stays in it through logging in.
 *
 * @param link to the form, or to logging in that leads there
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
