import type { SessionStatus } from '#contract/pages/page-request.js';
import { authAddress } from '../../../lib/session/auth-address';
import { markSession, SESSION_MARK } from '../../../lib/session/session-mark';

const POLL_MS = 5 * 60_000;

/**
 * Tells users on a page with a session that the session has ended, with a link back to the same page, before a request
 * fails.
 */
export function startSessionNotice(notice: HTMLElement): void {
  watchSession((status) => {
    show(notice, status, 'unauthenticated', (link) => {
      link.search = new URLSearchParams({ destination: location.pathname + location.search }).toString();
    });
  });
}

/**
 * Tells visitors on a page without a session that they have logged in in another tab, because their next step may need
 * the account. The page stays the same until they reload it, so that no input is lost.
 */
export function startVisitNotice(): void {
  const notice = document.querySelector<HTMLElement>('[data-visit-notice]')!;
  // If the server could not determine the session, the user may have been logged in all along: then this is not a
  // change.
  const announced = document.documentElement.dataset.session === 'loading' ? undefined : 'authenticated';
  watchSession((status) => {
    show(notice, status, announced, (link) => {
      link.href = location.pathname + location.search;
    });
  });
}

/**
 * Writes the status into the page, and fills the live region while the status is the one to announce.
 *
 * @param address sets the target of the notice's link, which depends on the current address
 */
function show(
  notice: HTMLElement,
  status: SessionStatus,
  announced: SessionStatus | undefined,
  address: (link: HTMLAnchorElement) => void,
): void {
  const template = notice.querySelector('template')!;
  document.documentElement.dataset.session = status;
  notice.replaceChildren(template);
  if (status !== announced) return;
  const said = document.importNode(template.content, true);
  address(said.querySelector('a')!);
  notice.append(said);
}

/**
 * Checks the session: immediately, and when another tab detects a change. During a session, also every five minutes
 * while the page is visible, and when the user returns to it. As in next-auth's client, a tab without a session does
 * neither: it has nothing to lose, and is notified of a login by the tab in which it happens.
 *
 * @param onStatus called with each status that differs from the previous one
 */
function watchSession(onStatus: (status: SessionStatus) => void): void {
  let status: SessionStatus = 'loading';
  let asking = false;
  /** Another tab has reported a change that was not checked yet: a hidden tab sends no requests. */
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
    // If the status is unknown, nothing changes.
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

/** @returns undefined if the request fails, which is reported to the server (AUTH-07) */
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
