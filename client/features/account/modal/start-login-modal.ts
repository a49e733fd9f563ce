import { JOBS_PATH } from '../../../../src/contract/paths.js';
import { readIslandPage } from '../../../lib/islands/read-island-page';
import { hasLoggedIn, keep, read } from '../visitor-flags';

const SHOWN = 'show_login_modal';
const FIRST_VISIT = 'first_visit';
const DELAY_MS = 30_000;

/** AUTH-13: once, 30 seconds after the first visit, who looks at jobs and has never logged in here is asked to. */
export function startLoginModal(): void {
  if (!isWanted()) return;
  const first = Number(read(FIRST_VISIT)) || Date.now();
  if (!keep(FIRST_VISIT, String(first))) return;
  setTimeout(() => void show(), Math.max(0, first + DELAY_MS - Date.now()));
}

function isWanted(): boolean {
  return (
    !document.querySelector('[data-account-menu]') &&
    !hasLoggedIn() &&
    read(SHOWN) === null &&
    readIslandPage().path.startsWith(JOBS_PATH)
  );
}

async function show(): Promise<void> {
  if (!isWanted()) return;
  const { showLoginModal } = await import('./login-modal');
  if (await showLoginModal()) keep(SHOWN, 'true');
}
