import type { FormAnswer, FormError } from '#contract/applications/sent-form.js';
import { PlaceSuggestionsDocument, type PlaceSuggestionsQuery } from '#contract/generated/operations.js';
import { checkSentForm, type SentFormRules } from '#contract/defined-form/check-sent-form.js';
import { isChosen } from '#contract/defined-form/sent-values.js';
import { browserGraphql } from '../../lib/browser-graphql';
import { FormChecks, isTyped, sentTexts } from '../../lib/forms/form-checks';
import { FileFields } from './start-file-fields';
import { startAreaFields } from './start-area-fields';
import { isNavigatedTo, isNew, isUnchanged, sentValues, setVersion, UnsentStep } from './unsent-step';

const PLACE_DELAY_MS = 250;

interface Texts {
  saving: string;
  /** Contains the placeholder `{time}`. */
  saved: string;
  /** There is no connection. */
  waiting: string;
  /** The server cannot save now. */
  later: string;
  restored: string;
  /** Contains the placeholder `{reason}`. */
  failed: string;
}

const PAUSE_MS = 1200;
const RETRY_MS = 15_000;
/** After this time, the user may have stopped the browser from opening the next page, which scripts are not told. */
const SUBMITTING_MS = 10_000;

const FORBIDDEN = 403;
const CONFLICT = 409;
const TOO_MANY = 429;
const SERVER_ERROR = 500;

/**
 * Saves a step of a form while the user types, one request at a time. Changes that cannot be sent are stored on the
 * device and sent when the connection is back, even if the page was left meanwhile.
 */
export function startDefinedForm(form: HTMLFormElement, signal: AbortSignal): void {
  const typedEarly = typedBeforeStart(form);
  const files = new FileFields(form);
  startPlaceFields(form);
  const checks = definedFormChecks(form, signal);
  const autosave = new Autosave(form, files);
  autosave.restore(typedEarly);
  form.addEventListener('input', ({ target }) => {
    const type = target instanceof HTMLInputElement ? target.type : undefined;
    // A file is saved when it is uploaded, which changes the hidden field next to it.
    if (type === 'file') return;
    // An upload is not stored on the device, so it is lost if the page is left before it is saved.
    autosave.change(type === 'hidden' ? 0 : PAUSE_MS);
  });
  // The last opportunity before a tab is closed, or a phone ends a page in the background.
  document.addEventListener('visibilitychange', () => document.hidden && autosave.leave(), { signal });
  addEventListener('online', () => autosave.later(0), { signal });
  addEventListener('pageshow', ({ persisted }) => persisted && autosave.resume(), { signal });
  form.addEventListener('submit', (event) => {
    const submitter = event.submitter as HTMLButtonElement | null;
    // A button that saves without validation sends the form unchecked; a running upload is awaited first.
    const isRefused = !files.isBusy && submitter?.dataset.checked !== undefined && checks.refuse();
    if (isRefused || !autosave.submit(submitter)) event.preventDefault();
  });
}

/** Saves the changes of a step, until the form is submitted or the server refuses them. */
class Autosave {
  private readonly unsent: UnsentStep;
  private readonly texts: Texts;
  private readonly status: HTMLElement;
  private saidSaved: string | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private sending: Promise<void> | undefined;
  /** Sent values whose answer was lost: the server may have stored them. */
  private unanswered: URLSearchParams | undefined;
  /** Whether there are values that the server may not have stored. */
  private isChanged = false;
  /** HTTP status of the server's refusal: sending the values again without the user is pointless. */
  private refusal: number | undefined;
  /** The values that are being submitted, and the time until which the next page is awaited. */
  private submitted: { values: URLSearchParams; until: number } | undefined;
  /** Whether saving was tried before the form is submitted. */
  private isTried = false;

  constructor(
    private readonly form: HTMLFormElement,
    private readonly files: FileFields,
  ) {
    this.unsent = new UnsentStep(form);
    this.texts = JSON.parse(form.dataset.texts!) as Texts;
    this.status = form.querySelector<HTMLElement>('[data-form-saved]')!;
    const show = form.querySelector('[data-form-stored] button');
    show?.addEventListener('click', () => this.showStored());
  }

  /** Fills in the values of this step that were stored on the device. @param typedEarly fields that the user has changed meanwhile */
  restore(typedEarly: ReadonlySet<Element>): void {
    const restored = this.unsent.restore(typedEarly);
    if (!restored && typedEarly.size === 0) return;
    // Editors and comboboxes that replace text areas and choices update themselves.
    if (restored)
      for (const field of this.form.querySelectorAll('[data-rich-text], fieldset, select'))
        field.dispatchEvent(new Event('change'));
    if (restored?.isDifferent) this.say(this.texts.restored);
    this.isChanged = true;
    this.later(PAUSE_MS);
  }

  change(pause: number): void {
    this.isChanged = true;
    // The message no longer applies to the changed form.
    if (this.status.textContent === this.saidSaved) this.say('');
    if (this.awaitNextPage() > 0) this.unsent.store();
    this.later(pause);
  }

  later(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.save(), Math.max(ms, this.awaitNextPage()));
  }

  /** The page may end at any time from now on, also before a request has arrived. */
  leave(): void {
    if (this.submitted || !(this.isChanged || this.sending)) return;
    this.unsent.store();
    this.later(0);
  }

  /** The user has returned to the page from the one that followed it. */
  resume(): void {
    this.submitted = undefined;
  }

  /** Ends a submission that has led to no page; its values may have arrived. @returns how long the page is still awaited */
  private awaitNextPage(): number {
    const { values, until = 0 } = this.submitted ?? {};
    const ms = Math.max(0, until - Date.now());
    if (ms > 0) return ms;
    this.unanswered = values ?? this.unanswered;
    this.submitted = undefined;
    return 0;
  }

  /** @returns whether the form can be submitted now; otherwise it is submitted later, or the message says why not */
  submit(submitter: HTMLButtonElement | null): boolean {
    // Pressed again; another script prevents that it is submitted twice.
    if (this.awaitNextPage() > 0) return true;
    clearTimeout(this.timer);
    if (!navigator.onLine) {
      this.unsent.store();
      this.say(this.texts.waiting);
      return false;
    }
    this.saveFirst();
    if (this.sending || this.files.isBusy) {
      // Two concurrent requests would look like two users, and a file must be uploaded completely.
      void Promise.all([this.sending, this.files.settled()]).then(() => {
        clearTimeout(this.timer);
        this.form.requestSubmit(submitter);
      });
      return false;
    }
    this.submitted = { values: sentValues(this.form), until: Date.now() + SUBMITTING_MS };
    this.isTried = false;
    if (submitter?.value === 'discard') this.unsent.forget();
    else if (this.isChanged || this.unsent.isStored) this.storeSubmitted();
    return true;
  }

  /**
   * Saves what is lost or in conflict if it is only submitted: a new form, which is not found again after a login, and values that may have
   * arrived before. Tried once, because the connection may be lost.
   */
  private saveFirst(): void {
    const isForbidden = this.refusal === FORBIDDEN;
    const isNewlyTyped = this.isChanged && isNew(this.form);
    if (this.isTried || this.sending || !(this.unanswered || isForbidden || isNewlyTyped)) return;
    this.isTried = true;
    this.isChanged = true;
    if (isForbidden) this.refusal = undefined;
    this.save();
  }

  /** The values stay on the device until another page shows that they have arrived. */
  private storeSubmitted(): void {
    this.unsent.sending(sentValues(this.form));
    // Without a session, they are not saved in any case.
    this.unsent.store(this.refusal !== FORBIDDEN);
  }

  private save(): void {
    if (this.awaitNextPage() > 0 || !this.isChanged) return;
    if (this.refusal !== undefined) {
      this.unsent.store();
      return;
    }
    if (this.sending) {
      this.later(PAUSE_MS);
      return;
    }
    this.isChanged = false;
    this.say(this.texts.saving);
    this.sending = this.send().finally(() => {
      this.sending = undefined;
    });
  }

  private async send(): Promise<void> {
    // Changed values with the same version would be in conflict with values that have arrived.
    const sent = this.unanswered ?? sentValues(this.form);
    sent.set('go', 'autosave');
    this.unsent.sending(sent);
    const answered = await post(this.form, sent);
    this.unanswered = answered ? undefined : sent;
    const { status, answer } = answered ?? {};
    if (answer && 'redirect' in answer) this.saved(sent, answer.redirect);
    else if (answer && !isTemporary(status!)) this.refused(status!, answer.errors);
    else this.wait(answered ? this.texts.later : this.texts.waiting);
  }

  private saved(sent: URLSearchParams, redirect: string): void {
    const { form } = this;
    this.unsent.arrived(sent);
    const address = new URL(redirect, location.href);
    const version = address.searchParams.get('version');
    if (version !== null) setVersion(form, version);
    address.searchParams.delete('version');
    form.action = address.href;
    // A reload, and other devices, open the stored version.
    history.replaceState(history.state, '', address);
    const time = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: 'short' }).format(new Date());
    this.saidSaved = this.texts.saved.replace('{time}', time);
    this.say(this.saidSaved);
    if (!isUnchanged(form, sent)) this.change(PAUSE_MS);
  }

  private refused(status: number, errors: readonly FormError[]): void {
    // Nothing was saved.
    this.isChanged = true;
    if (this.files.refuse(errors)) {
      // The rest of the form is saved next, without the file.
      this.say('');
      this.later(PAUSE_MS);
      return;
    }
    this.refusal = status;
    this.unsent.store();
    this.say(this.texts.failed.replace('{reason}', errors.map(({ message }) => message).join(' ')), true);
    const stored = this.form.querySelector<HTMLElement>('[data-form-stored]');
    if (stored) stored.hidden = status !== CONFLICT;
  }

  /** The form also contains what was typed during the request. */
  private wait(text: string): void {
    this.unsent.store();
    this.isChanged = true;
    this.say(text);
    this.later(RETRY_MS);
  }

  private showStored(): void {
    this.isChanged = false;
    this.unsent.forget();
    location.replace(this.form.action);
  }

  private say(text: string, failed = false): void {
    if (this.status.textContent !== text) this.status.textContent = text;
    this.status.toggleAttribute('data-failed', failed);
  }
}

/** @returns undefined if the connection was lost; without an answer if the text is not one, but an error of the server or of a proxy */
async function post(
  form: HTMLFormElement,
  sent: URLSearchParams,
): Promise<{ status: number; answer: FormAnswer | undefined } | undefined> {
  try {
    const response = await fetch(form.action, {
      method: 'POST',
      body: sent,
      headers: { accept: 'application/json' },
    });
    return { status: response.status, answer: readAnswer(await response.text()) };
  } catch {
    return undefined;
  }
}

function readAnswer(text: string): FormAnswer | undefined {
  try {
    const read = JSON.parse(text) as Partial<Record<'redirect' | 'errors', unknown>> | null;
    return typeof read?.redirect === 'string' || Array.isArray(read?.errors) ? (read as FormAnswer) : undefined;
  } catch {
    return undefined;
  }
}

function isTemporary(status: number): boolean {
  return status >= SERVER_ERROR || status === TOO_MANY;
}

/** @returns the fields that the user has changed before this script was loaded, which takes long with a poor connection */
function typedBeforeStart(form: HTMLFormElement): ReadonlySet<Element> {
  const fields = form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
    '[data-field] textarea, [data-field] select, [data-field] input:not([type="file"], [type="hidden"])',
  );
  return new Set(isNavigatedTo() ? [...fields].filter(isTyped) : []);
}

type Place = PlaceSuggestionsQuery['placeSuggestions'][number];

/** Suggests matching places while a town is typed (SEARCH-05); choosing one also fills in region and country. */
function startPlaceFields(form: HTMLFormElement): void {
  for (const input of form.querySelectorAll<HTMLInputElement>('input[name="locality"], input[name$=".locality"]'))
    watch(form, input);
  startAreaFields(form);
}

function watch(form: HTMLFormElement, input: HTMLInputElement): void {
  const list = document.createElement('datalist');
  list.id = `${input.id}-places`;
  input.after(list);
  input.setAttribute('list', list.id);
  let places: readonly Place[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking = new AbortController();
  input.addEventListener('input', () => {
    clearTimeout(timer);
    const chosen = places.find(({ label }) => label === input.value);
    if (chosen) {
      take(form, input, chosen);
      return;
    }
    timer = setTimeout(() => void ask(), PLACE_DELAY_MS);
  });

  async function ask(): Promise<void> {
    const text = input.value.trim();
    asking.abort();
    asking = new AbortController();
    if (text === '') return;
    try {
      const { placeSuggestions } = await browserGraphql(
        PlaceSuggestionsDocument,
        { text },
        { locale: document.documentElement.lang, signal: asking.signal },
      );
      places = placeSuggestions;
      list.replaceChildren(
        ...places.map(({ label }) => {
          const option = document.createElement('option');
          option.value = label;
          return option;
        }),
      );
    } catch {
      // Without suggestions, the typed text still counts.
    }
  }
}

/** The field keeps only the name of the town. */
function take(form: HTMLFormElement, input: HTMLInputElement, { label, country, administrativeArea }: Place): void {
  const before = input.name.slice(0, -'locality'.length);
  input.value = label.split(',')[0]!.trim();
  const fill = (name: string, value: string | null | undefined) => {
    const field = form.elements.namedItem(before + name);
    if (value && (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) field.value = value;
  };
  fill('administrativeArea', administrativeArea);
  fill('countryCode', country);
}

/** Data that the server writes into a form whose fields are defined by data. */
export interface DefinedFormRules extends SentFormRules {
  /** Time at which the page was rendered, because the clock of a device may be wrong. */
  now: string;
}

/** Validates a form whose fields are defined by data, using the definitions that came with the page. */
function definedFormChecks(form: HTMLFormElement, signal: AbortSignal): FormChecks {
  const rules = JSON.parse(form.dataset.rules!) as DefinedFormRules;
  const chosen = new Set(rules.fields.filter(isChosen).map(({ name }) => name));
  const startedAt = performance.now();
  return new FormChecks(
    form,
    () => {
      const now = new Date(Date.parse(rules.now) + performance.now() - startedAt);
      return checkSentForm(
        rules,
        sentTexts(form, (name) => chosen.has(name)),
        now,
      );
    },
    signal,
  );
}
