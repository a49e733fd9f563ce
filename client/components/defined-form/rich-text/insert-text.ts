const INSERT_EVENT = 'causeboard:insert-text';

/** Appends HTML to a rich text field, whether its editor is loaded or not. */
export function insertText(area: HTMLTextAreaElement, html: string): void {
  const event = new CustomEvent(INSERT_EVENT, { detail: html, cancelable: true });
  if (!area.dispatchEvent(event)) return;
  area.value = [area.value.trim(), html].filter((part) => part !== '').join('\n\n');
  area.dispatchEvent(new Event('input', { bubbles: true }));
  area.focus();
}

/** Registers the editor that replaces the field. @param insert receives the HTML */
export function onInsertText(area: HTMLTextAreaElement, insert: (html: string) => void, signal?: AbortSignal): void {
  const listener = (event: Event) => {
    event.preventDefault();
    insert((event as CustomEvent<string>).detail);
  };
  area.addEventListener(INSERT_EVENT, listener, { signal });
}
