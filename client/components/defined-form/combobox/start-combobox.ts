import { SeveralChoices } from './several-choices';
import { type Choice, Combobox, type ComboboxTexts } from './combobox';

/** Replaces the control behind it with a combobox: a long `<select>`, or checkboxes. */
export function startCombobox(frame: HTMLElement, until: AbortSignal): void {
  const control = frame.nextElementSibling as HTMLElement;
  const select = control.querySelector('select');
  if (select) new OneChoice(frame, control, select, until);
  else new SeveralChoices(frame, control, until);
}

interface Item extends Choice {
  value: string;
}

/** Selects one option of a `<select>`, which it replaces on the page. */
class OneChoice extends Combobox<Item, ComboboxTexts> {
  protected readonly choices: readonly Item[];
  /** Whether the text is a search term and not the selected choice. */
  private isSearch = false;

  constructor(
    frame: HTMLElement,
    shell: HTMLElement,
    private readonly select: HTMLSelectElement,
    until: AbortSignal,
  ) {
    super(frame, until);
    this.choices = [...select.options]
      .filter(({ value }) => value !== '')
      .map(({ value, text }, index) => ({ value, text, option: this.optionOf(text, index) }));
    select.addEventListener('change', () => this.refresh(), { signal: until });
    // Whatever is typed next is a new search term.
    this.input.addEventListener('focus', () => this.input.select(), { signal: until });
    // The label and the error messages refer to this id.
    const { id } = select;
    select.id = `${id}-select`;
    this.input.id = id;
    this.replace(shell);
  }

  protected get words(): string {
    return this.isSearch ? this.input.value.trim() : '';
  }

  protected get first(): Item | undefined {
    return this.choices.find(({ value }) => value === this.select.value);
  }

  protected refresh(): void {
    for (const { value, option } of this.choices)
      option.setAttribute('aria-selected', String(value === this.select.value));
    if (!this.isSearch) this.input.value = this.first?.text ?? '';
  }

  protected override typed(): void {
    this.isSearch = true;
    if (this.words === '') this.set('');
    super.typed();
  }

  protected choose({ value }: Item): void {
    this.isSearch = false;
    this.set(value);
    this.refresh();
    this.close();
    this.say('');
  }

  protected clear(): void {
    this.isSearch = false;
    this.refresh();
    this.say('');
  }

  /** Selects the first match when the user leaves the field. */
  protected left(): void {
    if (this.isSearch && this.active) this.pick(this.active);
    else this.clear();
  }

  private set(value: string): void {
    if (this.select.value === value) return;
    this.select.value = value;
    // The form listens for these events in order to save and validate the value.
    for (const type of ['input', 'change']) this.select.dispatchEvent(new Event(type, { bubbles: true }));
  }
}
