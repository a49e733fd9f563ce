import { startBehaviours, stopBehaviours } from '../../../lib/behaviours';
import { makeModal } from '../../../components/ui/dialogs/modal';
import styles from './login-modal.module.css';

/**
 * Shows the login form of the login page over this page, which is reloaded after a login. It waits for a moment that
 * interrupts nobody.
 *
 * @param notBefore milliseconds since 1970
 * @param isWanted called again immediately before it opens
 * @returns whether it is shown: false if the form cannot be fetched or is not wanted any more
 */
export async function showLoginModal(notBefore: number, isWanted: () => boolean): Promise<boolean> {
  const pause = waitForPause(notBefore);
  const link = document.querySelector<HTMLAnchorElement>('a[data-login]');
  if (!link) return false;
  const address = new URL(link.href);
  address.searchParams.set('reason', 'jobs');
  const response = await fetch(address).catch(() => undefined);
  if (!response?.ok) return false;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const card = page.querySelector('[data-account-card]');
  const form = card?.querySelector('form');
  const title = card?.querySelector('h1');
  if (!card || !form || !title) return false;
  const wanted = new URL(form.getAttribute('action')!, location.href);
  wanted.searchParams.delete('reason');
  await pause;
  if (!isWanted()) return false;
  wanted.searchParams.set('destination', location.pathname + location.search);
  form.action = wanted.href;
  open(card, title, link.dataset.close!);
  return true;
}

function open(card: Element, title: HTMLElement, closeLabel: string): void {
  const dialog = makeModal({ id: 'login-modal', className: styles.dialog, closeLabel }, title);
  const intro = title.nextElementSibling;
  if (intro) {
    intro.id = 'login-modal-intro';
    dialog.setAttribute('aria-describedby', intro.id);
  }
  dialog.append(document.adoptNode(card));
  dialog.addEventListener('close', () => stopBehaviours(dialog));
  document.body.append(dialog);
  startBehaviours(dialog);
  dialog.showModal();
}

/** Time without typing or tapping before a dialog opens by itself, in milliseconds. */
const QUIET_MS = 5000;
const CHECK_MS = 500;
/** Elements in which typing, choosing or watching must not be interrupted. */
const FIELDS = 'input, textarea, select, iframe, [contenteditable]:not([contenteditable="false"])';
const ACTIVITY = ['keydown', 'input', 'pointerdown', 'touchstart', 'wheel'] as const;

/**
 * Waits until a dialog can open without interrupting the user: no field has the focus, no other dialog is open, the
 * page is visible, and nothing was typed or tapped in the last seconds.
 *
 * @param notBefore milliseconds since 1970
 */
function waitForPause(notBefore: number): Promise<void> {
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
