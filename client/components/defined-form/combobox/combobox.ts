import { matchingChoices } from './match-choices';

/** What the server wrote into a combobox for its script to say. */
export interface ComboboxTexts {
  /** With `{text}`. */
  none: string;
  /** With `{count}` and `{total}`. */
  shown: string;
}

export interface Choice {
  text: string;
  /** In the list. */
  option: HTMLElement;
}

/** Of the list, in pixels. */
const MAX_HEIGHT = 420;
/** Between the text field and the end of the screen; the page is scrolled where there is less. */
const MIN_ROOM = 220;
/** Between the list and the end of the screen: what follows is seen to be there, and can be tapped or taken hold of. */
const DISTANCE = 44;
/** Between the list and what follows. */
const GAP = 12;

/** A text field with a list of choices to search (ARIA 1.2, editable combobox with list autocomplete). Its subclasses say what choosing does. */
export abstract class Combobox<Own extends Choice, Texts extends ComboboxTexts> {
  protected readonly texts: Texts;
  protected readonly input: HTMLInputElement;
  protected readonly list: HTMLElement;
  private readonly status: HTMLElement;
  private matches: readonly Own[] = [];
  protected active: Own | undefined;
  /** Beside the field, as long as it is pressed. */
  private pressed: Element | undefined;

  protected abstract readonly choices: readonly Own[];

  constructor(
    protected readonly frame: HTMLElement,
    until: AbortSignal,
  ) {
    this.texts = JSON.parse(frame.dataset.combobox!) as Texts;
    this.input = frame.querySelector('input')!;
    this.list = frame.querySelector<HTMLElement>('[data-listbox]')!;
    // A listbox must have options, which are made here.
    this.list.setAttribute('role', 'listbox');
    this.list.setAttribute('aria-labelledby', this.input.getAttribute('aria-labelledby')!);
    this.status = frame.querySelector<HTMLElement>('[role="status"]')!;
    const options = { signal: until };
    // What is chosen is saved and checked, not what is typed here.
    for (const type of ['input', 'change'])
      this.input.addEventListener(type, (event) => event.stopPropagation(), options);
    this.input.addEventListener('input', () => this.typed(), options);
    this.input.addEventListener('keydown', (event) => this.press(event), options);
    this.input.addEventListener('click', () => this.open(), options);
    // The text field keeps the focus, and a phone its keyboard.
    this.list.addEventListener('mousedown', (event) => event.preventDefault(), options);
    this.list.addEventListener('click', ({ target }) => this.click(target), options);
    frame.addEventListener('focusout', (event) => this.focusLeaves(event), options);
    addEventListener('mousedown', ({ target }) => this.pressDown(target as Element), { ...options, capture: true });
    addEventListener('mouseup', () => this.letGo(), options);
    addEventListener('pageshow', () => this.refresh(), options);
    visualViewport?.addEventListener('resize', () => this.fit(), options);
  }

  /** Shows what the controls that are sent contain, also where another script has set them. */
  protected abstract refresh(): void;

  protected abstract choose(choice: Own): void;

  /** What the list is searched for. */
  protected abstract get words(): string;

  /** The choice that the arrows begin at when nothing is searched for. */
  protected abstract get first(): Own | undefined;

  /** Somebody has left the field. */
  protected abstract left(): void;

  protected get isOpen(): boolean {
    return !this.list.hidden;
  }

  /** Takes the place of the control that is sent. */
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
    // Enter takes the first of what was found; of the whole list, nothing that was not meant.
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
        // Otherwise it would send the form.
        event.preventDefault();
        if (this.active) this.pick(this.active);
        break;
      case 'Escape':
        event.preventDefault();
        if (!this.isOpen) this.clear();
        this.close();
        break;
      // The caret moves, and one is back in the text field.
      case 'Home':
      case 'End':
      case 'ArrowLeft':
      case 'ArrowRight':
        this.activate(undefined);
    }
  }

  /** Takes back what was typed. */
  protected abstract clear(): void;

  /** Keeps the list in its place on the screen, whatever comes or goes above it: somebody may be about to tap the next choice. */
  protected pick(choice: Own): void {
    keepInPlace(this.input, () => this.choose(choice));
  }

  private show(isOpen: boolean): void {
    const isOpened = isOpen && !this.isOpen;
    this.list.hidden = !isOpen;
    this.input.setAttribute('aria-expanded', String(isOpen));
    if (isOpened) this.fit();
    // What is pressed must not go from below the finger before it is let go: it would not be clicked.
    if (!isOpen && !this.pressed) this.takeRoomBack();
  }

  /** Keeps the list above the keyboard of a phone. */
  private fit(): void {
    if (!this.isOpen) return;
    if (this.room() < MIN_ROOM) this.input.scrollIntoView({ block: 'start' });
    this.list.style.maxHeight = `${Math.min(Math.max(this.room(), MIN_ROOM / 2), MAX_HEIGHT)}px`;
    this.leaveRoom();
  }

  /** Puts what follows below the list, where it can be reached. It does not move with each letter: the room only grows as long as the list is open. */
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

  /** The click comes first. */
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

  /** To the next choice or the one before; the text field lies between the last and the first. */
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
    this.activate(this.matches[((index + step + 1 + places) % places) - 1]);
  }

  private click(target: EventTarget | null): void {
    const choice = this.matches.find(({ option }) => option === target);
    if (choice) this.pick(choice);
  }

  private focusLeaves({ target, relatedTarget }: FocusEvent): void {
    // Another window does not take anybody away from the field.
    if (target !== this.input || !document.hasFocus() || relatedTarget === this.input) return;
    this.left();
    this.close();
  }
}

/** Of the screen, whatever comes or goes above it. */
function keepInPlace(element: Element, change: () => void): void {
  const before = element.getBoundingClientRect().top;
  change();
  scrollBy({ top: element.getBoundingClientRect().top - before, behavior: 'instant' });
}

export function filledIn(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (sign, name: string) => String(values[name] ?? sign));
}
