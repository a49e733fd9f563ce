// Embeddings, overrides and isolates. The marks U+200E, U+200F and U+061C turn nothing around and stay, as do joiners.
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Text without the characters that change the direction of whatever follows them: left open, they turn around the words of others,
 * and an override shows something else than what is stored. Every script that is written from right to left does without them.
 */
export function withoutBidiControls(text: string): string {
  return text.replace(BIDI_CONTROLS, '');
}
