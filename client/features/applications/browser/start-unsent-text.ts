type TypedField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const UNSENT_PREFIX = 'causeboard-unsent-';
const TYPING_PAUSE_MS = 300;

/** Deletes the stored text of a form that has arrived at the server, as this page says. */
export function startTextArrived({ dataset }: HTMLElement): void {
  withStorage((storage) => storage.removeItem(UNSENT_PREFIX + dataset.textArrived!));
}

/**
 * Keeps the text of one of a page's forms in this tab until it has arrived: sending another one, or choosing a template
 * for an answer, loads the page again, and sending it can fail.
 */
export function startUnsentText(form: HTMLFormElement, until: AbortSignal): void {
  const unsent = new UnsentText(form, form.dataset.unsent!);
  unsent.start();
  // Only the next page knows whether the text has arrived.
  form.addEventListener('submit', () => unsent.store(), { signal: until });
  const { replaces } = form.dataset;
  if (replaces === undefined) return;
  for (const templates of document.querySelectorAll<HTMLElement>('[data-answer-templates]'))
    templates.addEventListener(
      'click',
      (event) => {
        // With these keys, the template is opened in another tab, and the text stays in this one.
        if (!(event.target instanceof Element && event.target.closest('a'))) return;
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        if (unsent.hasText() && !confirm(replaces)) event.preventDefault();
        else unsent.end();
      },
      { signal: until },
    );
}

class UnsentText {
  private readonly key: string;
  /** Whether the server has filled in what the user typed: to preview it, or because it was rejected. */
  private readonly isAgain: boolean;
  private readonly ended = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param key names the application and the form */
  constructor(
    private readonly form: HTMLFormElement,
    key: string,
  ) {
    this.key = UNSENT_PREFIX + key;
    this.isAgain = 'again' in form.dataset;
  }

  /** Restores the stored values, except in fields that were changed since the page was loaded, and stores new ones. */
  start(): void {
    if (!this.isAgain) this.restore();
    const isTyped = this.isAgain || this.fields().some((field) => valueOf(field) !== defaultOf(field));
    if (isTyped && !isRevisited()) this.store();
    const { signal } = this.ended;
    const store = (): void => this.store();
    this.form.addEventListener(
      'input',
      () => {
        clearTimeout(this.timer);
        this.timer = setTimeout(store, TYPING_PAUSE_MS);
      },
      { signal },
    );
    addEventListener('pagehide', () => this.timer !== undefined && this.store(), { signal });
  }

  /** Deletes the stored values, and stores no others. */
  end(): void {
    this.ended.abort();
    clearTimeout(this.timer);
    withStorage((storage) => storage.removeItem(this.key));
  }

  /** Stores the values of now; when the page is left, they are stored again only if they were changed since. */
  store(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const values = Object.fromEntries(this.fields().map((field) => [nameOf(field), valueOf(field)]));
    withStorage((storage) => storage.setItem(this.key, JSON.stringify(values)));
  }

  /** Whether there is text that the user has typed, and not only that of a template. */
  hasText(): boolean {
    return this.fields().some(
      (field) => !isChoice(field) && field.value.trim() !== '' && (this.isAgain || field.value !== field.defaultValue),
    );
  }

  private restore(): void {
    const stored = this.read();
    for (const field of this.fields()) {
      const value = stored[nameOf(field)];
      if (value === undefined || valueOf(field) !== defaultOf(field)) continue;
      if (isTickable(field)) field.checked = value === String(true);
      else field.value = value;
    }
  }

  private read(): Record<string, string | undefined> {
    try {
      const text = withStorage((storage) => storage.getItem(this.key));
      return JSON.parse(text ?? '{}') as Record<string, string>;
    } catch {
      return {};
    }
  }

  private fields(): TypedField[] {
    const fields = [...this.form.querySelectorAll<TypedField>('textarea, select, input:not([type="hidden"])')];
    // What is chosen for many people is not stored: until the form is shown again, it may concern others.
    return 'textOnly' in this.form.dataset ? fields.filter((field) => !isChoice(field)) : fields;
  }
}

/** When the user comes back to a page, the browser restores what was typed in it, which may have been sent since. */
function isRevisited(): boolean {
  const [visit] = performance.getEntriesByType('navigation');
  return visit instanceof PerformanceNavigationTiming && visit.type === 'back_forward';
}

function isChoice(field: TypedField): field is Exclude<TypedField, HTMLTextAreaElement> {
  return field instanceof HTMLSelectElement || isTickable(field);
}

function isTickable(field: TypedField): field is HTMLInputElement {
  return field.type === 'checkbox';
}

/** Checkboxes of a group have the same name. */
function nameOf(field: TypedField): string {
  return isTickable(field) ? `${field.name} ${field.value}` : field.name;
}

function valueOf(field: TypedField): string {
  return isTickable(field) ? String(field.checked) : field.value;
}

/** @returns the value of a field as the server has sent it */
function defaultOf(field: TypedField): string {
  if (isTickable(field)) return String(field.defaultChecked);
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  const options = [...field.options];
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? '';
}

/** Storage may be unavailable or full: then nothing is stored. */
function withStorage<Value>(act: (storage: Storage) => Value): Value | undefined {
  try {
    return act(sessionStorage);
  } catch {
    return undefined;
  }
}
