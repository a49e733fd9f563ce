import type { FormAnswer, FormError } from '#contract/applications/sent-form.js';
import { withDispatch } from '#contract/measurement/page-measurement.js';
import { JwtTokenDocument } from '#contract/generated/operations.js';
import { decodedMessage } from '#shared/text/server-message.js';
import type { AccountViolation, AccountRule } from '#contract/accounts/account-rules.js';
import { type AccountFormName, checkAccountForm } from '#contract/accounts/account-forms.js';
import { authAddress, withToken } from '../../../lib/session/auth-address';
import { browserGraphql, GraphqlRequestError } from '../../../lib/browser-graphql';
import { anonymousUserToken, rememberLogin } from '../session/visitor-flags';
import { FormErrorView } from '../../../lib/forms/form-error-view';

/** Errors for which the server's page has more information than the backend's message. */
const SAID_BY_SERVER: readonly string[] = ['UnconfirmedAddressError', 'BlockedAccountError'];

/** Parts of forms that are out of date if there is an error with the field. */
const REFRESHED_PARTS: Readonly<Record<string, string>> = {
  consent: '[data-registration-consent]',
  before: '[data-given-roles]',
};

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
  // The consent text or the roles have changed meanwhile: they are replaced first, so that the error appears beside the current ones.
  for (const [field, part] of Object.entries(REFRESHED_PARTS))
    if (sent.errors.some((error) => error.field === field)) await refresh(view.form, part).catch(() => undefined);
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
      const { ariaLabel, dataset } = button;
      input.type = input.type === 'password' ? 'text' : 'password';
      button.ariaLabel = dataset.otherLabel!;
      dataset.otherLabel = ariaLabel!;
    });
  }
}

function firstField(form: HTMLFormElement): HTMLElement | null {
  return form.querySelector('[aria-invalid="true"]') ?? form.querySelector('input:not([type="hidden"])');
}

/** Replaces a part of the form with which the page was loaded by the current one, without the choices of the visitor. */
async function refresh(form: HTMLFormElement, part: string): Promise<void> {
  const old = form.querySelector(part);
  if (!old) return;
  const response = await fetch(location.href);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const fresh = response.ok ? page.querySelector(part) : null;
  if (fresh) old.replaceWith(document.adoptNode(fresh));
}

/** AUTH-04: first requests a token for email and password, then a session for the token. */
async function logIn(view: FormView): Promise<FormAnswer> {
  const { email = '', password = '' } = view.values();
  const token = await tokenFor(email, password);
  // The server knows the next step and remembers the address for it; for a blocked account, it knows whom to contact.
  if (token === 'refused') return sendForm(view.form);
  if ('errors' in token) return token;
  const redirect = await signIn(token.jwt, view.form);
  if (redirect === undefined) return { errors: [{ field: null, message: view.texts.session }] };
  rememberLogin();
  return { redirect: withDispatch(redirect, 'login') };
}

async function tokenFor(
  email: string,
  password: string,
): Promise<{ jwt: string } | Extract<FormAnswer, { errors: unknown }> | 'refused'> {
  const variables = { email, password, anonymousUserToken: anonymousUserToken() };
  try {
    const { JwtToken } = await browserGraphql(JwtTokenDocument, variables, { locale: document.documentElement.lang });
    if (JwtToken.jwt) return { jwt: JwtToken.jwt };
    if (JwtToken.errors.some(({ __typename }) => SAID_BY_SERVER.includes(__typename))) return 'refused';
    return { errors: JwtToken.errors.map(({ message }) => ({ field: null, message: decodedMessage(message) })) };
  } catch (error) {
    if (error instanceof GraphqlRequestError) return { errors: [{ field: null, message: error.message }] };
    throw error;
  }
}

/** @returns the address to go to; undefined if no session was created */
async function signIn(jwt: string, form: HTMLFormElement): Promise<string | undefined> {
  const callbackUrl = wantedAddress(form);
  const response = await withToken(form, (csrfToken) =>
    fetch(authAddress('/callback/credentials'), {
      method: 'POST',
      body: new URLSearchParams({ jwt, csrfToken, callbackUrl, json: 'true' }),
    }),
  );
  if (response.status !== 200) return undefined;
  const { url } = (await response.json()) as { url?: string };
  return url;
}

/** The requested address after login; the server checks whether it is a page of this site. */
function wantedAddress(form: HTMLFormElement): string {
  const { searchParams } = new URL(form.action);
  return searchParams.get('destination') ?? searchParams.get('callbackUrl') ?? form.dataset.home!;
}

/**
 * Submits a form to its address as a browser would, but requests only the result.
 * @throws if there is no response, or an unreadable one
 */
async function sendForm(form: HTMLFormElement): Promise<FormAnswer> {
  // The token is a field of the form.
  const response = await withToken(form, () =>
    fetch(form.action, {
      method: 'POST',
      body: new URLSearchParams(enteredValues(form)),
      headers: { accept: 'application/json' },
    }),
  );
  const answer = (await response.json()) as Partial<FormAnswer>;
  if ('redirect' in answer || 'errors' in answer) return answer as FormAnswer;
  throw new Error(`HTTP ${response.status}`);
}

/** Texts that the server writes into a form for its script. */
interface FormTexts {
  messages: Partial<Record<AccountRule, string>>;
  labels: Record<string, string>;
  failed: string;
  session: string;
}

/** An account form on a page: its values and its states (idle, busy, errors). */
class FormView {
  readonly form: HTMLFormElement;
  readonly name: AccountFormName;
  readonly texts: FormTexts;
  private readonly errors: FormErrorView;

  /** @param frame the element with `data-account-form` */
  constructor(private readonly frame: HTMLElement) {
    this.form = frame.querySelector('form')!;
    this.name = this.form.dataset.form as AccountFormName;
    this.texts = JSON.parse(this.form.dataset.texts!) as FormTexts;
    this.errors = new FormErrorView(this.form, frame, (field) => this.texts.labels[field]);
    // The script applies the same rules, with the page's own messages.
    this.form.noValidate = true;
  }

  values(): Record<string, string> {
    return enteredValues(this.form);
  }

  /** Returns the current violations of the rules. */
  check(): FormError[] {
    return checkAccountForm[this.name](this.values()).map((violation) => this.errorOf(violation));
  }

  /** Shows the error of a field beside it, or removes it. */
  showField(name: string, errors: readonly FormError[]): void {
    this.errors.showField(name, errors.find(({ field }) => field === name)?.message ?? '');
  }

  isInvalid(name: string): boolean {
    return this.errors.messageOf(name) !== '';
  }

  /** Shows all errors, above the form and at its fields, and moves the focus to them. */
  showErrors(errors: readonly FormError[]): void {
    for (const name of Object.keys(this.texts.labels)) this.showField(name, errors);
    const first = this.errors.showSummary(errors, true);
    first?.focus();
    first?.scrollIntoView({ block: 'nearest' });
  }

  /** While the form is being sent, only the busy state is shown; `false` shows the form again. */
  setBusy(busy: boolean): void {
    const status = this.frame.querySelector<HTMLElement>('[data-form-busy]')!;
    this.form.hidden = busy;
    status.textContent = busy ? status.dataset.formBusy! : '';
    // The button that had the focus is hidden with the form.
    if (busy) status.focus();
  }

  private errorOf({ field, rule }: AccountViolation): FormError {
    return { field: field ?? null, message: this.texts.messages[rule] ?? rule };
  }
}

/** Values of a form, by field. */
function enteredValues(form: HTMLFormElement): Record<string, string> {
  const values: Record<string, string> = {};
  new FormData(form).forEach((value, name) => {
    if (typeof value === 'string') values[name] = value;
  });
  return values;
}
