import { SOURCE_FIELD, type SourcePaths, viewSource, withWayBack } from '#contract/view-source.js';

/**
 * Adds the source of the visit to the job's page, as one of six words, to the link to the application form. The server cannot add it,
 * because the page is cached and the same for everybody. Nothing is stored; the word stays in the address while users log in, also by the
 * link in the header.
 *
 * @param link to the form, or to the login page that leads there
 */
export function nameSource(link: HTMLElement): void {
  const { applyWay, sourcePaths } = link.dataset;
  const here = new URL(location.href);
  const arrival = { url: here.search, host: here.host, referer: document.referrer };
  const source = viewSource(arrival, JSON.parse(sourcePaths!) as SourcePaths, applyWay);
  const login = document.querySelector<HTMLAnchorElement>('a[data-login]');
  const { pathname, search } = withWayBack(here, source);
  if (login) login.search = new URLSearchParams({ destination: pathname + search }).toString();
  if (!source) return;
  const address = new URL((link as HTMLAnchorElement).href);
  const next = address.searchParams.get('destination');
  if (next === null) address.searchParams.set(SOURCE_FIELD, source);
  else address.searchParams.set('destination', `${next}?${SOURCE_FIELD}=${source}`);
  link.setAttribute('href', address.pathname + address.search);
}
