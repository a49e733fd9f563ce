/** Names of two letters are also something else in lower case: an ED in a title may be education. These are not. */
const UNAMBIGUOUS = new Set(['hr', 'pr', 'qa', 'ux', 'ui', 'rn', 'vp', 'rh']);
const MIN_LENGTH = 3;

/** @param words of a name, folded */
export function isAmbiguousName(words: readonly string[]): boolean {
  const [word = ''] = words;
  return words.length === 1 && word.length < MIN_LENGTH && !UNAMBIGUOUS.has(word);
}
