import { JOBS_PATH } from '#contract/pages/paths.js';
import { readIslandPage } from '../../../lib/islands/island-page';
import { hasLoggedIn, store, read } from '../session/visitor-flags';

const SHOWN = 'show_login_modal';
const FIRST_VISIT = 'first_visit';
const DELAY_MS = 30_000;
/** Before it opens, the modal watches for as long whether somebody is typing. */
const WATCH_MS = 6000;

/**
 * AUTH-13: once, 30 seconds after the first visit, who looks at jobs and has never logged in here is asked to; later while they are typing or
 * tapping.
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
 * Leads back to this page after logging in, but from the home page to what comes next by itself. Pages themselves do not know it: they are
 * the same for everybody.
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
