const INSERT_EVENT = 'causeboard:insert-text';

/** Adds HTML below what stands in a field of rich text, whether its editor has been loaded or not. */
export function insertText(area: HTMLTextAreaElement, html: string): void {
  const event = new CustomEvent(INSERT_EVENT, { detail: html, cancelable: true });
  if (!area.dispatchEvent(event)) return;
  area.value = [area.value.trim(), html].filter((part) => part !== '').join('\n\n');
  area.dispatchEvent(new Event('input', { bubbles: true }));
  area.focus();
}

/** For the editor that stands in the place of the field. @param insert is given the HTML */
export function onInsertText(area: HTMLTextAreaElement, insert: (html: string) => void, signal?: AbortSignal): void {
  const listener = (event: Event) => {
    event.preventDefault();
    insert((event as CustomEvent<string>).detail);
  };
  area.addEventListener(INSERT_EVENT, listener, { signal });
}
