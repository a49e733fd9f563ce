import { intersect, isEmpty, MAX_WORDS, setAll, subtract, union } from '../segment/typed-arrays.js';
import { type Segment, hashOf } from '../segment/segment.js';
import type { WordQuery } from '../../../analysis/score-parts.js';
import { PhrasePositions } from './phrase-positions.js';

/** A WordQuery with its lexemes as bytes. */
export type CompiledWords =
  | { kind: 'and'; wanted: readonly CompiledWords[]; unwanted: readonly CompiledWords[] }
  | { kind: 'or'; parts: readonly CompiledWords[] }
  | CompiledLexeme
  | CompiledPhrase;

export interface CompiledLexeme {
  kind: 'lexeme';
  bytes: Uint8Array;
  hash: number;
  prefix: boolean;
}

interface CompiledPhrase {
  kind: 'phrase';
  words: readonly (readonly CompiledLexeme[])[];
}

export function compileWords(query: WordQuery): CompiledWords {
  switch (query.kind) {
    case 'lexeme':
      return compileLexeme(query.text, query.prefix);
    case 'phrase':
      return {
        kind: 'phrase',
        words: query.words.map((lexemes) => lexemes.map(({ text, prefix }) => compileLexeme(text, prefix))),
      };
    case 'or':
      return { kind: 'or', parts: query.parts.map(compileWords) };
    case 'not':
      return { kind: 'and', wanted: [], unwanted: [compileWords(query.part)] };
    case 'and':
      return {
        kind: 'and',
        wanted: query.parts.flatMap((part) => (part.kind === 'not' ? [] : [compileWords(part)])),
        unwanted: query.parts.flatMap((part) => (part.kind === 'not' ? [compileWords(part.part)] : [])),
      };
  }
}

const MAX_REMEMBERED = 20_000;
const remembered = new Map<string, CompiledLexeme>();

export function compileLexeme(text: string, prefix: boolean): CompiledLexeme {
  const known = prefix ? undefined : remembered.get(text);
  if (known) return known;
  const bytes = new Uint8Array(Buffer.from(text));
  const compiled: CompiledLexeme = { kind: 'lexeme', bytes, hash: hashOf(bytes, 0, bytes.length), prefix };
  if (prefix) return compiled;
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(text, compiled);
  return compiled;
}

/** Finds the documents of a segment that match the words of a query. */
export class WordMatcher {
  private readonly spare: Uint32Array[] = [];
  private readonly positions = new PhrasePositions();
  private readonly conjunction = new Conjunction();

  /**
   * @param bits overwritten with the matches, including deleted documents
   * @returns false if there are no matches; true if there may be some
   */
  match(query: CompiledWords, segment: Segment, bits: Uint32Array): boolean {
    if (query.kind === 'and') return this.matchAll(query, segment, bits);
    bits.fill(0, 0, segment.words);
    return this.add(query, segment, bits);
  }

  /** Adds the matches to the set. */
  private add(query: CompiledWords, segment: Segment, bits: Uint32Array): boolean {
    switch (query.kind) {
      case 'lexeme':
        return addLexeme(query, segment, bits);
      case 'or': {
        let found = false;
        for (const part of query.parts) found = this.add(part, segment, bits) || found;
        return found;
      }
      case 'and':
      case 'phrase':
        return this.withSpare((own) => {
          const found =
            query.kind === 'and' ? this.matchAll(query, segment, own) : this.matchPhrase(query, segment, own);
          if (found) union(bits, own, 0, segment.words);
          return found;
        });
    }
  }

  private matchAll(
    { wanted, unwanted }: CompiledWords & { kind: 'and' },
    segment: Segment,
    bits: Uint32Array,
  ): boolean {
    const terms: number[] = [];
    const rest: CompiledWords[] = [];
    for (const part of wanted) {
      if (part.kind !== 'lexeme' || part.prefix) rest.push(part);
      else {
        const term = segment.termOf(part.bytes, part.hash);
        if (term < 0) return false;
        terms.push(term);
      }
    }
    if (terms.length > 0) {
      if (!this.conjunction.match(segment, terms, bits)) return false;
    } else if (rest.length > 0) {
      if (!this.match(rest.shift()!, segment, bits)) return false;
    } else setAll(bits, segment.size);
    for (const part of rest) if (!this.narrow(part, segment, bits)) return false;
    for (const part of unwanted)
      this.withSpare((own) => {
        if (this.match(part, segment, own)) subtract(bits, own, segment.words);
        return true;
      });
    return true;
  }

  /** Intersects the set with the matches. */
  private narrow(query: CompiledWords, segment: Segment, bits: Uint32Array): boolean {
    return this.withSpare((own) => {
      if (!this.match(query, segment, own)) return false;
      intersect(bits, own, 0, segment.words);
      return true;
    });
  }

  private matchPhrase({ words }: CompiledPhrase, segment: Segment, bits: Uint32Array): boolean {
    const wanted = words.map((lexemes): CompiledWords =>
      lexemes.length === 1 ? lexemes[0]! : { kind: 'or', parts: lexemes },
    );
    if (!this.matchAll({ kind: 'and', wanted, unwanted: [] }, segment, bits)) return false;
    if (isEmpty(bits, segment.words)) return false;
    this.positions.start(segment, bits);
    for (const lexemes of words) {
      for (const lexeme of lexemes) forEachTerm(lexeme, segment, (term) => this.positions.collect(term));
      this.positions.nextWord();
    }
    return this.positions.finish(bits);
  }

  private withSpare<Result>(use: (bits: Uint32Array) => Result): Result {
    const bits = this.spare.pop() ?? new Uint32Array(MAX_WORDS);
    const result = use(bits);
    this.spare.push(bits);
    return result;
  }
}

function addLexeme(lexeme: CompiledLexeme, segment: Segment, bits: Uint32Array): boolean {
  let found = false;
  forEachTerm(lexeme, segment, (term) => {
    segment.addDocuments(term, bits);
    found = true;
  });
  return found;
}

/** Calls the function for every term that a lexeme matches. */
export function forEachTerm(
  { bytes, hash, prefix }: CompiledLexeme,
  segment: Segment,
  take: (term: number) => void,
): void {
  if (prefix) {
    for (let term = segment.firstTerm(bytes, false), end = segment.firstTerm(bytes, true); term < end; term++)
      take(term);
  } else {
    const term = segment.termOf(bytes, hash);
    if (term >= 0) take(term);
  }
}

// A list that is longer by this factor is searched instead of scanned.
const MUCH_LONGER = 16;

/** Finds the documents that contain all of several terms. */
class Conjunction {
  /** Matches as a list, while there are few. Longer lists are stored as bitmaps, so this is enough. */
  private readonly found = new Uint16Array(2 * MAX_WORDS);
  private size = 0;

  /**
   * @param bits overwritten with the matches
   * @returns false if there are no matches; true if there may be some
   */
  match(segment: Segment, terms: readonly number[], bits: Uint32Array): boolean {
    const { frequencies, postings, lists, bitmaps } = segment.arrays;
    const rarestFirst = terms.length === 1 ? terms : terms.toSorted((a, b) => frequencies[a]! - frequencies[b]!);
    const first = rarestFirst[0]!;
    const from = postings[first]!;
    if (segment.isDense(first)) {
      for (let word = 0; word < segment.words; word++) bits[word] = bitmaps[from + word]!;
      for (let index = 1; index < rarestFirst.length; index++) {
        const start = postings[rarestFirst[index]!]!;
        for (let word = 0; word < segment.words; word++) bits[word]! &= bitmaps[start + word]!;
      }
      return true;
    }
    this.size = frequencies[first]!;
    for (let at = 0; at < this.size; at++) this.found[at] = lists[from + at]!;
    for (let index = 1; index < rarestFirst.length && this.size > 0; index++) {
      const term = rarestFirst[index]!;
      if (segment.isDense(term)) this.retainFromBitmap(bitmaps, postings[term]!);
      else this.retainFromList(lists, postings[term]!, frequencies[term]!);
    }
    bits.fill(0, 0, segment.words);
    for (let at = 0; at < this.size; at++) {
      const document = this.found[at]!;
      bits[document >>> 5]! |= 1 << (document & 31);
    }
    return this.size > 0;
  }

  private retainFromBitmap(bitmaps: Uint32Array, from: number): void {
    const { found, size } = this;
    let retained = 0;
    for (let at = 0; at < size; at++) {
      const document = found[at]!;
      if ((bitmaps[from + (document >>> 5)]! & (1 << (document & 31))) !== 0) found[retained++] = document;
    }
    this.size = retained;
  }

  private retainFromList(list: Uint16Array, from: number, length: number): void {
    const { found, size } = this;
    const isMuchLonger = length > MUCH_LONGER * size;
    let retained = 0;
    let other = from;
    const end = from + length;
    for (let at = 0; at < size && other < end; at++) {
      const document = found[at]!;
      if (isMuchLonger) other = firstFrom(list, other, end, document);
      else while (other < end && list[other]! < document) other++;
      if (other < end && list[other] === document) found[retained++] = document;
    }
    this.size = retained;
  }
}

/** Returns the first index in an ascending list whose document is greater than or equal to the given one. */
function firstFrom(list: Uint16Array, start: number, end: number, document: number): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle]! < document) low = middle + 1;
    else high = middle;
  }
  return low;
}
