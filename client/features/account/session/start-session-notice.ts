import { ACCOUNT_HEADER, type SessionStatus } from '#contract/pages/page-request.js';
import { authAddress } from '../../../lib/session/auth-address';
import { markSession, SESSION_MARK } from '../../../lib/session/session-mark';

const POLL_MS = 5 * 60_000;

/**
 * Tells users on a page with a session that the session has ended, or that somebody else is logged in now, with a link
 * back to the same page, before a request fails.
 */
export function startSessionNotice(notice: HTMLElement): void {
  const own = encodeURIComponent(notice.dataset.sessionNotice!);
  const [ended, other] = notice.querySelectorAll('template');
  watchSession((status, account) => {
    if (account && account !== own) show(notice, status, other, reload);
    else
      show(notice, status, status === 'unauthenticated' ? ended : undefined, (link) => {
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
  const isChange = document.documentElement.dataset.session !== 'loading';
  const begun = notice.querySelector('template')!;
  watchSession((status) => {
    show(notice, status, isChange && status === 'authenticated' ? begun : undefined, reload);
  });
}

function reload(link: HTMLAnchorElement): void {
  link.href = location.pathname + location.search;
}

/**
 * Writes the status into the page, and fills the live region with what is to be announced.
 *
 * @param announced template of the content; undefined if there is nothing to announce
 * @param address sets the target of the notice's link, which depends on the current address
 */
function show(
  notice: HTMLElement,
  status: SessionStatus,
  announced: HTMLTemplateElement | undefined,
  address: (link: HTMLAnchorElement) => void,
): void {
  document.documentElement.dataset.session = status;
  notice.replaceChildren(...notice.querySelectorAll('template'));
  if (!announced) return;
  const said = document.importNode(announced.content, true);
  address(said.querySelector('a')!);
  notice.append(said);
}

/**
 * Checks the session: immediately, and when another tab detects a change. During a session, also every five minutes
 * while the page is visible, and when the user returns to it. As in next-auth's client, a tab without a session does
 * neither: it has nothing to lose, and is notified of a login by the tab in which it happens.
 *
 * @param onStatus called with each status and account (its encoded id) that differ from the previous ones
 */
function watchSession(onStatus: (status: SessionStatus, account?: string | null) => void): void {
  let status: SessionStatus = 'loading';
  let account: string | null | undefined;
  let asking = false;
  /** Another tab has reported a change that was not checked yet: a hidden tab sends no requests. */
  let changed = false;
  const become = (found: SessionStatus, owner: string | null): void => {
    if (found === status && owner === account) return;
    status = found;
    account = owner;
    onStatus(found, owner);
    markSession(found === 'authenticated');
  };
  const ask = async (): Promise<void> => {
    if (asking || document.visibilityState !== 'visible' || !navigator.onLine) return;
    asking = true;
    const read = await readSession();
    asking = false;
    // If the status is unknown, nothing changes.
    if (!read) return;
    changed = false;
    become('user' in read.session ? 'authenticated' : 'unauthenticated', read.account);
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
async function readSession(): Promise<{ session: object; account: string | null } | undefined> {
  try {
    const response = await fetch(authAddress('/session'), { headers: { accept: 'application/json' } });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return { session: (await response.json()) as object, account: response.headers.get(ACCOUNT_HEADER) };
  } catch (error) {
    report(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

function report(message: string): void {
  const fields = { level: 'error', code: 'CLIENT_FETCH_ERROR', message, url: authAddress('/session'), client: 'true' };
  navigator.sendBeacon(authAddress('/_log'), new URLSearchParams(fields));
}
