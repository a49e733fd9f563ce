import { foldPlaceName } from '#shared/places/place-name.js';
import type { Gazetteer } from '../../reference/places/gazetteer.js';
import type { PlaceKind } from '../../reference/places/gazetteer-rows.js';
import {
  foldedSet,
  Negations,
  textOf,
  type TypedWord,
  type WordRange,
  PHRASE_LANGUAGES,
  phrasesOf,
} from './phrase-index.js';

/** Minimum population of towns that are recognized without "in". */
const MIN_POPULATION = 20_000;
const MAX_WORDS = 4;
const MIN_LETTERS = 3;
const AREA_CODE = /^[A-Z]{2}$/;
const MAX_WORDS_BEFORE = 4;
const MAX_WORDS_OF_LABEL = 6;
/** Numbers that are years rather than postal codes. */
const YEAR = /^20[23]\d$/;
/** Words before the numbers of standards: `ISO 27001`. */
const STANDARDS = new Set(['iso', 'din', 'en', 'bs', 'nf', 'iec']);

/** Words between places of which a search could only use one: `Berlin oder Hamburg`. */
const CONJUNCTIONS = new Set(['or', 'oder', 'ou', 'and', 'und', 'et']);

const NONE: readonly PlaceKind[] = [];

/** Loads the well-known names of countries, once for each country: requests may combine countries in any way. */
export class TownNames {
  private readonly byCountry = new Map<string, Promise<ReadonlyMap<string, readonly PlaceKind[]>>>();

  constructor(private readonly gazetteer: Pick<Gazetteer, 'wellKnownNames'>) {}

  /** @param countries codes of existing countries */
  async of(countries: readonly string[]): Promise<KnownNames> {
    const named = await Promise.all(countries.map((country) => this.ofCountry(country)));
    return {
      kindsOf(name) {
        let found = NONE;
        // Most words are no places, and then no list is created.
        for (const kinds of named) {
          const here = kinds.get(name);
          if (here) found = found.length === 0 ? here : [...found, ...here];
        }
        return found;
      },
    };
  }

  private ofCountry(country: string): Promise<ReadonlyMap<string, readonly PlaceKind[]>> {
    let names = this.byCountry.get(country);
    if (!names) {
      names = this.read(country);
      this.byCountry.set(country, names);
      names.catch(() => this.byCountry.delete(country));
    }
    return names;
  }

  private async read(country: string): Promise<ReadonlyMap<string, readonly PlaceKind[]>> {
    const rows = await this.gazetteer.wellKnownNames(country, MIN_POPULATION);
    return new Map(rows.map(({ name, kinds }) => [name, kinds]));
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
  /** Whether a text is the name of any place. Called only for texts that follow a word such as "in". */
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
  private readonly negations = new Negations();

  /** @param labels names of occupations, skills and causes, which are more likely than places of the same name */
  constructor(labels: readonly string[]) {
    const data = PHRASE_LANGUAGES.map((language) => phrasesOf(language));
    this.before = foldedSet(data.flatMap(({ place }) => place.before));
    this.articles = foldedSet(data.flatMap(({ place }) => place.articles));
    this.notAfter = foldedSet(data.flatMap(({ place }) => place.notAfter));
    this.ordinary = foldedSet([...data.flatMap(({ ordinaryWords }) => ordinaryWords), ...labels]);
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
    const introduced = await this.introduced(text, words, knowledge, language);
    if (introduced) return introduced;
    const last = this.atEnd(text, words, knowledge);
    return last && !this.isOneOfSeveral(words, last, knowledge, language) ? last : undefined;
  }

  private async introduced(
    text: string,
    words: readonly TypedWord[],
    knowledge: PlaceKnowledge,
    language: string,
  ): Promise<PlacedName | undefined> {
    for (let at = words.length - 2; at >= 0; at--) {
      const name = this.behindPreposition(words, at, language);
      if (name === undefined || !words[name]?.isPlain || this.negations.precede(words, at)) continue;
      for (let end = Math.min(name + MAX_WORDS, endOfPlain(words, name)); end > name; end--) {
        const range = { start: name, end };
        const isOnly = (): boolean => !this.isOneOfSeveral(words, { start: at, end }, knowledge, language);
        if ((await this.isMeant(text, words, range, knowledge)) && isOnly())
          return { start: at, end, name: textOf(text, words, range) };
      }
    }
    return undefined;
  }

  /** Whether words after "in" are a place. Many places have the name of something else: `in law`, `in early childhood education`. */
  private async isMeant(
    text: string,
    words: readonly TypedWord[],
    range: WordRange,
    knowledge: PlaceKnowledge,
  ): Promise<boolean> {
    const typed = textOf(text, words, range);
    const isLast = isEnd(text, words, range.end);
    if (this.isNamed(words, range, knowledge)) return isLast || !this.isOrdinary(words, range);
    if (isUnmistakableCode(typed) && knowledge.isPostalCode(typed)) return true;
    if (!isLast || this.isOrdinary(words, range)) return false;
    if (/\d/.test(typed)) return !YEAR.test(typed) && knowledge.isPostalCode(typed);
    return (typed.length >= MIN_LETTERS || AREA_CODE.test(typed)) && knowledge.isPlace(typed);
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
      const isName =
        this.isNamed(words, range, knowledge) && !this.isOrdinary(words, range) && !isAreaCode(typed, knowledge);
      const isStandard = start > 0 && STANDARDS.has(words[start - 1]!.pieces.at(-1) ?? '');
      if (isName || (!isStandard && isUnmistakableCode(typed) && knowledge.isPostalCode(typed)))
        return this.negations.precede(words, start) ? undefined : { ...range, name: typed };
    }
    return undefined;
  }

  /** Whether another place is named beside a range of words. A search has one place, so then none of them is recognized. */
  private isOneOfSeveral(
    words: readonly TypedWord[],
    { start, end }: WordRange,
    knowledge: PlaceKnowledge,
    language: string,
  ): boolean {
    const isPlace = (from: number, to: number): boolean =>
      this.isNamed(words, { start: from, end: to }, knowledge) && !this.isOrdinary(words, { start: from, end: to });
    const lengths = Array.from({ length: MAX_WORDS }, (_none, index) => index + 1);
    let said = start;
    while (said > 0 && this.before.has(words[said - 1]!.pieces.join(' '))) said--;
    const left = joinedBefore(words, said);
    if (left !== undefined && lengths.some((length) => length <= left && isPlace(left - length, left))) return true;
    const next = joinedAfter(words, end);
    if (next === undefined) return false;
    const right = this.behindPreposition(words, next, language) ?? next;
    return lengths.some((length) => right + length <= words.length && isPlace(right, right + length));
  }

  private isPartOfName(words: readonly TypedWord[], start: number): boolean {
    const previous = start > 0 ? words[start - 1]!.pieces.at(-1) : undefined;
    return previous !== undefined && this.notAfter.has(previous);
  }

  /** Whether words mean something else, by themselves or together with others: `law`, `ligne` in `formation en ligne`. */
  private isOrdinary(words: readonly TypedWord[], { start, end }: WordRange): boolean {
    for (let from = Math.max(0, end - MAX_WORDS_OF_LABEL); from <= start; from++) {
      for (let to = Math.min(words.length, from + MAX_WORDS_OF_LABEL); to >= end; to--) {
        const pieces = words.slice(from, to).flatMap((word) => word.pieces);
        if (this.ordinary.has(pieces.join(' '))) return true;
      }
    }
    return false;
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
    const isKnown = (name: string): boolean => names.kindsOf(name).length > 0;
    const whole = nameOf(start, end);
    if (isKnown(whole) && (whole.length >= MIN_LETTERS || (end === start + 1 && isCode(start)))) return true;
    for (let split = end - 1; split > start; split--) {
      const outer = nameOf(split, end);
      const isRegion = names.kindsOf(outer).some((kind) => kind !== 'city');
      if (isRegion && (outer.length >= MIN_LETTERS || isCode(split)) && isKnown(nameOf(start, split))) return true;
    }
    return false;
  }
}

/** @returns the end of the words to which a conjunction or comma joins those that begin at `start`; undefined if nothing does */
function joinedBefore(words: readonly TypedWord[], start: number): number | undefined {
  const before = words[start - 1];
  if (before === undefined) return undefined;
  if (isConjunction(before)) return start - 1;
  return before.clause.text.endsWith(',') ? start : undefined;
}

/** @returns the start of the words that a conjunction or comma joins to those before `end`; undefined if nothing does */
function joinedAfter(words: readonly TypedWord[], end: number): number | undefined {
  const after = words[end];
  if (after === undefined) return undefined;
  if (isConjunction(after)) return end + 1;
  return words[end - 1]!.clause.text.endsWith(',') ? end : undefined;
}

function isConjunction({ pieces }: TypedWord): boolean {
  return pieces.length === 1 && CONJUNCTIONS.has(pieces[0]!);
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

/** Whether a sequence of words ends before an index: with the text, punctuation or a recognized phrase. */
function isEnd(text: string, words: readonly TypedWord[], end: number): boolean {
  const [last, next] = [words[end - 1]!, words[end]];
  return !next?.isPlain || /[,;:)]$/.test(last.clause.text) || /\S/.test(text.slice(last.end, next.start));
}

/** Whether a text is only the code of an area, which is recognized after a town: `nurse OR`, `physician MD`. */
function isAreaCode(typed: string, { names }: PlaceKnowledge): boolean {
  return typed.length < MIN_LETTERS && names.kindsOf(foldPlaceName(typed)).every((kind) => kind === 'area');
}

/** Whether a text is a postal code that cannot be an amount or a year: `10115`, `M5G 2C2`, `SW1A 1AA`. */
function isUnmistakableCode(typed: string): boolean {
  return (
    /^(?:\d{5}(?:-\d{4})?|[a-z]\d[a-z] ?\d[a-z]\d|[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2})$/i.test(typed) && !/00$/.test(typed)
  );
}

/** Well-known place names in the countries of a site. */
interface KnownNames {
  /** @param name folded name @returns the kinds of the places with this name; none if it is not well known there */
  kindsOf(name: string): readonly PlaceKind[];
}
