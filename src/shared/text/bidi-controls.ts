// Embeddings, overrides and isolates. The marks U+200E, U+200F and U+061C do not reverse text and are kept, as are joiners.
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Removes the characters that change the direction of the text that follows: left open, they would reverse the text of other people, and an
 * override displays something else than what is stored. No right-to-left script needs them.
 */
export function withoutBidiControls(text: string): string {
  return text.replace(BIDI_CONTROLS, '');
}
