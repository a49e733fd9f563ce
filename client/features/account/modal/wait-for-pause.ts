/** How long nobody may have typed or tapped before a dialog opens by itself. */
const QUIET_MS = 5000;
const CHECK_MS = 500;
/** Where typing, choosing or watching is not to be interrupted. */
const FIELDS = 'input, textarea, select, iframe, [contenteditable]:not([contenteditable="false"])';
const ACTIVITY = ['keydown', 'input', 'pointerdown', 'touchstart', 'wheel'] as const;

/**
 * Waits until a dialog can open without taking the keyboard from anybody: no field has the focus, no other dialog is open, the page is seen, and
 * nothing was typed or tapped in the last seconds.
 *
 * @param notBefore milliseconds since 1970
 */
export function waitForPause(notBefore: number): Promise<void> {
  return new Promise((resolve) => {
    let lastActivity = Date.now();
    const listening = new AbortController();
    const note = (): void => {
      lastActivity = Date.now();
    };
    for (const type of ACTIVITY)
      document.addEventListener(type, note, { capture: true, passive: true, signal: listening.signal });
    const timer = setInterval(() => {
      const now = Date.now();
      if (now < notBefore || now - lastActivity < QUIET_MS || isBusy()) return;
      clearInterval(timer);
      listening.abort();
      resolve();
    }, CHECK_MS);
  });
}

function isBusy(): boolean {
  return (
    document.visibilityState !== 'visible' ||
    document.activeElement?.matches(FIELDS) === true ||
    document.querySelector('dialog[open]') !== null
  );
}
