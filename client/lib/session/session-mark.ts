/**
 * Stored by the browser while a user is logged in. Other tabs, which are notified of changes, then check the session
 * again.
 */
export const SESSION_MARK = 'session_here';

/** Calls back when another tab has logged in, or has done so while this page was in the back-forward cache. */
export function onLoginElsewhere(callback: () => void): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === SESSION_MARK && newValue) callback();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && isMarked()) callback();
  });
}

function isMarked(): boolean {
  try {
    return localStorage.getItem(SESSION_MARK) !== null;
  } catch {
    return false;
  }
}

/** Also for pages without a session, which load no other code about sessions. */
export function markSession(isHere: boolean): void {
  try {
    if (isHere) localStorage.setItem(SESSION_MARK, 'true');
    else localStorage.removeItem(SESSION_MARK);
  } catch {
    // Without storage, tabs check the session when they become visible.
  }
}
