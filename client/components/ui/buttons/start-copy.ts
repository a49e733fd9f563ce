/** Makes a button copy its text and say so, to those as well who do not see it. */
export function startCopy(button: HTMLElement): void {
  // Without an encrypted connection, browsers have no clipboard for scripts.
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
      // Somebody may have forbidden it. What is to be copied stays as it is.
      () => undefined,
    );
  });
}
