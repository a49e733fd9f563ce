import type { Kysely } from 'kysely';
import type { SearchExplanation, SearchMatch, TextPart } from '#contract/generated/resolvers.js';
import type { Database } from '../../platform/database/schema.js';
import type { Keywords, IndexKind, KeywordField, SearchQuery } from '../port/search.port.js';
import { formsOfKeywords, readKeyword, significantTokens, KeywordMemo } from '../analysis/read-keyword.js';
import type { Analysis } from '../analysis/keyword-query.js';
import type { Stemmer } from '../analysis/stemmer.js';
import { expand } from '../analysis/synonyms.js';
import { type Token, tokenise, stripAccents } from '../analysis/tokens.js';
import { ResultCache, type Packing, PackedCache } from '../../platform/database/caches.js';
import {
  firstLetter,
  TextWords,
  wordsBeginningWith,
  type PlacedWord,
  type TextWord,
  type Mark,
  markedTitle,
  snippetOf,
} from './snippet.js';

const MAX_WORDS = 5;

/** The parts of a document that are searched, the most significant first. */
interface ExplainedDocument {
  id: string;
  /** Base language (`en`). */
  language: string;
  parts: readonly { field: MatchedField; text: string }[];
}

type MatchedField = Exclude<KeywordField, 'everything' | 'subject'> | 'text';

/** Finds the words of each document that the keywords matched, with the analysis of the search. */
export async function explainMatches(
  database: Kysely<Database>,
  analysis: Analysis,
  { keywords, site }: Pick<SearchQuery<IndexKind>, 'keywords' | 'site'>,
  documents: readonly ExplainedDocument[],
): Promise<SearchExplanation[]> {
  if (!keywords) return documents.map(({ id }) => ({ id, matches: [] }));
  const searched = (field: MatchedField): boolean =>
    keywords.fields.some((other) => other === 'everything' || other === field);
  const texts = documents.flatMap(({ id, language, parts }) =>
    parts.filter(({ field }) => searched(field)).map((part) => ({ id, language, ...part })),
  );
  const marks = await highlight(database, analysis, { keywords, site }, texts);
  const matches = texts.map(({ id, field, text }, index) => ({
    id,
    match: { field, words: distinctWords(marks[index]!.map(({ start, end }) => text.slice(start, end))) },
  }));
  return documents.map(({ id }) => ({
    id,
    matches: matches.flatMap(({ id: other, match }): SearchMatch[] =>
      other === id && match.words.length > 0 ? [match] : [],
    ),
  }));
}

/** Removes duplicates, ignoring case. */
function distinctWords(words: readonly string[]): string[] {
  const known = new Map<string, string>();
  for (const word of words) if (!known.has(word.toLowerCase())) known.set(word.toLowerCase(), word);
  return [...known.values()].slice(0, MAX_WORDS);
}

/** A text of a hit, in which words are highlighted. */
export interface FoundText {
  id: number | string;
  /** Base language (`en`). */
  language: string;
  text: string;
  /** Whether the whole text is returned if anything in it matches; other texts are shortened to a snippet. */
  isTitle?: boolean;
}

/** Snippets by id. Texts in which nothing matched are missing: lists show their beginning, which is cached with the other fields. */
type Snippets = ReadonlyMap<string, TextPart[]>;

/** For each snippet, its id followed by alternating unmarked and marked texts. */
type PackedSnippets = string[][];

/** Computes and caches highlighted parts of texts until something changes. */
export class SnippetCache {
  private readonly answers: ResultCache<PackedSnippets>;
  private readonly database: Kysely<Database>;
  private readonly analysis: Analysis;

  /** @param parts `isCurrent`: whether `invalidate` is called on changes; without it nothing is cached. `cacheBytes`: 2.2 kB per page */
  constructor(parts: {
    database: Kysely<Database>;
    analysis: Analysis;
    isCurrent: (() => boolean) | undefined;
    cacheBytes: number;
  }) {
    const { database, analysis, isCurrent, cacheBytes } = parts;
    this.database = database;
    this.analysis = analysis;
    this.answers = new ResultCache(new PackedCache<string, PackedSnippets>(cacheBytes), isCurrent);
  }

  /** @param load loads the texts of these ids if the snippets are not cached */
  get(ids: readonly string[], words: SearchedWords, load: () => Promise<readonly FoundText[]>): Promise<Snippets> {
    return this.answers.get([ids, words.site, words.keywords], async () => this.find(await load(), words), PACKING);
  }

  /** Must be called when something changes that snippets may depend on. */
  invalidate(): void {
    this.answers.invalidate();
  }

  private async find(texts: readonly FoundText[], words: SearchedWords): Promise<Snippets> {
    const marks = await highlight(this.database, this.analysis, words, texts);
    const snippets = new Map<string, TextPart[]>();
    for (const [index, { id, text, isTitle }] of texts.entries()) {
      const found = marks[index]!;
      if (found.length > 0) snippets.set(String(id), isTitle ? markedTitle(text, found) : snippetOf(text, found));
    }
    return snippets;
  }
}

const PACKING: Packing<Snippets, PackedSnippets> = {
  pack: (snippets) => [...snippets].map(([id, parts]) => packParts(id, parts)),
  unpack: (packed) => new Map(packed.map(unpackParts)),
};

function packParts(id: string, parts: readonly TextPart[]): string[] {
  const packed = [id];
  for (const { text, marked } of parts) {
    if (marked === (packed.length % 2 === 1)) packed.push('');
    packed.push(text);
  }
  return packed;
}

function unpackParts(packed: readonly string[]): [string, TextPart[]] {
  const parts: TextPart[] = [];
  for (let at = 1; at < packed.length; at++) {
    if (packed[at] !== '') parts.push({ text: packed[at]!, marked: at % 2 === 0 });
  }
  return [packed[0]!, parts];
}

/** Keywords that are searched in texts of a site. */
interface SearchedWords {
  keywords: Keywords;
  site: string;
}

/** Finds the words in each text that match the keywords or their synonyms, with the analysis of the search. */
async function highlight(
  database: Kysely<Database>,
  analysis: Analysis,
  searched: SearchedWords,
  texts: readonly { language: string; text: string }[],
): Promise<Mark[][]> {
  const words = textWordsOf(analysis.stemmer);
  const marks: Mark[][] = texts.map(() => []);
  for (const language of new Set(texts.map((text) => text.language))) {
    const reader = await readerOf(database, analysis, searched, language);
    // Few words of a text begin with the first letter of a keyword; only those need to be stemmed.
    const candidates = texts.map((text) =>
      text.language === language ? wordsBeginningWith(reader.letters, text.text, language) : [],
    );
    const read = await words.read(database, language, candidates.flat());
    for (const [index, found] of candidates.entries()) {
      if (found.length > 0) marks[index] = reader.marksOf(found, read, texts[index]!.text);
    }
  }
  return marks;
}

const readers = new KeywordMemo<Analysis, KeywordReader>();

async function readerOf(
  database: Kysely<Database>,
  analysis: Analysis,
  { keywords, site }: SearchedWords,
  language: string,
): Promise<KeywordReader> {
  const key = `${site} ${language}`;
  const known = readers.get(analysis, keywords, key);
  if (known) return known;
  const { stemmer, synonyms } = analysis;
  const names = expand(synonyms, keywords, { language, site }).flatMap(({ others }) =>
    others.map((label) => tokenise(label, language)),
  );
  await stemmer.prepare(database, language, [
    ...formsOfKeywords(keywords, language),
    ...names.flat().flatMap(({ surface, word }) => [surface, word]),
  ]);
  return readers.set(analysis, keywords, key, new KeywordReader(keywords, names, language, stemmer));
}

const textWords = new WeakMap<Stemmer, TextWords>();

function textWordsOf(stemmer: Stemmer): TextWords {
  const known = textWords.get(stemmer) ?? new TextWords(stemmer);
  textWords.set(stemmer, known);
  return known;
}

const NO_WORD = /^[^\p{L}\p{N}]*$/u;

/** The forms by which each word of a name is found. */
type Phrase = readonly ReadonlySet<string>[];

const NO_LEXEMES: readonly string[] = [];
const NO_PHRASES: readonly Phrase[] = [];

class KeywordReader {
  private readonly lexemes = new Set<string>();
  private readonly beginnings: string[] = [];
  /** Synonyms of more than one word, by the forms of their first word. */
  private readonly phrases = new Map<string, Phrase[]>();
  /** First letters of words that may match. */
  readonly letters = new Set<number>();

  constructor(keywords: Keywords, names: readonly (readonly Token[])[], language: string, stemmer: Stemmer) {
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
      const [first, ...rest] = name.map(({ surface, word }) => stemmer.read(language, surface, word).lexemes);
      if (!first) continue;
      if (rest.length === 0) for (const lexeme of first) this.add(lexeme);
      else this.addPhrase([first, ...rest]);
    }
  }

  /** @param words words of the text that begin with one of `letters` @param read their analysis */
  marksOf(words: readonly PlacedWord[], read: ReadonlyMap<string, TextWord | null>, text: string): Mark[] {
    const found: (TextWord | undefined)[] = [];
    const isMarked: boolean[] = [];
    for (const { written } of words) {
      const word = read.get(written) ?? undefined;
      found.push(word);
      isMarked.push(word !== undefined && this.matches(word));
    }
    if (this.phrases.size > 0) this.markPhrases(words, found, text, isMarked);
    const marks: Mark[] = [];
    for (const [index, { start, end }] of words.entries()) if (isMarked[index]) marks.push({ start, end });
    return marks;
  }

  private matches({ plain, lexemes }: TextWord): boolean {
    return (
      lexemes.some((lexeme) => this.lexemes.has(lexeme)) ||
      this.beginnings.some((beginning) => plain.startsWith(beginning))
    );
  }

  private markPhrases(
    words: readonly PlacedWord[],
    found: readonly (TextWord | undefined)[],
    text: string,
    isMarked: boolean[],
  ): void {
    const follows = (index: number): boolean => NO_WORD.test(text.slice(words[index - 1]!.end, words[index]!.start));
    const isHere = (phrase: Phrase, at: number): boolean =>
      phrase.every(
        (wanted, offset) =>
          found[at + offset]?.lexemes.some((lexeme) => wanted.has(lexeme)) && (offset === 0 || follows(at + offset)),
      );
    for (const [at, word] of found.entries()) {
      for (const lexeme of word?.lexemes ?? NO_LEXEMES) {
        for (const phrase of this.phrases.get(lexeme) ?? NO_PHRASES)
          if (isHere(phrase, at)) isMarked.fill(true, at, at + phrase.length);
      }
    }
  }

  private addPhrase(words: readonly (readonly string[])[]): void {
    const phrase = words.map((lexemes) => new Set(lexemes));
    for (const lexeme of words[0]!) this.phrases.set(lexeme, [...(this.phrases.get(lexeme) ?? []), phrase]);
    for (const lexeme of words.flat()) this.letters.add(firstLetter(lexeme));
  }

  private add(lexeme: string): void {
    this.lexemes.add(lexeme);
    this.letters.add(firstLetter(lexeme));
  }
}
