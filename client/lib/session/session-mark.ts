/** Kept by the browser while somebody is logged in. Other tabs that are told of its change ask anew. */
export const SESSION_MARK = 'session_here';

/** For pages of nobody as well, which load nothing else about sessions. */
export function markSession(isHere: boolean): void {
  try {
    if (isHere) localStorage.setItem(SESSION_MARK, 'true');
    else localStorage.removeItem(SESSION_MARK);
  } catch {
    // Without storage, tabs ask when they are looked at.
  }
}
