import type { FormAnswer } from '#contract/applications/sent-form.js';
import { FormView } from './form-view';
import { logIn } from './log-in';
import { sendForm } from './send-form';

const CONSENT_PART = '[data-registration-consent]';

/** Sends an account form without leaving the page, and shows its errors in place. */
export function startAccountForm(frame: HTMLElement): void {
  frame.dataset.awake = '';
  const view = new FormView(frame);
  startPasswordButtons(frame);
  frame.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const close = target?.closest('[data-close-alert]');
    if (close) {
      event.preventDefault();
      close.closest('[data-alert]')?.remove();
      firstField(view.form)?.focus();
    }
    const link = target?.closest<HTMLAnchorElement>('[data-alert] li a');
    if (link) {
      const field = view.form.querySelector<HTMLElement>(`[id="${link.hash.slice(1)}"]`);
      // The link leads to a field of another form on the page: the browser follows it.
      if (!field) return;
      event.preventDefault();
      field.focus();
    }
  });
  view.form.addEventListener('input', ({ target }) => {
    // A checkbox is validated at each change (VALID-02); an invalid field, until it is valid. Fields are not validated
    // on blur, because a new message would move the button away from under the pointer that is pressing it.
    if (target instanceof HTMLInputElement && (target.type === 'checkbox' || view.isInvalid(target.name)))
      view.showField(target.name, view.check());
  });
  view.form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit(view);
  });
}

async function submit(view: FormView): Promise<void> {
  const violations = view.check();
  if (violations.length > 0) {
    view.showErrors(violations);
    return;
  }
  view.showErrors([]);
  view.setBusy(true);
  const sent = await send(view);
  if ('redirect' in sent) {
    if (new URL(sent.redirect, location.href).href === location.href) location.reload();
    else location.assign(sent.redirect);
    return;
  }
  // The consent text has changed meanwhile: it is replaced first, so that the error appears beside the current one.
  if (sent.errors.some(({ field }) => field === 'consent')) await refreshConsent(view.form).catch(() => undefined);
  view.setBusy(false);
  view.showErrors(sent.errors);
}

async function send(view: FormView): Promise<FormAnswer> {
  try {
    return view.name === 'login' ? await logIn(view) : await sendForm(view.form);
  } catch {
    return { errors: [{ field: null, message: view.texts.failed }] };
  }
}

function startPasswordButtons(frame: HTMLElement): void {
  for (const button of frame.querySelectorAll<HTMLButtonElement>('[data-show-password]')) {
    const input = button.parentElement!.querySelector('input')!;
    button.hidden = false;
    button.addEventListener('click', () => {
      const shown = input.type === 'password';
      input.type = shown ? 'text' : 'password';
      button.ariaPressed = String(shown);
    });
  }
}

function firstField(form: HTMLFormElement): HTMLElement | null {
  return form.querySelector('[aria-invalid="true"]') ?? form.querySelector('input:not([type="hidden"])');
}

/** Replaces the consent text with which the page was loaded by the current one, with an empty checkbox. */
async function refreshConsent(form: HTMLFormElement): Promise<void> {
  const old = form.querySelector(CONSENT_PART);
  if (!old) return;
  const response = await fetch(location.href);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const fresh = response.ok ? page.querySelector(CONSENT_PART) : null;
  if (fresh) old.replaceWith(document.adoptNode(fresh));
}
