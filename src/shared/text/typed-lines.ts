/** Normalizes typed text to a single line, without characters that PostgreSQL cannot store. */
export function oneLine(typed: string): string {
  return withoutBidiControls(typed)
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, ' ')
    .trim();
}

/** Same as `oneLine`, but keeps line breaks. */
export function severalLines(typed: string): string {
  return withoutBidiControls(typed)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]|\p{Cs}/gu, '')
    .trim();
}

// Embeddings, overrides and isolates. The marks U+200E, U+200F and U+061C do not reverse text and are kept, as are joiners.
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Removes the characters that change the direction of the text that follows: left open, they would reverse the text of other people, and an
 * override displays something else than what is stored. No right-to-left script needs them.
 */
export function withoutBidiControls(text: string): string {
  return text.replace(BIDI_CONTROLS, '');
}
