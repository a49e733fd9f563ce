interface Draft {
  at: number;
  values: Record<string, string>;
}

const PREFIX = 'causeboard-application-';
const STORED_MS = 14 * 86_400_000;
const PAUSE_MS = 300;

/** The values typed into an application, stored in this browser until it has been sent; never files. */
export class ApplicationDraft {
  private readonly key: string;

  constructor(
    private readonly form: HTMLFormElement,
    key: string,
  ) {
    this.key = PREFIX + key;
  }

  /**
   * Restores the stored values, except in fields that were changed since the page was loaded.
   *
   * @returns whether anything has changed
   */
  restore(): boolean {
    const { values } = this.read();
    let changed = false;
    for (const field of this.fields()) {
      const value = values[field.name];
      if (value === undefined || value === field.value || field.value !== defaultOf(field)) continue;
      field.value = value;
      changed = true;
    }
    return changed;
  }

  /** Stores typed values, including values that were typed before this script was loaded. */
  watch(): void {
    if (this.fields().some((field) => field.value !== defaultOf(field))) this.store();
    let timer: ReturnType<typeof setTimeout> | undefined;
    this.form.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(() => this.store(), PAUSE_MS);
    });
    addEventListener('pagehide', () => this.storeChanges(timer));
  }

  forget(): void {
    withStorage((storage) => storage.removeItem(this.key));
  }

  /** Stores immediately if the page is left before the pause is over. */
  private storeChanges(timer: ReturnType<typeof setTimeout> | undefined): void {
    if (timer === undefined) return;
    clearTimeout(timer);
    this.store();
  }

  private store(): void {
    const values = Object.fromEntries(this.fields().map(({ name, value }) => [name, value]));
    withStorage((storage) => storage.setItem(this.key, JSON.stringify({ at: Date.now(), values } satisfies Draft)));
  }

  private read(): Draft {
    const nothing = { at: 0, values: {} };
    const text = withStorage((storage) => storage.getItem(this.key));
    try {
      const draft = JSON.parse(text ?? 'null') as Draft | null;
      return draft && Date.now() - draft.at < STORED_MS ? draft : nothing;
    } catch {
      return nothing;
    }
  }

  private fields(): TypedField[] {
    return [
      ...this.form.querySelectorAll<TypedField>(
        '[data-field] textarea, [data-field] select, [data-field] input:not([type="file"])',
      ),
    ];
  }
}

type TypedField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** @returns the initial value of a field */
function defaultOf(field: TypedField): string {
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  const options = [...field.options];
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? '';
}

/** Deletes the drafts of all users in this browser, because the application was sent. */
export function deleteDrafts(jobId: string): void {
  withStorage((storage) => {
    const keys = Array.from({ length: storage.length }, (_none, index) => storage.key(index) ?? '');
    for (const key of keys) if (key.startsWith(`${PREFIX}${jobId}-`)) storage.removeItem(key);
  });
}

/** Storage may be unavailable or full: then nothing is stored. */
function withStorage<Value>(act: (storage: Storage) => Value): Value | undefined {
  try {
    return act(localStorage);
  } catch {
    return undefined;
  }
}
