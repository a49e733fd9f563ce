import { type FormAnswer, CSRF_FIELD } from '#contract/applications/sent-form.js';
import { PlaceSuggestionsDocument, type PlaceSuggestionsQuery } from '#contract/generated/operations.js';
import { checkSentForm, type SentFormRules } from '#contract/defined-form/check-sent-form.js';
import { isChosen } from '#contract/defined-form/sent-values.js';
import { browserGraphql } from '../../lib/browser-graphql';
import { FormChecks, isTyped, sentTexts } from '../../lib/forms/form-checks';
import { FileFields } from './start-file-fields';
import { startAreaFields } from './start-area-fields';

const PLACE_DELAY_MS = 250;

/** Fields that change with each page and are not typed by the user. */
const OWN_TO_THE_PAGE = new Set([CSRF_FIELD, 'version', 'key', 'fields', 'list', 'go']);

interface Texts {
  saving: string;
  /** Contains the placeholder `{time}`. */
  saved: string;
  waiting: string;
  restored: string;
  /** Contains the placeholder `{reason}`. */
  failed: string;
}

/** Version of a record that was never saved. */
const NEW_VERSION = '0';

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

  const typedEarly = typedBeforeStart(form);
  const files = new FileFields(form);
  startPlaceFields(form);
  const checks = definedFormChecks(form, signal);
  forgetSubmitted(form);
  const unsent = storedOnDevice(form)?.typed;
  if (unsent) {
    fillIn(form, unsent, typedEarly);
    // Editors and comboboxes that replace text areas and choices update themselves.
    for (const field of form.querySelectorAll('[data-rich-text], fieldset, select'))
      field.dispatchEvent(new Event('change'));
    isChanged = true;
    say(texts.restored);
    later(PAUSE_MS);
  } else if (typedEarly.size > 0) {
    isChanged = true;
    later(PAUSE_MS);
  }
  form.addEventListener('input', ({ target }) => {
    const type = target instanceof HTMLInputElement ? target.type : undefined;
    // A file is saved when it is uploaded, which changes the hidden field next to it.
    if (type === 'file') return;
    isChanged = true;
    // The message no longer applies to the changed form.
    if (status.textContent === saidSaved) say('');
    // An upload is not stored on the device, so it is lost if the page is left before it is saved.
    later(type === 'hidden' ? 0 : PAUSE_MS);
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
      // They stay on the device until another page shows that they have arrived.
      if (storedOnDevice(form)) storeOnDevice(form, versionOf(form));
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

/** @returns all values typed into a form, without files */
function typedValues(form: HTMLFormElement): URLSearchParams {
  const values = new URLSearchParams();
  new FormData(form).forEach((value, name) => {
    if (typeof value === 'string') values.append(name, value);
  });
  return values;
}

/** Values of a step that are stored in this browser until the server has stored them. */
interface Unsent {
  typed: [name: string, value: string][];
  /** Version of the form with which they were submitted; undefined if they were not. */
  submitted?: string;
}

function storeOnDevice(form: HTMLFormElement, submitted?: string): void {
  const typed = [...typedValues(form)].filter(([name]) => !OWN_TO_THE_PAGE.has(name));
  try {
    localStorage.setItem(keyOf(form), JSON.stringify({ typed, submitted } satisfies Unsent));
  } catch {
    // The browser does not allow storage.
  }
}

/** @returns the stored values of this step that have not been sent yet */
function storedOnDevice(form: HTMLFormElement): Unsent | undefined {
  try {
    const text = localStorage.getItem(keyOf(form));
    return text === null ? undefined : (JSON.parse(text) as Unsent);
  } catch {
    return undefined;
  }
}

/**
 * Forgets values that were submitted and have arrived, which shows in a newer version. A new record is at its first version again: it was
 * not saved if the browser returns to the form.
 */
function forgetSubmitted(form: HTMLFormElement): void {
  const submitted = storedOnDevice(form)?.submitted;
  if (submitted === undefined) return;
  const isReopened = versionOf(form) === NEW_VERSION && isNavigatedTo();
  if (versionOf(form) !== submitted || isReopened) forget(form);
}

/** Whether the page was opened by an address: a browser fills in the forms of pages that it reloads, or goes back to. */
function isNavigatedTo(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'navigate';
}

/** @returns the fields that the user has changed before this script was loaded, which takes long with a poor connection */
function typedBeforeStart(form: HTMLFormElement): ReadonlySet<Element> {
  const fields = form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
    '[data-field] textarea, [data-field] select, [data-field] input:not([type="file"], [type="hidden"])',
  );
  return new Set(isNavigatedTo() ? [...fields].filter(isTyped) : []);
}

function versionOf(form: HTMLFormElement): string {
  return form.querySelector<HTMLInputElement>('input[name="version"]')?.value ?? NEW_VERSION;
}

function forget(form: HTMLFormElement): void {
  try {
    localStorage.removeItem(keyOf(form));
  } catch {
    // Without storage, nothing was kept.
  }
}

function fillIn(
  form: HTMLFormElement,
  typed: readonly [name: string, value: string][],
  except: ReadonlySet<Element>,
): void {
  for (const element of form.elements) {
    if (except.has(element)) continue;
    if (element instanceof HTMLInputElement && element.type === 'checkbox')
      element.checked = typed.some(([name, value]) => name === element.name && value === element.value);
    else if (
      (element instanceof HTMLInputElement && element.type !== 'hidden' && element.type !== 'file') ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement
    )
      element.value = typed.find(([name]) => name === element.name)?.[1] ?? element.value;
  }
}

/**
 * Key of the stored values: the user (a device may be shared), the edited record or a marker for a new one, and the
 * step.
 */
function keyOf(form: HTMLFormElement): string {
  const { pathname, searchParams } = new URL(form.action);
  const about = searchParams.get('job') ?? searchParams.get('organization') ?? 'new';
  return `causeboard-form ${form.dataset.writer ?? ''} ${pathname} ${about} ${form.dataset.definedForm}`;
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
