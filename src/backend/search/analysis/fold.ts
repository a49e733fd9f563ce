/** The part of a language tag that a text's reading depends on: `en-CA` is read as `en`. */
export function baseLanguage(tag: string): string {
  return tag.toLowerCase().split(/[-_]/, 1)[0] ?? '';
}

const PLAIN = /^[a-z0-9]*$/;
const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };

/**
 * A word without case and accents. German keeps its umlauts: its stemmer knows that `ä`, `ae` and, at the end, `a` are one, and
 * would not recognise them later.
 */
export function foldWord(word: string, language: string): string {
  const lower = word.toLowerCase();
  if (PLAIN.test(lower)) return lower;
  if (language !== 'de') return stripAccents(lower);
  return lower.normalize('NFC').replace(/[^a-z0-9äöüß]+/g, stripAccents);
}

/** Lower case is expected. */
export function stripAccents(word: string): string {
  return word
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter] ?? letter);
}
