import { type FilterPhrases, PHRASE_LANGUAGES, type PhraseLanguage, phrasesOf } from './phrase-data.js';
import { piecesOf, type TypedWord } from './typed-words.js';

/** A phrase found in the typed text. */
export interface PhraseMatch {
  /** Index after its last word. */
  end: number;
  /** undefined for an expression whose words remain keywords. */
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

const NUMBER = '{n}';
const DIGITS = /^\d{1,3}$/;
const PIECES_OF_PHRASE = /\{n\}|[^{}]+/g;

/** All phrases of all languages, by their first word. */
export class PhraseIndex {
  private readonly byFirst = new Map<string, Entry[]>();
  private readonly negations: ReadonlySet<string>;
  private readonly particles: ReadonlySet<string>;

  constructor() {
    const data = PHRASE_LANGUAGES.map((language) => ({ language, ...phrasesOf(language) }));
    for (const { language, filters, expressions } of data) {
      for (const filter of filters) for (const phrase of filter.phrases) this.add(phrase, language, filter);
      for (const expression of expressions) this.add(expression, language, undefined);
    }
    for (const entries of this.byFirst.values()) entries.sort((a, b) => b.pieces.length - a.pieces.length);
    this.negations = foldedSet(data.flatMap(({ negations }) => negations));
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
    let best: (PhraseMatch & { entry: Entry }) | undefined;
    for (const entry of numbered.length > 0 ? [...entries, ...numbered] : entries) {
      if (best && entry.pieces.length < best.entry.pieces.length) continue;
      if (best?.entry.pieces.length === entry.pieces.length && entry.language !== language) continue;
      if (entry.filter?.ownLanguage && entry.language !== language) continue;
      if (entry.filter && (entry.filter.position !== undefined) !== isFinal) continue;
      const match = matchPieces(words, at, entry.pieces);
      if (match && this.isMeant(words, at, match.end, entry)) best = { ...match, filter: entry.filter, entry };
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
    if (previous !== undefined && (this.negations.has(previous) || notAfter.has(previous))) return false;
    if (notAfter.size > 0 && notAfter.has(this.beyondParticles(words, start - 1, -1) ?? '')) return false;
    return notBefore.size === 0 || !notBefore.has(this.beyondParticles(words, end, 1) ?? '');
  }

  /** Returns the next word in a direction, skipping particles. */
  private beyondParticles(words: readonly TypedWord[], from: number, step: 1 | -1): string | undefined {
    for (let at = from; at >= 0 && at < words.length; at += step) {
      const { pieces } = words[at]!;
      const ordered = step === 1 ? pieces : [...pieces].reverse();
      const found = ordered.find((piece) => !this.particles.has(piece));
      if (found !== undefined) return found;
    }
    return undefined;
  }
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
