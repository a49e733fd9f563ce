import { IN_PLACE, PREFETCHED_PATHS } from '#contract/pages/prefetch.js';
import { hrefIn } from '#contract/pages/route-names.js';
import { readIslandPage } from '../islands/island-page';
import { mayFetchAhead, onLinkIntent } from './intent';

/**
 * Prefetches pages that the user is about to open. Only for browsers without speculation rules: the others do it
 * themselves.
 */
export function startPrefetching(): void {
  if ('supports' in HTMLScriptElement && HTMLScriptElement.supports('speculationrules')) return;
  const fetched = new Set([location.href]);
  const fetchable = PREFETCHED_PATHS.map(hrefIn(readIslandPage().addresses));
  const isFetchable = (path: string) => fetchable.some((each) => path === each || path.startsWith(`${each}/`));
  onLinkIntent((link) => {
    const { href, origin, pathname, target, rel, download } = link;
    if (origin !== location.origin || target || download || /nofollow/.test(rel) || !isFetchable(pathname)) return;
    if (fetched.has(href) || opensInPlace(link) || !mayFetchAhead()) return;
    fetched.add(href);
    fetchAhead(href);
  });
}

/** Whichever method is used, a later visit finds the page in the cache. */
function fetchAhead(href: string): void {
  const hint = document.createElement('link');
  if (hint.relList.supports('prefetch')) {
    hint.rel = 'prefetch';
    hint.href = href;
    document.head.append(hint);
  } else {
    fetch(href, { priority: 'low', headers: { accept: 'text/html' } }).catch(() => undefined);
  }
}

/** The search page itself prefetches pages that it opens in place. */
function opensInPlace(link: HTMLAnchorElement): boolean {
  const place = link.closest<HTMLElement>(`[${IN_PLACE}]`)?.getAttribute(IN_PLACE);
  return place === 'all' ? true : place === 'searches' && !link.dataset.job;
}
