/** Two-letter names that are unambiguous. Others may also mean something else: ED in a title may be education. */
const UNAMBIGUOUS = new Set(['hr', 'pr', 'qa', 'ux', 'ui', 'rn', 'vp', 'rh']);
const MIN_LENGTH = 3;

/** @param words the folded words of a name */
export function isAmbiguousName(words: readonly string[]): boolean {
  const [word = ''] = words;
  return words.length === 1 && word.length < MIN_LENGTH && !UNAMBIGUOUS.has(word);
}
