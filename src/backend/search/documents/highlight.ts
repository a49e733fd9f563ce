import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import type { Keywords } from '../port/search.port.js';
import type { Mark } from './snippet.js';
import { stripAccents } from '../analysis/fold.js';
import { formsOfKeywords, readKeyword, significantTokens } from '../analysis/read-keyword.js';
import type { Stemmer } from '../analysis/stemmer.js';
import { type Token, readTokenAt } from '../analysis/tokens.js';

/** Finds in each text the words that the keywords match, reading both as the search does. */
export async function highlight(
  database: Kysely<Database>,
  stemmer: Stemmer,
  keywords: Keywords,
  texts: readonly { language: string; text: string }[],
): Promise<Mark[][]> {
  const readers = new Map<string, KeywordReader>();
  for (const language of new Set(texts.map((text) => text.language))) {
    await stemmer.prepare(database, language, formsOfKeywords(keywords, language));
    readers.set(language, new KeywordReader(keywords, language, stemmer));
  }
  // Hardly any word of a text begins like one of the keywords; only those are worth a stemmer's while.
  const candidates = texts.map(({ text, language }) =>
    wordsBeginningWith(readers.get(language)!.letters, text, language),
  );
  for (const language of readers.keys()) {
    const forms = candidates.flatMap((tokens, index) =>
      texts[index]!.language === language ? tokens.flatMap(({ surface, word }) => [surface, word]) : [],
    );
    await stemmer.prepare(database, language, forms);
  }
  return candidates.map((tokens, index) =>
    tokens.filter((token) => readers.get(texts[index]!.language)!.matches(token)),
  );
}

class KeywordReader {
  private readonly lexemes = new Set<string>();
  private readonly beginnings: string[] = [];
  /** What a word begins with that may match. */
  readonly letters = new Set<number>();

  constructor(
    keywords: Keywords,
    private readonly language: string,
    private readonly stemmer: Stemmer,
  ) {
    for (const clause of keywords.boxes.flat()) {
      if (clause.excluded) continue;
      const tokens = significantTokens(clause, language, stemmer);
      for (const token of tokens) {
        const { lexemes, stop } = readKeyword(token, clause, language, stemmer);
        if (clause.kind === 'word' && stop) continue;
        for (const lexeme of lexemes) {
          this.lexemes.add(lexeme);
          this.letters.add(firstLetter(lexeme));
        }
      }
      const last = tokens.at(-1);
      if (clause.kind !== 'prefix' || !last) continue;
      this.beginnings.push(stripAccents(last.word));
      this.letters.add(firstLetter(last.word));
    }
  }

  matches(token: Token): boolean {
    const word = stripAccents(token.word);
    if (this.beginnings.some((beginning) => word.startsWith(beginning))) return true;
    return this.reading(token).lexemes.some((lexeme) => this.lexemes.has(lexeme));
  }

  private reading({ surface, word }: Token) {
    return this.stemmer.read(this.language, surface, word);
  }
}

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
