import { startAccountForms } from '../forms/start-account-forms';
import styles from './login-modal.module.css';

/**
 * Shows the login page's own form over this page, which is loaded anew after a login.
 * @returns whether it is shown: not when the form cannot be had, or somebody is busy with another dialog
 */
export async function showLoginModal(): Promise<boolean> {
  const link = document.querySelector<HTMLAnchorElement>('a[data-login]');
  if (!link) return false;
  const response = await fetch(link.href).catch(() => undefined);
  if (!response?.ok) return false;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const card = page.querySelector('[data-account-card]');
  const form = card?.querySelector('form');
  const title = card?.querySelector('h1');
  if (!card || !form || !title || document.querySelector('dialog[open]')) return false;
  const wanted = new URL(form.getAttribute('action')!, location.href);
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
  const close = document.createElement('button');
  close.type = 'button';
  close.className = styles.close!;
  close.ariaLabel = closeLabel;
  close.addEventListener('click', () => dialog.close());
  dialog.append(close, document.adoptNode(card));
  const before = document.activeElement;
  dialog.addEventListener('close', () => {
    dialog.remove();
    if (before instanceof HTMLElement) before.focus();
  });
  document.body.append(dialog);
  startAccountForms(dialog);
  dialog.showModal();
}
