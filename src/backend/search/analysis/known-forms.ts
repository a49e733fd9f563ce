/** What a dictionary says of a form of a word. */
export interface Form {
  stem: string;
  stop: boolean;
}

const MAX_FORMS = 40_000;

/** Forms of words that were asked for lately; never forgets what somebody is about to read. */
export class KnownForms {
  private young = new Map<string, Form>();
  private old = new Map<string, Form>();
  private room = MAX_FORMS;

  /** So many are going to be asked for and set; all of them will be known together. */
  reserve(count: number): void {
    this.room = Math.max(MAX_FORMS, count);
  }

  get(form: string): Form | undefined {
    return this.young.get(form) ?? this.old.get(form);
  }

  /** Whether it is known; it will be for a while then. */
  has(form: string): boolean {
    if (this.young.has(form)) return true;
    const known = this.old.get(form);
    if (known) this.set(form, known);
    return known !== undefined;
  }

  set(form: string, known: Form): void {
    if (this.young.size >= this.room) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(form, known);
  }
}
