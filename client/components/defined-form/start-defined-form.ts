import type { FormAnswer } from '#contract/applications/sent-form.js';
import { definedFormChecks } from './defined-form-checks';
import { FileFields } from './start-file-fields';
import { startPlaceFields } from './start-place-fields';
import { fillIn, forget, storeOnDevice, storedOnDevice, typedValues } from './stored-on-device';

interface Texts {
  saving: string;
  /** Contains the placeholder `{time}`. */
  saved: string;
  waiting: string;
  restored: string;
  /** Contains the placeholder `{reason}`. */
  failed: string;
}

const PAUSE_MS = 1200;
const RETRY_MS = 15_000;

/**
 * Saves a step of a form while the user types, one request at a time. Changes that cannot be sent are stored on the
 * device and sent when the connection is back, even if the page was left meanwhile.
 */
export function startDefinedForm(form: HTMLFormElement, signal: AbortSignal): void {
  const texts = JSON.parse(form.dataset.texts!) as Texts;
  const status = form.querySelector<HTMLElement>('[data-form-saved]')!;
  const say = (text: string, failed = false) => {
    if (status.textContent !== text) status.textContent = text;
    status.toggleAttribute('data-failed', failed);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | undefined;
  let isChanged = false;
  let isStopped = false;
  let saidSaved: string | undefined;

  const later = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(save, ms);
  };

  function save(): void {
    if (isStopped || !isChanged) return;
    if (sending) {
      later(PAUSE_MS);
      return;
    }
    isChanged = false;
    say(texts.saving);
    sending = send().finally(() => {
      sending = undefined;
    });
  }

  async function send(): Promise<void> {
    const values = typedValues(form);
    values.set('go', 'autosave');
    try {
      const response = await fetch(form.action, {
        method: 'POST',
        body: values,
        headers: { accept: 'application/json' },
      });
      if (!took((await response.json()) as FormAnswer)) isStopped = true;
    } catch {
      // The form also contains what was typed during the request.
      storeOnDevice(form);
      isChanged = true;
      say(texts.waiting);
      later(RETRY_MS);
    }
  }

  /** @returns false if saving again automatically is pointless */
  function took(answer: FormAnswer): boolean {
    if ('errors' in answer) {
      if (files.refuse(answer.errors)) {
        // Nothing was saved: the rest of the form is saved next, without the file.
        isChanged = true;
        say('');
        later(PAUSE_MS);
        return true;
      }
      say(texts.failed.replace('{reason}', answer.errors.map(({ message }) => message).join(' ')), true);
      return false;
    }
    forget(form);
    const address = new URL(answer.redirect, location.href);
    const version = form.querySelector<HTMLInputElement>('input[name="version"]');
    if (version) version.value = address.searchParams.get('version') ?? version.value;
    address.searchParams.delete('version');
    form.action = address.href;
    // A reload, and other devices, open the stored version.
    history.replaceState(history.state, '', address);
    const time = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: 'short' }).format(new Date());
    saidSaved = texts.saved.replace('{time}', time);
    say(saidSaved);
    return true;
  }

  const files = new FileFields(form);
  startPlaceFields(form);
  const checks = definedFormChecks(form, signal);
  const unsent = storedOnDevice(form);
  if (unsent) {
    fillIn(form, unsent);
    // Editors and comboboxes that replace text areas and choices update themselves.
    for (const field of form.querySelectorAll('[data-rich-text], fieldset, select'))
      field.dispatchEvent(new Event('change'));
    isChanged = true;
    say(texts.restored);
    later(PAUSE_MS);
  }
  form.addEventListener('input', () => {
    isChanged = true;
    // The message no longer applies to the changed form.
    if (status.textContent === saidSaved) say('');
    later(PAUSE_MS);
  });
  // The last opportunity before a tab is closed, or a phone ends a page in the background.
  const leave = (): void => {
    if (!document.hidden || !isChanged || isStopped) return;
    storeOnDevice(form);
    later(0);
  };
  document.addEventListener('visibilitychange', leave, { signal });
  addEventListener('online', () => later(0), { signal });
  form.addEventListener('submit', (event) => {
    // A button that saves without validation sends the form unchecked; a running upload is awaited first.
    if (!files.isBusy && event.submitter?.dataset.checked && checks.refuse()) {
      event.preventDefault();
      return;
    }
    clearTimeout(timer);
    if (!navigator.onLine) {
      event.preventDefault();
      storeOnDevice(form);
      say(texts.waiting);
      return;
    }
    if (!sending && !files.isBusy) {
      isStopped = true;
      return;
    }
    // Two concurrent requests would look like two users, and a file must be uploaded completely.
    event.preventDefault();
    const { submitter } = event;
    void Promise.all([sending, files.settled()]).then(() => {
      clearTimeout(timer);
      form.requestSubmit(submitter);
    });
  });
}
