import { markSession, SESSION_MARK } from '../../../lib/session/session-mark';

/** Says on a page of somebody who is logged in when they no longer are, with a way back to the same page, before something fails. */
export function startSessionNotice(notice: HTMLElement): void {
  const template = notice.querySelector('template')!;
  watchSession((status) => {
    document.documentElement.dataset.session = status;
    notice.replaceChildren(template);
    if (status !== 'unauthenticated') return;
    const said = document.importNode(template.content, true);
    const link = said.querySelector('a')!;
    link.search = new URLSearchParams({ destination: location.pathname + location.search }).toString();
    notice.append(said);
  });
}

/** AUTH-06. `loading`: nothing is known yet. */
type SessionStatus = 'loading' | 'authenticated' | 'unauthenticated';

const ADDRESS = '/api/auth/session';
const POLL_MS = 5 * 60_000;

/**
 * Asks who is logged in: now, every five minutes while the page is seen, when somebody comes back to it, and when another tab finds that
 * it has changed. For pages of somebody who is logged in.
 *
 * @param onStatus told of each status that differs from the one before
 */
function watchSession(onStatus: (status: SessionStatus) => void): void {
  let status: SessionStatus = 'loading';
  let asking = false;
  const become = (found: SessionStatus): void => {
    if (found === status) return;
    status = found;
    onStatus(found);
    markSession(found === 'authenticated');
  };
  const ask = async (): Promise<void> => {
    if (asking || document.visibilityState !== 'visible' || !navigator.onLine) return;
    asking = true;
    const session = await readSession();
    asking = false;
    // What cannot be told changes nothing.
    if (session) become('user' in session ? 'authenticated' : 'unauthenticated');
  };
  const soon = (): void => void ask();
  onStatus(status);
  addEventListener('focus', soon);
  document.addEventListener('visibilitychange', soon);
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) soon();
  });
  addEventListener('storage', ({ key }) => {
    if (key === SESSION_MARK) soon();
  });
  setInterval(soon, POLL_MS);
  soon();
}

/** @returns undefined when it cannot be had, which the server is told (AUTH-07) */
async function readSession(): Promise<object | undefined> {
  try {
    const response = await fetch(ADDRESS, { headers: { accept: 'application/json' } });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return (await response.json()) as object;
  } catch (error) {
    report(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

function report(message: string): void {
  const fields = { level: 'error', code: 'CLIENT_FETCH_ERROR', message, url: ADDRESS, client: 'true' };
  navigator.sendBeacon('/api/auth/_log', new URLSearchParams(fields));
}
