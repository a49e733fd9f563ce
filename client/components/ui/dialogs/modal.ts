import styles from './modal.module.css';

/**
 * Makes a modal dialog: as wide as all modals are, with a button that closes it. It leaves the page when it is closed, and the focus goes
 * back to where it was.
 *
 * @param className of what differs from other modals
 * @param title names it; it has the focus first, because a space typed at that moment would press a button
 */
export function makeModal(
  { id, className, closeLabel }: { id: string; className?: string | undefined; closeLabel: string },
  title: HTMLElement,
): HTMLDialogElement {
  const dialog = document.createElement('dialog');
  dialog.className = [styles.modal, className].join(' ');
  dialog.id = id;
  title.id = `${id}-title`;
  dialog.setAttribute('aria-labelledby', title.id);
  title.setAttribute('tabindex', '-1');
  title.setAttribute('autofocus', '');
  const close = document.createElement('button');
  close.type = 'button';
  close.className = styles.close!;
  close.ariaLabel = closeLabel;
  close.addEventListener('click', () => dialog.close());
  dialog.append(close);
  const before = document.activeElement;
  dialog.addEventListener('close', () => {
    dialog.remove();
    if (before instanceof HTMLElement) before.focus();
  });
  return dialog;
}
