/** Texts that the server renders into a combobox for its script. */
export interface ComboboxTexts {
  /** Contains `{text}`. */
  none: string;
  /** Contains `{count}` and `{total}`. */
  shown: string;
}

export interface Choice {
  text: string;
  /** Element in the list. */
  option: HTMLElement;
}

/** Maximum height of the list, in pixels. */
const MAX_HEIGHT = 420;
/** Minimum space between the text field and the bottom of the viewport, in pixels; the page is scrolled if there is less. */
const MIN_ROOM = 220;
/** Space between the list and the bottom of the viewport, in pixels: part of the page below the list stays visible and can be touched. */
const DISTANCE = 44;
/** Space between the list and the content below it, in pixels. */
const GAP = 12;

/** A text field with a list of choices to search (ARIA 1.2, editable combobox with list autocomplete). Subclasses implement choosing. */
export abstract class Combobox<Own extends Choice, Texts extends ComboboxTexts> {
  protected readonly texts: Texts;
  protected readonly input: HTMLInputElement;
  protected readonly list: HTMLElement;
  private readonly status: HTMLElement;
  private matches: readonly Own[] = [];
  protected active: Own | undefined;
  /** Element outside of the combobox on which the mouse button is pressed at present. */
  private pressed: Element | undefined;

  protected abstract readonly choices: readonly Own[];

  constructor(
    protected readonly frame: HTMLElement,
    until: AbortSignal,
  ) {
    this.texts = JSON.parse(frame.dataset.combobox!) as Texts;
    this.input = frame.querySelector('input')!;
    this.list = frame.querySelector<HTMLElement>('[data-listbox]')!;
    // A listbox must have options, which only the script creates.
    this.list.setAttribute('role', 'listbox');
    this.list.setAttribute('aria-labelledby', this.input.getAttribute('aria-labelledby')!);
    this.status = frame.querySelector<HTMLElement>('[role="status"]')!;
    const options = { signal: until };
    // The form saves and validates the chosen options, not the text that is typed here.
    for (const type of ['input', 'change'])
      this.input.addEventListener(type, (event) => event.stopPropagation(), options);
    this.input.addEventListener('input', () => this.typed(), options);
    this.input.addEventListener('keydown', (event) => this.press(event), options);
    this.input.addEventListener('click', () => this.open(), options);
    // The text field keeps the focus, so that the keyboard of a phone stays open.
    this.list.addEventListener('mousedown', (event) => event.preventDefault(), options);
    this.list.addEventListener('click', ({ target }) => this.click(target), options);
    frame.addEventListener('focusout', (event) => this.focusLeaves(event), options);
    addEventListener('mousedown', ({ target }) => this.pressDown(target as Element), { ...options, capture: true });
    addEventListener('mouseup', () => this.letGo(), options);
    addEventListener('pageshow', () => this.refresh(), options);
    visualViewport?.addEventListener('resize', () => this.fit(), options);
  }

  /** Shows the values of the controls that the form submits, also after another script has changed them. */
  protected abstract refresh(): void;

  protected abstract choose(choice: Own): void;

  /** Text for which the list is searched. */
  protected abstract get words(): string;

  /** The choice at which the arrow keys start if there is no search text. */
  protected abstract get first(): Own | undefined;

  /** Called when the focus leaves the field. */
  protected abstract left(): void;

  protected get isOpen(): boolean {
    return !this.list.hidden;
  }

  /** Shows the combobox in place of the control that the form submits. */
  protected replace(control: HTMLElement): void {
    const isFocused = control.contains(document.activeElement);
    this.refresh();
    this.frame.inert = false;
    control.hidden = true;
    if (isFocused) this.input.focus();
  }

  protected optionOf(text: string, index: number): HTMLElement {
    const option = document.createElement('div');
    option.id = `${this.list.id}-${index}`;
    option.setAttribute('role', 'option');
    option.textContent = text;
    return option;
  }

  protected typed(): void {
    this.search();
  }

  protected search(): void {
    const { words } = this;
    this.matches = matchingChoices(this.choices, words);
    this.list.replaceChildren(...this.matches.map(({ option }) => option));
    this.show(this.matches.length > 0);
    this.leaveRoom();
    // Enter picks the first match; without a search text, at most the current choice is active, so that Enter picks nothing unintended.
    this.activate(words === '' ? this.first : this.matches[0]);
    if (words === '') this.say('');
    else if (this.matches.length === 0) this.say(this.texts.none, { text: words });
    else this.say(this.texts.shown, { count: this.matches.length, total: this.choices.length });
  }

  protected open(): void {
    if (!this.isOpen) this.search();
  }

  protected close(): void {
    this.show(false);
    this.activate(undefined);
  }

  protected say(text: string, values: Readonly<Record<string, string | number>> = {}): void {
    this.status.textContent = filledIn(text, values);
  }

  protected press(event: KeyboardEvent): void {
    if (event.isComposing) return;
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        event.preventDefault();
        this.move(event);
        break;
      case 'Enter':
        // Otherwise it would submit the form.
        event.preventDefault();
        if (this.active) this.pick(this.active);
        break;
      case 'Escape':
        event.preventDefault();
        if (!this.isOpen) this.clear();
        this.close();
        break;
      // These keys move the caret, so the text field becomes active instead of a choice.
      case 'Home':
      case 'End':
      case 'ArrowLeft':
      case 'ArrowRight':
        this.activate(undefined);
    }
  }

  /** Discards the typed text. */
  protected abstract clear(): void;

  /** Picks a choice. Changes above the list must not move it on the screen: the user may be about to tap the next choice. */
  protected pick(choice: Own): void {
    keepInPlace(this.input, () => this.choose(choice));
  }

  private show(isOpen: boolean): void {
    const isOpened = isOpen && !this.isOpen;
    this.list.hidden = !isOpen;
    this.input.setAttribute('aria-expanded', String(isOpen));
    if (isOpened) this.fit();
    // A pressed element must not move away from the pointer before it is released: the browser would not send a click.
    if (!isOpen && !this.pressed) this.takeRoomBack();
  }

  /** Keeps the list above the on-screen keyboard of a phone. */
  private fit(): void {
    if (!this.isOpen) return;
    if (this.room() < MIN_ROOM) this.input.scrollIntoView({ block: 'start' });
    this.list.style.maxHeight = `${Math.min(Math.max(this.room(), MIN_ROOM / 2), MAX_HEIGHT)}px`;
    this.leaveRoom();
  }

  /**
   * Moves the following content below the list, so that it can be reached. The space only grows while the list is open, so that the content
   * does not move with each keystroke.
   */
  private leaveRoom(): void {
    if (!this.isOpen) return;
    const { style } = this.frame;
    const wanted = this.list.getBoundingClientRect().bottom - this.frame.getBoundingClientRect().bottom + GAP;
    style.marginBottom = `${Math.max(wanted, Number.parseFloat(style.marginBottom) || 0)}px`;
  }

  private takeRoomBack(): void {
    this.frame.style.marginBottom = '';
  }

  private pressDown(target: Element): void {
    if (!this.frame.contains(target)) this.pressed = target;
  }

  /** Removes the space below a closed list after the mouse button is released, but only after the click event. */
  private letGo(): void {
    const { pressed } = this;
    this.pressed = undefined;
    if (!pressed || this.frame.style.marginBottom === '') return;
    setTimeout(() => {
      if (!this.isOpen) keepInPlace(pressed, () => this.takeRoomBack());
    });
  }

  private room(): number {
    const end = visualViewport ? visualViewport.offsetTop + visualViewport.height : innerHeight;
    return end - this.input.getBoundingClientRect().bottom - DISTANCE;
  }

  private activate(choice: Own | undefined): void {
    this.active?.option.removeAttribute('data-active');
    this.active = choice;
    if (!choice) {
      this.input.removeAttribute('aria-activedescendant');
      return;
    }
    choice.option.setAttribute('data-active', '');
    this.input.setAttribute('aria-activedescendant', choice.option.id);
    choice.option.scrollIntoView({ block: 'nearest' });
  }

  /**
   * Activates the next or the previous choice. The text field is between the last and the first one, but not while it
   * contains a search text: Enter and leaving the field would then pick no match at all.
   */
  private move({ key, altKey }: KeyboardEvent): void {
    const step = key === 'ArrowDown' ? 1 : -1;
    if (altKey && step < 0) {
      this.close();
      return;
    }
    const isOpened = !this.isOpen;
    this.open();
    if (altKey || (isOpened && this.active)) return;
    const places = this.matches.length + 1;
    const index = this.active ? this.matches.indexOf(this.active) : -1;
    const next = this.matches[((index + step + 1 + places) % places) - 1];
    this.activate(next ?? (this.words === '' ? undefined : this.matches.at(step > 0 ? 0 : -1)));
  }

  private click(target: EventTarget | null): void {
    const choice = this.matches.find(({ option }) => option === target);
    if (choice) this.pick(choice);
  }

  private focusLeaves({ target, relatedTarget }: FocusEvent): void {
    // Switching to another window does not leave the field.
    if (target !== this.input || !document.hasFocus() || relatedTarget === this.input) return;
    this.left();
    this.close();
  }
}

/** Makes a change of the page while an element keeps its position on the screen. */
function keepInPlace(element: Element, change: () => void): void {
  const before = element.getBoundingClientRect().top;
  change();
  scrollBy({ top: element.getBoundingClientRect().top - before, behavior: 'instant' });
}

export function filledIn(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (sign, name: string) => String(values[name] ?? sign));
}

/** @returns the text normalised for comparison: without case, accents and letters that keyboards lack */
function folded(text: string): string {
  return text
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/œ/g, 'oe')
    .replace(/æ/g, 'ae')
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
}

/**
 * @returns the choices that contain all typed words; choices with a word that begins with the first typed word come
 * first
 */
export function matchingChoices<Choice extends { text: string }>(choices: readonly Choice[], typed: string): Choice[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  const [first] = words;
  if (first === undefined) return [...choices];
  const found = choices
    .map((choice) => ({ choice, text: folded(choice.text) }))
    .filter(({ text }) => words.every((word) => text.includes(word)));
  const isBegun = ({ text }: { text: string }) => text.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(first));
  return [...found.filter(isBegun), ...found.filter((each) => !isBegun(each))].map(({ choice }) => choice);
}
