import { foldPlaceName } from '#shared/places/place-name.js';
import type { Gazetteer } from '../../reference/places/gazetteer.js';
import { foldedSet, textOf, type TypedWord, type WordRange, PHRASE_LANGUAGES, phrasesOf } from './phrase-index.js';

/** Minimum population of towns that are recognized without "in". */
const MIN_POPULATION = 20_000;
const MAX_WORDS = 4;
const MIN_LETTERS = 3;
const AREA_CODE = /^[A-Z]{2}$/;
const MAX_WORDS_BEFORE = 4;
/** Words before the numbers of standards: `ISO 27001`. */
const STANDARDS = new Set(['iso', 'din', 'en', 'bs', 'nf', 'iec']);

/** Loads the well-known names of countries, once for each combination of countries. */
export class TownNames {
  private readonly byCountries = new Map<string, Promise<KnownNames>>();

  constructor(private readonly gazetteer: Pick<Gazetteer, 'wellKnownNames'>) {}

  /** @param countries ISO codes */
  of(countries: readonly string[]): Promise<KnownNames> {
    const key = [...countries].sort().join();
    let names = this.byCountries.get(key);
    if (!names) {
      names = this.read(countries);
      this.byCountries.set(key, names);
      names.catch(() => this.byCountries.delete(key));
    }
    return names;
  }

  private async read(countries: readonly string[]): Promise<KnownNames> {
    const rows = await this.gazetteer.wellKnownNames(countries, MIN_POPULATION);
    const kinds = new Map(rows.map(({ name, isRegion }) => [name, isRegion ? ('region' as const) : ('town' as const)]));
    return { kindOf: (name) => kinds.get(name) };
  }
}

/** A place found among the words. */
export interface PlacedName extends WordRange {
  /** The name to be looked up. */
  name: string;
}

/** Data for recognizing places among words. */
export interface PlaceKnowledge {
  names: KnownNames;
  /** Whether a text is the name of any place, or a postal code. Called only for texts that follow a word such as "in". */
  isPlace: (text: string) => Promise<boolean>;
  /** Whether a text is a known postal code. */
  isPostalCode: (text: string) => boolean;
}

/** Finds the place among words in any language. */
export class PlaceReader {
  private readonly before: ReadonlySet<string>;
  private readonly articles: ReadonlySet<string>;
  private readonly notAfter: ReadonlySet<string>;
  private readonly ordinary: ReadonlySet<string>;

  constructor() {
    const data = PHRASE_LANGUAGES.map((language) => phrasesOf(language));
    this.before = foldedSet(data.flatMap(({ place }) => place.before));
    this.articles = foldedSet(data.flatMap(({ place }) => place.articles));
    this.notAfter = foldedSet(data.flatMap(({ place }) => place.notAfter));
    this.ordinary = foldedSet(data.flatMap(({ ordinaryWords }) => ordinaryWords));
  }

  /**
   * Finds the place that follows a word such as "in", or otherwise a well-known town or region at the end.
   *
   * @param words the words that are not part of other phrases, with their positions in `text`
   * @param language language of the page: "a" before a place is French
   */
  async find(
    text: string,
    words: readonly TypedWord[],
    knowledge: PlaceKnowledge,
    language: string,
  ): Promise<PlacedName | undefined> {
    return (await this.introduced(text, words, knowledge, language)) ?? this.atEnd(text, words, knowledge);
  }

  private async introduced(
    text: string,
    words: readonly TypedWord[],
    knowledge: PlaceKnowledge,
    language: string,
  ): Promise<PlacedName | undefined> {
    for (let at = words.length - 2; at >= 0; at--) {
      const name = this.behindPreposition(words, at, language);
      if (name === undefined || !words[name]?.isPlain) continue;
      for (let end = Math.min(name + MAX_WORDS, endOfPlain(words, name)); end > name; end--) {
        const range = { start: name, end };
        const typed = textOf(text, words, range);
        if (this.isNamed(words, range, knowledge) || (await isLookedUp(typed, knowledge)))
          return { start: at, end, name: typed };
      }
    }
    return undefined;
  }

  /** @returns the index of the first word after "in", "near the" …; undefined if no such expression begins at `at` */
  private behindPreposition(words: readonly TypedWord[], at: number, language: string): number | undefined {
    const said: string[] = [];
    for (let end = at; end < Math.min(at + MAX_WORDS_BEFORE, words.length - 1); end++) {
      if (!words[end]!.isPlain) return undefined;
      said.push(...words[end]!.pieces);
    }
    for (let length = said.length; length > 0; length--) {
      const preposition = said.slice(0, length).join(' ');
      if (!this.before.has(preposition)) continue;
      if (preposition === 'a' && language !== 'fr' && !/^à$/iu.test(words[at]!.clause.text)) return undefined;
      const next = wordAfterPieces(words, at, length);
      if (next === undefined) continue;
      const isArticle = next < words.length - 1 && this.articles.has(words[next]!.pieces.join(' '));
      return isArticle ? next + 1 : next;
    }
    return undefined;
  }

  private atEnd(text: string, words: readonly TypedWord[], knowledge: PlaceKnowledge): PlacedName | undefined {
    for (let start = Math.max(0, words.length - MAX_WORDS); start < words.length; start++) {
      const range = { start, end: words.length };
      if (!words.slice(start).every(({ isPlain }) => isPlain) || this.isPartOfName(words, start)) continue;
      const typed = textOf(text, words, range);
      if (this.isNamed(words, range, knowledge) && !this.isOrdinary(words, range)) return { ...range, name: typed };
      const isStandard = start > 0 && STANDARDS.has(words[start - 1]!.pieces.at(-1) ?? '');
      if (!isStandard && isUnmistakableCode(typed) && knowledge.isPostalCode(typed)) return { ...range, name: typed };
    }
    return undefined;
  }

  private isPartOfName(words: readonly TypedWord[], start: number): boolean {
    const previous = start > 0 ? words[start - 1]!.pieces.at(-1) : undefined;
    return previous !== undefined && this.notAfter.has(previous);
  }

  private isOrdinary(words: readonly TypedWord[], { start, end }: WordRange): boolean {
    const pieces = words.slice(start, end).flatMap((word) => word.pieces);
    return this.ordinary.has(pieces.join(' '));
  }

  /** Whether words are a well-known name, or a town followed by its area or country. */
  private isNamed(words: readonly TypedWord[], { start, end }: WordRange, { names }: PlaceKnowledge): boolean {
    const nameOf = (from: number, to: number): string =>
      foldPlaceName(
        words
          .slice(from, to)
          .map(({ clause }) => clause.text)
          .join(' '),
      );
    const isCode = (at: number): boolean => AREA_CODE.test(words[at]!.clause.text.replace(/[,.;]+$/, ''));
    const whole = nameOf(start, end);
    if (names.kindOf(whole) && (whole.length >= MIN_LETTERS || (end === start + 1 && isCode(start)))) return true;
    for (let split = end - 1; split > start; split--) {
      const outer = nameOf(split, end);
      const isOuter = names.kindOf(outer) === 'region' && (outer.length >= MIN_LETTERS || isCode(split));
      if (isOuter && names.kindOf(nameOf(start, split)) !== undefined) return true;
    }
    return false;
  }
}

function endOfPlain(words: readonly TypedWord[], from: number): number {
  const end = words.findIndex((word, at) => at >= from && !word.isPlain);
  return end < 0 ? words.length : end;
}

/** @returns undefined if the last piece ends within a word */
function wordAfterPieces(words: readonly TypedWord[], from: number, pieces: number): number | undefined {
  let left = pieces;
  let at = from;
  while (left > 0) left -= words[at++]!.pieces.length;
  return left === 0 ? at : undefined;
}

async function isLookedUp(typed: string, { isPlace, isPostalCode }: PlaceKnowledge): Promise<boolean> {
  if (/\d/.test(typed)) return isPostalCode(typed);
  return (typed.length >= MIN_LETTERS || AREA_CODE.test(typed)) && isPlace(typed);
}

/** Whether a text is a postal code that cannot be an amount or a year: `10115`, `M5G 2C2`, `SW1A 1AA`. */
function isUnmistakableCode(typed: string): boolean {
  return (
    /^(?:\d{5}(?:-\d{4})?|[a-z]\d[a-z] ?\d[a-z]\d|[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2})$/i.test(typed) && !/00$/.test(typed)
  );
}

/** Well-known place names in the countries of a site. */
interface KnownNames {
  /** @param name folded name @returns undefined if the name is not well known there */
  kindOf(name: string): 'town' | 'region' | undefined;
}
