import { JOBS_PATH } from '#contract/pages/paths.js';
import { readIslandPage } from '../../../lib/islands/island-page';
import { hasLoggedIn, store, read } from '../session/visitor-flags';

const SHOWN = 'show_login_modal';
const FIRST_VISIT = 'first_visit';
const DELAY_MS = 30_000;
/** Time before it opens in which the modal checks whether the user is typing, in milliseconds. */
const WATCH_MS = 6000;

/**
 * AUTH-13: once, 30 seconds after the first visit, asks visitors of job pages to log in if they have never done so in
 * this browser; later if they are typing or tapping.
 */
export function startLoginModal(): void {
  if (!isWanted()) return;
  const first = Number(read(FIRST_VISIT)) || Date.now();
  if (!store(FIRST_VISIT, String(first))) return;
  const due = first + DELAY_MS;
  setTimeout(() => void show(due), Math.max(0, due - WATCH_MS - Date.now()));
}

function isWanted(): boolean {
  return (
    !document.querySelector('[data-account-menu]') &&
    !hasLoggedIn() &&
    read(SHOWN) === null &&
    readIslandPage().path.startsWith(JOBS_PATH)
  );
}

async function show(due: number): Promise<void> {
  if (!isWanted()) return;
  const { showLoginModal } = await import('./login-modal');
  if (await showLoginModal(due, isWanted)) store(SHOWN, 'true');
}

/**
 * Makes the link return to this page after login; from the home page, the server chooses the next page. Pages do not
 * contain this address, because they are the same for everybody.
 */
export function startLoginLink(element: HTMLElement): void {
  const link = element as HTMLAnchorElement;
  link.addEventListener('click', () => {
    const { pathname, search } = location;
    const isHome = trimmed(pathname) === trimmed(link.dataset.home!);
    if (!link.search && !isHome && !pathname.includes('/user/'))
      link.search = new URLSearchParams({ destination: pathname + search }).toString();
  });
}

function trimmed(path: string): string {
  return path.replace(/\/$/, '');
}
