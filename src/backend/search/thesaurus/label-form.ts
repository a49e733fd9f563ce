import { foldWord } from '../analysis/fold.js';
import { stemInflection } from '../analysis/inflection/inflection.js';
import { tokenise } from '../analysis/tokens.js';

/** Words without special characters, which are most words of labels and need no tokenization. */
const PLAIN_WORD = /^[A-Za-z0-9]{1,60}$/;

/**
 * Returns the words of a label or a typed text in a form for comparison: without case, accents, punctuation and inflection, so that
 * plurals and regular feminine forms need no separate labels (`nurses`, `Lehrerinnen`, `infirmière`).
 *
 * @returns the words in order; none of them is empty
 */
export function labelWords(text: string, language: string): string[] {
  if (PLAIN_WORD.test(text)) return [stemInflection(language, text.toLowerCase())];
  // Without a language, because English tokenization would distinguish `IT` from `it`, and split labels at possessive endings.
  return tokenise(text, '').map(({ surface }) => stemInflection(language, foldWord(surface, language)));
}
