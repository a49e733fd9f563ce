import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import type { Keywords } from '../port/search.port.js';
import type { Mark } from './snippet.js';
import { stripAccents } from '../analysis/fold.js';
import { formsOfKeywords, readKeyword, significantTokens } from '../analysis/read-keyword.js';
import type { Analysis } from '../analysis/keyword-query.js';
import type { Stemmer } from '../analysis/stemmer.js';
import { expand } from '../analysis/synonyms.js';
import { type Token, readTokenAt, tokenise } from '../analysis/tokens.js';

/** Words that are looked for in texts of a site. */
export interface SearchedWords {
  keywords: Keywords;
  site: string;
}

/** Finds in each text the words that the keywords match and what stands for them, reading both as the search does. */
export async function highlight(
  database: Kysely<Database>,
  analysis: Analysis,
  { keywords, site }: SearchedWords,
  texts: readonly { language: string; text: string }[],
): Promise<Mark[][]> {
  const { stemmer, synonyms } = analysis;
  const readers = new Map<string, KeywordReader>();
  for (const language of new Set(texts.map((text) => text.language))) {
    const names = expand(synonyms, keywords, { language, site }).flatMap(({ others }) =>
      others.map((label) => tokenise(label, language)),
    );
    await stemmer.prepare(database, language, [
      ...formsOfKeywords(keywords, language),
      ...names.flatMap(formsOfTokens),
    ]);
    readers.set(language, new KeywordReader(keywords, names, language, stemmer));
  }
  // Hardly any word of a text begins like one of the keywords; only those are worth a stemmer's while.
  const candidates = texts.map(({ text, language }) =>
    wordsBeginningWith(readers.get(language)!.letters, text, language),
  );
  for (const language of readers.keys()) {
    const forms = candidates.flatMap((tokens, index) =>
      texts[index]!.language === language ? formsOfTokens(tokens) : [],
    );
    await stemmer.prepare(database, language, forms);
  }
  return candidates.map((tokens, index) => readers.get(texts[index]!.language)!.marksOf(tokens, texts[index]!.text));
}

function formsOfTokens(tokens: readonly Token[]): string[] {
  return tokens.flatMap(({ surface, word }) => [surface, word]);
}

const NO_WORD = /^[^\p{L}\p{N}]*$/u;

class KeywordReader {
  private readonly lexemes = new Set<string>();
  private readonly beginnings: string[] = [];
  /** Other names of more than one word: what each word of one is found by. */
  private readonly phrases: Set<string>[][] = [];
  /** What a word begins with that may match. */
  readonly letters = new Set<number>();

  constructor(
    keywords: Keywords,
    names: readonly (readonly Token[])[],
    private readonly language: string,
    private readonly stemmer: Stemmer,
  ) {
    for (const clause of keywords.boxes.flat()) {
      if (clause.excluded) continue;
      const tokens = significantTokens(clause, language, stemmer);
      for (const token of tokens) {
        const { lexemes, stop } = readKeyword(token, clause, language, stemmer);
        if (clause.kind === 'word' && stop) continue;
        for (const lexeme of lexemes) this.add(lexeme);
      }
      const last = tokens.at(-1);
      if (clause.kind !== 'prefix' || !last) continue;
      this.beginnings.push(stripAccents(last.word));
      this.letters.add(firstLetter(last.word));
    }
    for (const name of names) {
      const words = name.map((token) => this.lexemesOf(token));
      if (words.length === 1) for (const lexeme of words[0]!) this.add(lexeme);
      else {
        this.phrases.push(words.map((lexemes) => new Set(lexemes)));
        for (const lexeme of words.flat()) this.letters.add(firstLetter(lexeme));
      }
    }
  }

  /** @param tokens of the text, those that begin with one of `letters` */
  marksOf(tokens: readonly Token[], text: string): Mark[] {
    const inPhrases = this.phrases.length === 0 ? undefined : this.tokensInPhrases(tokens, text);
    return tokens.filter((token) => (inPhrases?.has(token) ?? false) || this.matches(token));
  }

  private matches(token: Token): boolean {
    const word = stripAccents(token.word);
    if (this.beginnings.some((beginning) => word.startsWith(beginning))) return true;
    return this.lexemesOf(token).some((lexeme) => this.lexemes.has(lexeme));
  }

  private tokensInPhrases(tokens: readonly Token[], text: string): ReadonlySet<Token> {
    const found = new Set<Token>();
    const lexemes = tokens.map((token) => this.lexemesOf(token));
    const follows = (index: number): boolean => NO_WORD.test(text.slice(tokens[index - 1]!.end, tokens[index]!.start));
    for (let at = 0; at < tokens.length; at++) {
      for (const words of this.phrases) {
        const isHere = words.every(
          (wanted, offset) =>
            lexemes[at + offset]?.some((lexeme) => wanted.has(lexeme)) && (offset === 0 || follows(at + offset)),
        );
        if (isHere) for (let offset = 0; offset < words.length; offset++) found.add(tokens[at + offset]!);
      }
    }
    return found;
  }

  private add(lexeme: string): void {
    this.lexemes.add(lexeme);
    this.letters.add(firstLetter(lexeme));
  }

  private lexemesOf({ surface, word }: Token): readonly string[] {
    return this.stemmer.read(this.language, surface, word).lexemes;
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
