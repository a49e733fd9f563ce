/** Makes a button copy its text and confirm that, also to screen readers. */
export function startCopy(button: HTMLElement): void {
  // Without HTTPS, browsers offer no clipboard API.
  if (!('clipboard' in navigator)) return;
  const { copy = '', copied = '' } = button.dataset;
  button.hidden = false;
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(copy).then(
      () => {
        button.textContent = copied;
        const announcer = document.getElementById('announcer');
        if (announcer) announcer.textContent = copied;
      },
      // The user may have denied access to the clipboard. The text to copy stays visible.
      () => undefined,
    );
  });
}
