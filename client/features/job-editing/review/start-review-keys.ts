const STORED = 'review-keys';
const ON = 'on';
/** Elements in which keys type text or select an option. */
const FIELDS = 'input:not([type="checkbox"]), textarea, select, [contenteditable]:not([contenteditable="false"])';

/**
 * Lets a reviewer work with single keys after enabling them: n and p open the next and the previous job, a approves, s
 * focuses the reason for sending back. Keys that are held, or pressed in a field or with a modifier, keep their own
 * meaning (WCAG 2.1.4).
 */
export function startReviewKeys(queue: HTMLElement, until: AbortSignal): void {
  const setting = queue.querySelector<HTMLElement>('p[hidden]')!;
  const box = setting.querySelector('input')!;
  setting.hidden = false;
  box.checked = readSetting();
  box.addEventListener('change', () => writeSetting(box.checked));
  const actions: Readonly<Record<string, () => void>> = {
    n: () => queue.querySelector<HTMLElement>('[data-queue="next"]')?.click(),
    p: () => queue.querySelector<HTMLElement>('[data-queue="previous"]')?.click(),
    a: () => document.querySelector<HTMLElement>('[data-job-approve] button')?.click(),
    s: () => document.querySelector<HTMLElement>('[data-job-send-back] textarea')?.focus(),
  };
  document.addEventListener(
    'keydown',
    (event) => {
      if (!box.checked || event.repeat || event.defaultPrevented || event.isComposing) return;
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
      if (event.target instanceof Element && event.target.closest(FIELDS)) return;
      const action = actions[event.key.toLowerCase()];
      if (!action) return;
      event.preventDefault();
      action();
    },
    { signal: until },
  );
}

/** Appends a saved reason to the typed text, which requires a separate page without scripts. */
export function startSavedReasons(list: HTMLElement): void {
  const field = list.closest('form')!.querySelector('textarea')!;
  list.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLElement>('[data-reason]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    field.value = [field.value.trimEnd(), link.dataset.reason ?? ''].filter(Boolean).join('\n\n');
    field.focus();
  });
}

/** Storage may be forbidden; then the keys are disabled on each page. */
function readSetting(): boolean {
  try {
    return localStorage.getItem(STORED) === ON;
  } catch {
    return false;
  }
}

function writeSetting(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(STORED, ON);
    else localStorage.removeItem(STORED);
  } catch {
    // Without storage, the checkbox still works on this page.
  }
}
