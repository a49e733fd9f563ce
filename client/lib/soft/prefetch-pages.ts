import { IN_PLACE, PREFETCHED_PATHS } from '#contract/pages/paths.js';
import { hrefIn } from '#contract/pages/route-names.js';
import { readIslandPage } from '../islands/island-page';

/**
 * Time for which a pointer must rest on a link to show intent, in milliseconds; with a shorter time, crossing a list
 * would prefetch all of its links.
 */
const POINTER_REST_MS = 90;

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

/**
 * Calls `act` when the user is about to follow a link: the pointer rests on it, it has the focus, or it is being
 * pressed.
 * @param act called again at every new signal
 */
export function onLinkIntent(act: (link: HTMLAnchorElement) => void): void {
  let armed: HTMLAnchorElement | undefined;
  let timer: ReturnType<typeof setTimeout>;
  const disarm = () => {
    clearTimeout(timer);
    armed = undefined;
  };
  const arm = (event: Event) => {
    const link = linkOf(event);
    if (link === armed) return;
    disarm();
    if (!link) return;
    armed = link;
    timer = setTimeout(() => act(link), POINTER_REST_MS);
  };
  const options = { passive: true };
  document.addEventListener('pointerover', arm, options);
  document.addEventListener('focusin', arm, options);
  // A touch that turns into scrolling was not meant for the link.
  document.addEventListener('pointercancel', disarm, options);
  document.documentElement.addEventListener('pointerleave', disarm, options);
  document.addEventListener('focusout', disarm, options);
  document.addEventListener(
    'pointerdown',
    (event) => {
      const link = linkOf(event);
      if (!link || event.pointerType !== 'mouse' || event.button !== 0) return;
      disarm();
      // The focus event that follows the press is not a new signal.
      armed = link;
      act(link);
    },
    options,
  );
}

function linkOf({ target }: Event): HTMLAnchorElement | undefined {
  return (target instanceof Element && target.closest<HTMLAnchorElement>('a[href]')) || undefined;
}

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether data may be used for prefetching: not if the user wants to save data, or has a slow connection. */
export function mayFetchAhead(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return !connection?.saveData && !/2g/.test(connection?.effectiveType ?? '');
}
