import { readFileSync } from 'node:fs';
import { stripAccents } from '../analysis/tokens.js';
import { type PlacedClause, scanKeywords } from '../port/keyword-grammar.js';

/** Languages with phrases. */
export const PHRASE_LANGUAGES = ['en', 'de', 'fr'] as const;
type PhraseLanguage = (typeof PHRASE_LANGUAGES)[number];

/** The kind of filter that a phrase represents: the facet of that name, or the age, closing date or language of a job. */
export type PhraseKind = 'employment_type' | 'experience' | 'remote' | 'published' | 'closing' | 'language';

/** Phrases that represent the same filter. */
interface FilterPhrases {
  kind: PhraseKind;
  /** Slugs of terms; for `published` and `closing` a number of days, for `language` a code. */
  values?: readonly string[];
  /** For phrases with `{n}`: number of days in one unit. */
  days?: number;
  phrases: readonly string[];
  /** Words that change the meaning of the phrase if they follow it: `volunteer manager`. */
  notBefore?: readonly string[];
  /** Words that change the meaning of the phrase if they precede it: `formation à distance`. */
  notAfter?: readonly string[];
  /** Whether the phrase is recognized only on pages in its language, because its words have other meanings in other languages. */
  ownLanguage?: boolean;
  /** Restricts the phrase to the end of the text, or to the whole text. */
  position?: 'end' | 'whole';
}

/** The phrases of a language. */
interface LanguagePhrases {
  filters: readonly FilterPhrases[];
  /** Longer expressions whose words remain keywords. */
  expressions: readonly string[];
  /** Words after which a phrase or a place is not recognized as a filter. */
  negations: readonly string[];
  /** Words that may occur between a negation and a phrase or place, in addition to particles, prepositions and words for "jobs". */
  afterNegations: readonly string[];
  /** Words that may occur between a phrase and a word of `notBefore` or `notAfter`. */
  particles: readonly string[];
  /** Words for "jobs", which are redundant next to a recognized filter. */
  jobs: {
    always: readonly string[];
    /** Dropped only if followed by a recognized phrase or the end of the text. */
    beforeFilter: readonly string[];
    /** Dropped only if there is a recognized phrase, or the beginning or end of the text, on both sides. */
    between: readonly string[];
  };
  place: {
    before: readonly string[];
    articles: readonly string[];
    /** Words after which a town is part of a name: `University of Toronto`. */
    notAfter: readonly string[];
  };
  pay: PayWords;
  /** Names of towns that are also ordinary words. */
  ordinaryWords: readonly string[];
}

/** Words around an amount of money. */
export interface PayWords {
  atLeast: readonly string[];
  /** Words before an upper limit. */
  atMost: readonly string[];
  /** Words after an upper limit. */
  atMostAfter: readonly string[];
  /** Words for pay, with which a number such as 2000 is not a year. */
  named: readonly string[];
  /** Things that are counted: a number before them is not an amount of money, unless it has a currency or a period. */
  counted: readonly string[];
  hour: readonly string[];
  day: readonly string[];
  week: readonly string[];
  month: readonly string[];
  year: readonly string[];
  /** Words without meaning for the filter: `gross`. */
  around: readonly string[];
  /** Words between the ends of a range. */
  to: readonly string[];
}

const loaded = new Map<PhraseLanguage, LanguagePhrases>();
const NUMBER = '{n}';
const DIGITS = /^\d{1,3}$/;
const PIECES_OF_PHRASE = /\{n\}|[^{}]+/g;
const PIECE = /[\p{L}\p{N}]+/gu;

/** Returns the phrases of a language, which are loaded once. */
export function phrasesOf(language: PhraseLanguage): LanguagePhrases {
  let phrases = loaded.get(language);
  if (!phrases) {
    const file = new URL(`phrases/${language}.json`, import.meta.url);
    loaded.set(language, (phrases = JSON.parse(readFileSync(file, 'utf8')) as LanguagePhrases));
  }
  return phrases;
}

/** A phrase found in the typed text. */
export interface PhraseMatch {
  /** Index after its last word. */
  end: number;
  /** undefined for an expression or a negated phrase, whose words remain keywords. */
  filter: FilterPhrases | undefined;
  /** The number in place of `{n}`. */
  number: number | undefined;
}

interface Entry {
  pieces: readonly string[];
  language: PhraseLanguage;
  filter: FilterPhrases | undefined;
  notBefore: ReadonlySet<string>;
  notAfter: ReadonlySet<string>;
}

/** All phrases of all languages, by their first word. */
export class PhraseIndex {
  private readonly byFirst = new Map<string, Entry[]>();
  private readonly negations = new Negations();
  private readonly particles: ReadonlySet<string>;

  constructor() {
    const data = PHRASE_LANGUAGES.map((language) => ({ language, ...phrasesOf(language) }));
    for (const { language, filters, expressions } of data) {
      for (const filter of filters) for (const phrase of filter.phrases) this.add(phrase, language, filter);
      for (const expression of expressions) this.add(expression, language, undefined);
    }
    for (const entries of this.byFirst.values()) entries.sort((a, b) => b.pieces.length - a.pieces.length);
    this.particles = foldedSet(data.flatMap(({ particles }) => particles));
  }

  /**
   * Returns the longest phrase that begins with a word; of several with the same length, the one in the page's language is preferred.
   *
   * @param isFinal whether to search only for phrases that are restricted to the end or the whole of the text
   */
  matchAt(words: readonly TypedWord[], at: number, language: string, isFinal: boolean): PhraseMatch | undefined {
    const entries = this.byFirst.get(words[at]!.pieces[0] ?? '') ?? [];
    const numbered = DIGITS.test(words[at]!.pieces[0] ?? '') ? (this.byFirst.get(NUMBER) ?? []) : [];
    const isNegated = entries.length + numbered.length > 0 && this.negations.precede(words, at);
    let best: (PhraseMatch & { entry: Entry }) | undefined;
    for (const entry of numbered.length > 0 ? [...entries, ...numbered] : entries) {
      if (best && entry.pieces.length < best.entry.pieces.length) continue;
      if (best?.entry.pieces.length === entry.pieces.length && entry.language !== language) continue;
      if (entry.filter?.ownLanguage && entry.language !== language) continue;
      if (entry.filter && (entry.filter.position !== undefined) !== isFinal) continue;
      const match = matchPieces(words, at, entry.pieces);
      if (!match || !(isNegated || this.isMeant(words, at, match.end, entry))) continue;
      best = { ...match, filter: isNegated ? undefined : entry.filter, entry };
    }
    return best && { end: best.end, filter: best.filter, number: best.number };
  }

  private add(phrase: string, language: PhraseLanguage, filter: FilterPhrases | undefined): void {
    const pieces = (phrase.match(PIECES_OF_PHRASE) ?? []).flatMap((part) =>
      part === NUMBER ? [part] : piecesOf(part),
    );
    const entries = this.byFirst.get(pieces[0]!) ?? [];
    this.byFirst.set(pieces[0]!, entries);
    entries.push({
      pieces,
      language,
      filter,
      notBefore: foldedSet(filter?.notBefore ?? []),
      notAfter: foldedSet(filter?.notAfter ?? []),
    });
  }

  /** Whether the adjacent words do not change the meaning of a phrase. */
  private isMeant(
    words: readonly TypedWord[],
    start: number,
    end: number,
    { filter, notBefore, notAfter }: Entry,
  ): boolean {
    if (!filter) return true;
    const previous = start > 0 ? words[start - 1]!.pieces.at(-1) : undefined;
    if (previous !== undefined && notAfter.has(previous)) return false;
    if (notAfter.size > 0 && notAfter.has(wordBeyond(this.particles, words, start - 1, -1) ?? '')) return false;
    return notBefore.size === 0 || !notBefore.has(wordBeyond(this.particles, words, end, 1) ?? '');
  }
}

/** Detects words that are excluded by a word such as "not". */
export class Negations {
  private readonly negations: ReadonlySet<string>;
  private readonly between: ReadonlySet<string>;

  constructor() {
    const data = PHRASE_LANGUAGES.map((language) => phrasesOf(language));
    this.negations = foldedSet(data.flatMap(({ negations }) => negations));
    const between = data.flatMap(({ afterNegations, particles, place, jobs }) => [
      ...[...afterNegations, ...particles, ...place.before, ...place.articles],
      ...[...jobs.always, ...jobs.beforeFilter],
    ]);
    this.between = new Set(between.flatMap(piecesOf));
  }

  /** Whether the words from an index on are negated: `not fully remote`, `pas à temps partiel`, `nicht in der Nähe von Berlin`. */
  precede(words: readonly TypedWord[], at: number): boolean {
    return this.negations.has(wordBeyond(this.between, words, at - 1, -1) ?? '');
  }
}

/** Returns the next word in a direction, without those that are skipped. */
function wordBeyond(
  skipped: ReadonlySet<string>,
  words: readonly TypedWord[],
  from: number,
  step: 1 | -1,
): string | undefined {
  for (let at = from; at >= 0 && at < words.length; at += step) {
    const { pieces } = words[at]!;
    const ordered = step === 1 ? pieces : [...pieces].reverse();
    const found = ordered.find((piece) => !skipped.has(piece));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** @returns undefined if the words do not match, or the phrase ends within a word */
function matchPieces(
  words: readonly TypedWord[],
  at: number,
  pieces: readonly string[],
): { end: number; number: number | undefined } | undefined {
  let word = at;
  let inWord = 0;
  let number: number | undefined;
  for (const piece of pieces) {
    const current = words[word];
    const typed = current?.isPlain ? current.pieces[inWord] : undefined;
    if (typed === undefined) return undefined;
    if (piece === NUMBER && DIGITS.test(typed)) number = Number(typed);
    else if (piece !== typed) return undefined;
    inWord++;
    if (inWord === current!.pieces.length) {
      word++;
      inWord = 0;
    }
  }
  return inWord === 0 ? { end: word, number } : undefined;
}

/** Returns the set of folded words. */
export function foldedSet(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.map((word) => piecesOf(word).join(' ')));
}

/** A clause of the typed text, which may be recognized as part of a phrase instead of a keyword. */
export interface TypedWord extends PlacedClause {
  /** Its folded words: `part` and `time` for `Part-time`. */
  pieces: readonly string[];
  /** Whether it is only a word: not quoted, excluded or a prefix. */
  isPlain: boolean;
}

/** A range of words from `start` up to, but not including, `end`. */
export interface WordRange {
  start: number;
  end: number;
}

/** Splits the text of one search box into words, in time linear in its length. */
export function typedWords(text: string): TypedWord[] {
  return scanKeywords(text).map((placed) => {
    const { kind, excluded, text: word } = placed.clause;
    return { ...placed, pieces: piecesOf(word), isPlain: kind === 'word' && !excluded };
  });
}

/** Returns the folded words of a text, without case, accents and punctuation. */
function piecesOf(text: string): string[] {
  return stripAccents(text.toLowerCase()).match(PIECE) ?? [];
}

/** Returns the typed text of a range of words, without surrounding punctuation. */
export function textOf(text: string, words: readonly TypedWord[], { start, end }: WordRange): string {
  return text
    .slice(words[start]!.start, words[end - 1]!.end)
    .replace(/^[\s,;:()]+/, '')
    .replace(/[\s,;:()]+$/, '');
}
