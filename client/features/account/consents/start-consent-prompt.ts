import { AgreeToRevisionDocument, CreateGdprUserConsentDocument } from '#contract/generated/operations.js';
import { decodedMessage } from '#shared/text/server-message.js';
import { fieldId } from '../../../components/ui/forms/field-labels';
import { makeModal } from '../../../components/ui/dialogs/modal';
import { browserGraphql } from '../../../lib/browser-graphql';
import { showMessage } from '../../../lib/show-message';
import styles from './consents.module.css';

/**
 * Shows the prompt of a page as a dialog. It closes immediately after confirmation, and the page then shows the result.
 */
export function startConsentPrompt(prompt: HTMLElement, until: AbortSignal): void {
  const content = prompt.querySelector<HTMLElement>('[data-consent-content]')!;
  const form = content.querySelector('form')!;
  const title = content.querySelector('h2')!;
  const closeLabel = prompt.dataset.close!;
  const dialog = makeModal({ id: 'consent-modal', className: styles.dialog, closeLabel }, title);
  const intro = title.nextElementSibling!;
  intro.id = 'consent-modal-intro';
  dialog.setAttribute('aria-describedby', intro.id);
  content.classList.add(styles.content!);
  dialog.append(content);
  startForm(form, () => {
    dialog.close();
    void send(prompt, form);
  });
  until.addEventListener('abort', () => dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}

/** The button is enabled only while the checkbox is ticked, which is validated at each change (VALID-02). */
function startForm(form: HTMLFormElement, confirmed: () => void): void {
  const box = form.querySelector<HTMLInputElement>(`#${fieldId('agreed')}`)!;
  const error = form.querySelector<HTMLElement>(`#${fieldId('agreed')}-error`)!;
  const confirm = form.querySelector('button')!;
  form.noValidate = true;
  box.checked = false;
  confirm.disabled = true;
  // Announced by screen readers when it appears, because the focus stays on the checkbox.
  error.setAttribute('role', 'alert');
  box.addEventListener('change', () => {
    confirm.disabled = !box.checked;
    error.textContent = box.checked ? '' : form.dataset.unticked!;
    if (box.checked) box.removeAttribute('aria-invalid');
    else box.setAttribute('aria-invalid', 'true');
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (box.checked) confirmed();
  });
}

async function send(prompt: HTMLElement, form: HTMLFormElement): Promise<void> {
  const messages = await agree(form).catch(() => [prompt.dataset.failed!]);
  if (messages.length === 0) {
    show(prompt.querySelector<HTMLElement>('[data-consent-saved]'));
    return;
  }
  const place = prompt.querySelector<HTMLElement>('[data-consent-failed]');
  for (const message of messages) {
    const alert = show(place);
    const words = alert?.querySelector('p');
    if (words) await showMessage(words, message);
    alert?.querySelector('[data-close-alert]')?.addEventListener('click', (event) => {
      event.preventDefault();
      alert.remove();
    });
  }
}

/** @returns the server's error messages */
async function agree(form: HTMLFormElement): Promise<string[]> {
  // The form has no files, so all values are text.
  const fields = Object.fromEntries(new FormData(form)) as Partial<Record<string, string>>;
  const { mail = '', infoId = '', infoRevisionId } = fields;
  const account = document.querySelector<HTMLElement>('[data-session-notice]')?.dataset.sessionNotice;
  const options = { locale: document.documentElement.lang, account };
  // A backend without revisions does not know the argument.
  const { createGdprUserConsent: created } = infoRevisionId
    ? await browserGraphql(AgreeToRevisionDocument, { mail, infoId, infoRevisionId }, options)
    : await browserGraphql(CreateGdprUserConsentDocument, { mail, infoId }, options);
  return created.errors.map(({ message }) => decodedMessage(message));
}

function show(place: HTMLElement | null): HTMLElement | undefined {
  const template = place?.querySelector('template');
  if (!place || !template) return undefined;
  const shown = document.importNode(template.content, true).firstElementChild as HTMLElement;
  place.append(shown);
  return shown;
}
