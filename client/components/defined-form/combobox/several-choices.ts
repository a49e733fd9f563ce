import { type Choice, Combobox, type ComboboxTexts, filledIn } from './combobox';

export interface SeveralChoicesTexts extends ComboboxTexts {
  /** These three contain `{choice}`. */
  added: string;
  removed: string;
  remove: string;
  /** Number of chosen options; contains `{count}`. */
  chosen: string;
}

interface Box extends Choice {
  /** Checkbox that the form submits. */
  box: HTMLInputElement;
  /** Shown above the list while the option is chosen. */
  chip: HTMLElement;
}

/** Ticks the checkboxes that it replaces on the page; those that are ticked are shown as buttons above it. */
export class SeveralChoices extends Combobox<Box, SeveralChoicesTexts> {
  protected readonly choices: readonly Box[];
  private readonly chosen: HTMLElement;

  constructor(frame: HTMLElement, boxes: HTMLElement, until: AbortSignal) {
    super(frame, until);
    this.list.setAttribute('aria-multiselectable', 'true');
    this.chosen = frame.querySelector('ul')!;
    // The buttons that the server has rendered have no function.
    this.chosen.replaceChildren();
    this.choices = [...boxes.querySelectorAll('input')].map((box, index) => this.choiceOf(box, index));
    const fieldset = frame.closest('fieldset')!;
    fieldset.addEventListener('change', () => this.refresh(), { signal: until });
    this.chosen.addEventListener('click', ({ target }) => this.remove(target as Node), { signal: until });
    // The text field has the same description, which screen readers would read twice.
    fieldset.removeAttribute('aria-describedby');
    this.replace(boxes);
  }

  protected get words(): string {
    return this.input.value.trim();
  }

  protected get first(): undefined {
    return undefined;
  }

  protected refresh(): void {
    for (const { box, option, chip } of this.choices) {
      option.setAttribute('aria-selected', String(box.checked));
      if (!box.checked) chip.remove();
      else if (!chip.isConnected) this.chosen.append(chip);
    }
  }

  protected choose(choice: Box): void {
    const { box, text } = choice;
    box.checked = !box.checked;
    if (this.input.value !== '') {
      this.input.value = '';
      if (this.isOpen) this.search();
    }
    // The form listens for these events in order to save and validate the value.
    for (const type of ['input', 'change']) box.dispatchEvent(new Event(type, { bubbles: true }));
    const count = this.choices.filter((each) => each.box.checked).length;
    this.say(`${box.checked ? this.texts.added : this.texts.removed} ${this.texts.chosen}`, { choice: text, count });
  }

  protected override press(event: KeyboardEvent): void {
    super.press(event);
    // Holding the key down to delete a text must not remove choices.
    if (event.key !== 'Backspace' || event.repeat || event.isComposing || this.input.value !== '') return;
    const last = this.choices.find(({ chip }) => chip === this.chosen.lastElementChild);
    if (last) this.pick(last);
  }

  /** Clears the text field: text that stays there would look like an answer. */
  protected clear(): void {
    if (this.input.value === '') return;
    this.input.value = '';
    this.say('');
  }

  protected left(): void {
    this.clear();
  }

  private choiceOf(box: HTMLInputElement, index: number): Box {
    const text = box.closest('label')!.textContent;
    const chip = this.frame.querySelector('template')!.content.firstElementChild!.cloneNode(true) as HTMLElement;
    chip.querySelector('span')!.textContent = text;
    chip.querySelector('button')!.setAttribute('aria-label', filledIn(this.texts.remove, { choice: text }));
    return { box, text, option: this.optionOf(text, index), chip };
  }

  private remove(target: Node): void {
    const choice = this.choices.find(({ chip }) => chip.contains(target));
    if (!choice) return;
    // Moves the focus before the focused button is removed.
    const beside = choice.chip.nextElementSibling ?? choice.chip.previousElementSibling;
    (beside?.querySelector('button') ?? this.input).focus();
    this.pick(choice);
  }
}
