import { stripAccents } from './fold.js';
import { readTokenAt, type Token } from './tokens.js';

/** The first letter of a word without accents: the one thing that stemmers leave alone. */
export function firstLetter(word: string): number {
  return stripAccents(word.slice(0, 1)).charCodeAt(0);
}

/** Kinds of characters; numbers are letters here. */
const OTHER = 0;
const MARK = 1;
const LETTER = 2;

/**
 * The words of a text that begin with one of some letters. The others, nine of ten, are passed over.
 *
 * @param letters see `firstLetter`.
 */
export function wordsBeginningWith(letters: ReadonlySet<number>, text: string, language: string): Token[] {
  const tokens: Token[] = [];
  /** Where the word begins that `at` is in. */
  let start = -1;
  let hasLetter = false;
  for (let at = 0, next; at < text.length; at = next) {
    const code = text.codePointAt(at)!;
    next = code > 0xffff ? at + 2 : at + 1;
    const kind = code < KINDS_END ? KINDS[code]! : kindOf(code);
    if (kind === OTHER) {
      start = -1;
      hasLetter = false;
      continue;
    }
    if (start < 0) start = at;
    if (hasLetter || kind === MARK) continue;
    hasLetter = true;
    if (!letters.has(code < KINDS_END ? FIRST_LETTERS[code]! : firstLetter(text[at]!.toLowerCase()))) continue;
    const token = readTokenAt(text, start, language);
    if (token) tokens.push(token);
  }
  return tokens;
}

// As far as general punctuation and signs.
const KINDS_END = 0x2150;
const KINDS = Uint8Array.from({ length: KINDS_END }, (_, code) => kindOf(code));
const FIRST_LETTERS = Uint16Array.from({ length: KINDS_END }, (_, code) =>
  firstLetter(String.fromCharCode(code).toLowerCase()),
);

function kindOf(code: number): number {
  const character = String.fromCodePoint(code);
  if (/[\p{L}\p{N}]/u.test(character)) return LETTER;
  return /\p{M}/u.test(character) ? MARK : OTHER;
}
