import { hasLoggedIn, keep, read } from '../visitor-flags';

const SHOWN = 'show_login_modal';
const FIRST_VISIT = 'first_visit';
const DELAY_MS = 30_000;
/** With a locale before it, or without. */
const JOBS = /^(\/[a-z]{2}(-[a-z]{2})?)?\/jobs/;

/** AUTH-13: once, 30 seconds after the first visit, who looks at jobs and has never logged in here is asked to. */
export function startLoginModal(): void {
  if (!isWanted()) return;
  const first = Number(read(FIRST_VISIT)) || Date.now();
  if (!keep(FIRST_VISIT, String(first))) return;
  setTimeout(() => void show(), Math.max(0, first + DELAY_MS - Date.now()));
}

function isWanted(): boolean {
  return (
    JOBS.test(location.pathname) &&
    !document.querySelector('[data-account-menu]') &&
    !hasLoggedIn() &&
    read(SHOWN) === null
  );
}

async function show(): Promise<void> {
  if (!isWanted()) return;
  const { showLoginModal } = await import('./login-modal');
  if (await showLoginModal()) keep(SHOWN, 'true');
}
