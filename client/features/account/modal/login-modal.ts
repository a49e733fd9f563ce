import { startBehaviours, stopBehaviours } from '../../../lib/behaviours';
import styles from './login-modal.module.css';
import { waitForPause } from './wait-for-pause';

/**
 * Shows the login page's own form over this page, which is loaded anew after a login. It waits for a moment in which it interrupts nobody.
 *
 * @param notBefore milliseconds since 1970
 * @param isWanted asked again right before it opens
 * @returns whether it is shown: not when the form cannot be had or is not wanted any more
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

function open(card: Element, title: Element, closeLabel: string): void {
  const dialog = document.createElement('dialog');
  dialog.className = styles.dialog!;
  dialog.id = 'login-modal';
  title.id = 'login-modal-title';
  dialog.setAttribute('aria-labelledby', title.id);
  const intro = title.nextElementSibling;
  if (intro) {
    intro.id = 'login-modal-intro';
    dialog.setAttribute('aria-describedby', intro.id);
  }
  // Not the first button: a space typed at the wrong moment would press it.
  title.setAttribute('tabindex', '-1');
  title.setAttribute('autofocus', '');
  const close = document.createElement('button');
  close.type = 'button';
  close.className = styles.close!;
  close.ariaLabel = closeLabel;
  close.addEventListener('click', () => dialog.close());
  dialog.append(close, document.adoptNode(card));
  const before = document.activeElement;
  dialog.addEventListener('close', () => {
    stopBehaviours(dialog);
    dialog.remove();
    if (before instanceof HTMLElement) before.focus();
  });
  document.body.append(dialog);
  startBehaviours(dialog);
  dialog.showModal();
}
