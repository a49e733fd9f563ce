/** Kept by the browser while somebody is logged in. Other tabs that are told of its change ask anew. */
export const SESSION_MARK = 'session_here';

/** Calls back when another tab has logged in, or has while the browser held this page back (its back-forward cache). */
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

/** For pages of nobody as well, which load nothing else about sessions. */
export function markSession(isHere: boolean): void {
  try {
    if (isHere) localStorage.setItem(SESSION_MARK, 'true');
    else localStorage.removeItem(SESSION_MARK);
  } catch {
    // Without storage, tabs ask when they are looked at.
  }
}
