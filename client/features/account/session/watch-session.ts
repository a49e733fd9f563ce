import type { SessionStatus } from '#contract/pages/page-program.js';
import { authAddress } from '../../../lib/session/auth-address';
import { markSession, SESSION_MARK } from '../../../lib/session/session-mark';

const POLL_MS = 5 * 60_000;

/**
 * Asks who is logged in: now, and when another tab finds that it has changed. While somebody is logged in, also every five minutes as long
 * as the page is seen, and when somebody comes back to it. As in next-auth's client, a tab without a session does neither: it has nothing
 * to lose, and hears of a login from the tab where that happens.
 *
 * @param onStatus told of each status that differs from the one before
 */
export function watchSession(onStatus: (status: SessionStatus) => void): void {
  let status: SessionStatus = 'loading';
  let asking = false;
  /** Another tab has found a change that was not asked about yet: nothing is asked while this tab is hidden. */
  let changed = false;
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
    if (!session) return;
    changed = false;
    become('user' in session ? 'authenticated' : 'unauthenticated');
  };
  const refresh = (): void => {
    if (changed || status !== 'unauthenticated') void ask();
  };
  onStatus(status);
  addEventListener('focus', refresh);
  document.addEventListener('visibilitychange', refresh);
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void ask();
  });
  addEventListener('storage', ({ key }) => {
    if (key !== SESSION_MARK) return;
    changed = true;
    void ask();
  });
  setInterval(refresh, POLL_MS);
  void ask();
}

/** @returns undefined when it cannot be had, which the server is told (AUTH-07) */
async function readSession(): Promise<object | undefined> {
  try {
    const response = await fetch(authAddress('/session'), { headers: { accept: 'application/json' } });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return (await response.json()) as object;
  } catch (error) {
    report(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

function report(message: string): void {
  const fields = { level: 'error', code: 'CLIENT_FETCH_ERROR', message, url: authAddress('/session'), client: 'true' };
  navigator.sendBeacon(authAddress('/_log'), new URLSearchParams(fields));
}
