/** Returns the base language of a tag, which determines the analysis of a text: `en` for `en-CA`. */
export function baseLanguage(tag: string): string {
  return tag.toLowerCase().split(/[-_]/, 1)[0] ?? '';
}

const PLAIN = /^[a-z0-9]*$/;
const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };

/**
 * Returns a word without case and accents. German umlauts are kept, because the German stemmer equates `ä`, `ae` and, at the end, `a`, and
 * could not recognize them afterwards.
 */
export function foldWord(word: string, language: string): string {
  const lower = word.toLowerCase();
  if (PLAIN.test(lower)) return lower;
  if (language !== 'de') return stripAccents(lower);
  return lower.normalize('NFC').replace(/[^a-z0-9äöüß]+/g, stripAccents);
}

/** Most words are plain ASCII, which has no accents. */
const ASCII = /^[\0-\x7f]*$/;

/** Removes accents from a lower-case word. */
export function stripAccents(word: string): string {
  if (ASCII.test(word)) return word;
  return word
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter] ?? letter);
}
