const PLAIN = /^[a-z0-9]*$/;
const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };
/** Most words are plain ASCII, which has no accents. */
const ASCII = /^[\0-\x7f]*$/;
const WORD = /[\p{L}\p{N}\p{M}]+(?:\+\+|#(?![\p{L}\p{N}]))?/u;
const EACH_WORD = new RegExp(WORD, 'gu');
const WORD_HERE = new RegExp(WORD, 'uy');
export const HYPHENS = /[-\u2010\u2011]/;
// Longer "words" are not natural language but keys, links or typing errors.
const MAX_LENGTH = 60;
/** The token for `IT`. In a query it applies to any case, because nobody searches for the pronoun. */
export const INFORMATION_TECHNOLOGY = 'informationtechnology';

/** Returns the base language of a tag, which determines the analysis of a text: `en` for `en-CA`. */
export function baseLanguage(tag: string): string {
  return tag.toLowerCase().split(/[-_]/, 1)[0] ?? '';
}

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

/** Removes accents from a lower-case word. */
export function stripAccents(word: string): string {
  if (ASCII.test(word)) return word;
  return word
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter] ?? letter);
}

/** A word of a text with its position. */
export interface Token {
  /** Lower case with accents, as stemmers expect. */
  surface: string;
  /** Without accents (see `foldWord`). */
  word: string;
  start: number;
  end: number;
}

/**
 * Splits a text into words. `C++` and `C#` are words; `-`, `/`, `&` and apostrophes separate words; the English `'s` is not a word. `IT` in
 * capitals is distinguished from the pronoun.
 */
export function tokenise(text: string, language: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: raw, index } of text.matchAll(EACH_WORD)) {
    const token = readToken(text, raw, index, language);
    if (token) tokens.push(token);
  }
  return tokens;
}

/** @returns undefined if no word begins at `start`, or the word is ignored */
export function readTokenAt(text: string, start: number, language: string): Token | undefined {
  WORD_HERE.lastIndex = start;
  const raw = WORD_HERE.exec(text)?.[0];
  return raw === undefined ? undefined : readToken(text, raw, start, language);
}

function readToken(text: string, raw: string, start: number, language: string): Token | undefined {
  const end = start + raw.length;
  if (language === 'en') {
    if (raw === 's' && isApostrophe(text[start - 1])) return undefined;
    if (raw === 'IT') return { surface: INFORMATION_TECHNOLOGY, word: INFORMATION_TECHNOLOGY, start, end };
  }
  const surface = named(raw.slice(0, MAX_LENGTH).toLowerCase());
  const word = foldWord(surface, language);
  return word === '' ? undefined : { surface, word, start, end };
}

/** Returns hyphenated words without their hyphen: `well-being` is found by `wellbeing`. */
export function compounds(text: string, tokens: readonly Token[]): string[] {
  const found: string[] = [];
  for (let i = 1; i < tokens.length; i++) {
    const left = tokens[i - 1]!;
    const right = tokens[i]!;
    if (right.start === left.end + 1 && HYPHENS.test(text[left.end]!))
      found.push((left.word + right.word).slice(0, MAX_LENGTH));
  }
  return found;
}

function isApostrophe(character: string | undefined): boolean {
  return character === "'" || character === '\u2019';
}

function named(word: string): string {
  if (word.endsWith('++')) return `${word.slice(0, -2)}plusplus`;
  return word.endsWith('#') ? `${word.slice(0, -1)}sharp` : word;
}
