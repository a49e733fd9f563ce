import styles from './modal.module.css';

/**
 * Creates a modal dialog with the common width and a close button. When it is closed, it is removed from the page, and
 * the focus returns to the previous element.
 *
 * @param className class for differences from other modals
 * @param title the dialog's name; it gets the initial focus, because a space typed at that moment would press a button
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
