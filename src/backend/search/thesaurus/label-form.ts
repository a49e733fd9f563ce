import { foldWord } from '../analysis/fold.js';
import { stemInflection } from '../analysis/inflection/inflection.js';
import { tokenise } from '../analysis/tokens.js';

/** Most words of most labels; nothing has to be found out about them. */
const PLAIN_WORD = /^[A-Za-z0-9]{1,60}$/;

/**
 * The words of a label or of what somebody typed, for a comparison: without case, accents and marks, and without inflection, so that
 * plurals and regular feminine forms need no labels of their own (`nurses`, `Lehrerinnen`, `infirmière`).
 *
 * @returns in order; none of them is empty
 */
export function labelWords(text: string, language: string): string[] {
  if (PLAIN_WORD.test(text)) return [stemInflection(language, text.toLowerCase())];
  // No language: the English reading of capitals would make two words of `IT` and `it`, and possessive endings part labels.
  return tokenise(text, '').map(({ surface }) => stemInflection(language, foldWord(surface, language)));
}
