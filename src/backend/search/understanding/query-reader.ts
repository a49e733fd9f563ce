import { formatKeywords } from '../port/keyword-grammar.js';
import {
  foldedSet,
  PhraseIndex,
  textOf,
  type TypedWord,
  typedWords,
  PHRASE_LANGUAGES,
  type PhraseKind,
  phrasesOf,
} from './phrase-index.js';
import { PayReader, type TypedPay } from './read-pay.js';
import { type PlaceKnowledge, PlaceReader } from './read-place.js';

/** A filter that was recognized in the words of a search. */
export type ReadPhrase =
  | { kind: PhraseKind; values: readonly string[]; typed: string }
  | { kind: 'pay'; pay: TypedPay; typed: string }
  | { kind: 'place'; name: string; typed: string };

/** The typed text, split into keywords and filters. */
export interface ReadQuery {
  /** The remaining keywords, as a user would type them. */
  keys: string;
  /** Recognized filters in the order of the text; if there are none, `keys` is the typed text. */
  phrases: readonly ReadPhrase[];
}

/** Longer texts are treated as keywords only. */
const MAX_LENGTH = 400;
/** Values in days that the filter for the publication date offers. */
const PUBLISHED_DAYS = [1, 3, 7, 14, 30];
/** Recognized only in the box for places. */
const ANYWHERE = new Set([
  'anywhere',
  'worldwide',
  'uberall',
  'egal wo',
  'partout',
  'n importe ou',
  'remote worldwide',
  'virtual',
  'online',
]);
const LINKS = new Set(['or', 'oder', 'ou', 'and', 'und', 'et', 'in', 'en', 'from', 'within']);

/** Recognizes filters in texts that users type in English, German and French. */
export class QueryReader {
  private readonly phrases = new PhraseIndex();
  private readonly pay = new PayReader();
  private readonly places: PlaceReader;
  private readonly jobs: Record<'always' | 'beforeFilter' | 'between', ReadonlySet<string>>;

  /** @param labels names of occupations, skills and causes, which are not read as places */
  constructor(labels: readonly string[] = []) {
    this.places = new PlaceReader(labels);
    const jobs = PHRASE_LANGUAGES.map((language) => phrasesOf(language).jobs);
    const words = (name: keyof (typeof jobs)[number]) => foldedSet(jobs.flatMap((each) => each[name]));
    this.jobs = { always: words('always'), beforeFilter: words('beforeFilter'), between: words('between') };
  }

  /**
   * Reads the search box for words.
   *
   * @param language language of the page, such as `de`, whose phrases are preferred
   * @param isApplicable whether a filter can be applied; otherwise its words remain keywords
   * @param places data for recognizing places; without it no places are recognized
   */
  async read(
    text: string,
    language: string,
    options: { isApplicable: (phrase: ReadPhrase) => boolean; places?: PlaceKnowledge },
  ): Promise<ReadQuery> {
    if (text.length > MAX_LENGTH) return { keys: text, phrases: [] };
    const recognized = new RecognizedWords(text, typedWords(text), options.isApplicable);
    this.takePhrases(recognized, language, false);
    this.takePay(recognized);
    this.takePhrases(recognized, language, true);
    if (options.places) {
      await this.takePlace(recognized, options.places, language);
      this.takePhrases(recognized, language, true);
    }
    if (recognized.phrases.length === 0) return { keys: text, phrases: [] };
    this.takeJobWords(recognized);
    return { keys: formatKeywords(recognized.left().map(({ clause }) => clause)), phrases: recognized.inOrder() };
  }

  /**
   * Reads the search box for places, which may contain "remote".
   *
   * @returns the recognized phrase and the remaining place; undefined if only a place was typed
   */
  readPlaceBox(text: string, language: string): { phrase: ReadPhrase; place: string } | undefined {
    if (text.length > MAX_LENGTH) return undefined;
    const words = typedWords(text);
    const whole = words.flatMap(({ pieces }) => pieces).join(' ');
    if (ANYWHERE.has(whole)) return { phrase: { kind: 'remote', values: ['remote'], typed: text.trim() }, place: '' };
    for (let start = 0; start < words.length; start++) {
      const match = this.phrases.matchAt(words, start, language, false);
      if (match?.filter?.kind !== 'remote') {
        if (match) start = match.end - 1;
        continue;
      }
      const typed = textOf(text, words, { start, end: match.end });
      const rest = words.filter((word, at) => (at < start || at >= match.end) && !LINKS.has(word.pieces.join(' ')));
      const place = rest.map((word) => text.slice(word.start, word.end)).join(' ');
      const phrase: ReadPhrase = { kind: 'remote', values: match.filter.values ?? [], typed };
      return { phrase, place: place.replace(/^[\s,;()/–-]+|[\s,;()/–-]+$/g, '') };
    }
    return undefined;
  }

  private takePhrases(recognized: RecognizedWords, language: string, isFinal: boolean): void {
    const words = isFinal ? recognized.left() : recognized.words;
    const isOpen = (at: number): boolean => words[at]!.isPlain && !recognized.isSettled(words[at]!);
    for (let at = 0; at < words.length; at++) {
      const match = isOpen(at) ? this.phrases.matchAt(words, at, language, isFinal) : undefined;
      if (!match) continue;
      const { filter, end, number } = match;
      const isThere =
        !isFinal ||
        (end === words.length && (filter?.position === 'end' ? at > 0 || recognized.phrases.length > 0 : at === 0));
      const values = filter && isThere ? valuesOf(filter, number) : undefined;
      if (filter && values) {
        recognized.take(words.slice(at, end), (typed) => ({ kind: filter.kind, values, typed }));
      }
      if (!filter) recognized.leave(words.slice(at, end));
      at = end - 1;
    }
  }

  private takePay(recognized: RecognizedWords): void {
    const found = this.pay.find(recognized.text, recognized.words);
    if (!found) return;
    const words = recognized.words.slice(found.start, found.end);
    if (words.some((word) => recognized.isTaken(word))) return;
    recognized.take(words, (typed) => ({ kind: 'pay', pay: found.pay, typed }));
  }

  private async takePlace(recognized: RecognizedWords, places: PlaceKnowledge, language: string): Promise<void> {
    const words = this.withoutJobWordsAtEnd(recognized);
    const found = words.length > 0 ? await this.places.find(recognized.text, words, places, language) : undefined;
    if (!found) return;
    const { name, ...range } = found;
    recognized.take(words.slice(range.start, range.end), (typed) => ({ kind: 'place', name, typed }));
  }

  /** Returns the remaining words without trailing words for "jobs": `Toronto jobs` ends with a town. */
  private withoutJobWordsAtEnd(recognized: RecognizedWords): TypedWord[] {
    const words = recognized.left();
    const isJobWord = ({ pieces, isPlain }: TypedWord): boolean =>
      isPlain && (this.jobs.always.has(pieces.join(' ')) || this.jobs.beforeFilter.has(pieces.join(' ')));
    while (words.length > 1 && isJobWord(words.at(-1)!)) words.pop();
    return words;
  }

  /** Drops words for "jobs" next to recognized phrases, because they are redundant in a job search. */
  private takeJobWords(recognized: RecognizedWords): void {
    const { words } = recognized;
    const isEdge = (at: number): boolean => at < 0 || at >= words.length || recognized.isTaken(words[at]!);
    for (let end = words.length; end > 0; end--) {
      const at = end - 1;
      if (recognized.isTaken(words[at]!) || !words[at]!.isPlain) continue;
      const said = words[at]!.pieces.join(' ');
      const before = isEdge(at - 1);
      const after = isEdge(end);
      if (
        this.jobs.always.has(said)
          ? before || after
          : this.jobs.beforeFilter.has(said)
            ? after
            : this.jobs.between.has(said) && before && after
      )
        recognized.drop(words[at]!);
    }
    // `Stellen mit Teilzeit`: after the following words have been dropped, the first word is adjacent to the phrase.
    for (let at = 0; at < words.length; at++) {
      const said = words[at]!.pieces.join(' ');
      if (!words[at]!.isPlain || recognized.isTaken(words[at]!)) continue;
      if (this.jobs.between.has(said) && isEdge(at - 1) && isEdge(at + 1)) recognized.drop(words[at]!);
    }
  }
}

/** @returns undefined if the number of days exceeds the maximum of the filter */
function valuesOf(
  filter: { kind: PhraseKind; values?: readonly string[]; days?: number },
  number: number | undefined,
): readonly string[] | undefined {
  if (filter.days === undefined) return filter.values;
  const days = PUBLISHED_DAYS.find((known) => known >= filter.days! * (number ?? 0));
  return days === undefined || !number ? undefined : [String(days)];
}

/** The words of a text, with those that were recognized as part of a phrase. */
class RecognizedWords {
  readonly phrases: { at: number; phrase: ReadPhrase }[] = [];
  private readonly taken = new Set<TypedWord>();
  private readonly keywords = new Set<TypedWord>();

  constructor(
    readonly text: string,
    readonly words: readonly TypedWord[],
    private readonly isApplicable: (phrase: ReadPhrase) => boolean,
  ) {}

  isTaken(word: TypedWord): boolean {
    return this.taken.has(word);
  }

  /** Whether a word is part of a phrase, or of an expression whose words remain keywords. */
  isSettled(word: TypedWord): boolean {
    return this.taken.has(word) || this.keywords.has(word);
  }

  take(words: readonly TypedWord[], phraseOf: (typed: string) => ReadPhrase): void {
    const first = this.words.indexOf(words[0]!);
    // A phrase that spans words already taken would not be contiguous in the typed text.
    if (this.words[first + words.length - 1] !== words.at(-1)) return;
    const phrase = phraseOf(textOf(this.text, words, { start: 0, end: words.length }));
    if (!this.isApplicable(phrase)) return;
    for (const word of words) this.taken.add(word);
    this.phrases.push({ at: words[0]!.start, phrase });
  }

  /** Excludes words from being recognized as phrases: `heute` in `nicht seit heute`. */
  leave(words: readonly TypedWord[]): void {
    for (const word of words) this.keywords.add(word);
  }

  drop(word: TypedWord): void {
    this.taken.add(word);
  }

  left(): TypedWord[] {
    return this.words.filter((word) => !this.taken.has(word));
  }

  inOrder(): ReadPhrase[] {
    return [...this.phrases].sort((one, other) => one.at - other.at).map(({ phrase }) => phrase);
  }
}
