import { intersect, isEmpty, MAX_WORDS, setAll, subtract, union } from '../segment/bits.js';
import type { Segment } from '../segment/segment.js';
import type { CompiledLexeme, CompiledPhrase, CompiledWords } from './compiled-words.js';
import { Conjunction } from './conjunction.js';
import { PhrasePositions } from './phrase-positions.js';

/** Finds the documents of a segment that have certain words. */
export class WordMatcher {
  private readonly spare: Uint32Array[] = [];
  private readonly positions = new PhrasePositions();
  private readonly conjunction = new Conjunction();

  /**
   * @param bits what is found, dead or alive, takes the place of what it holds.
   * @returns whether there is anything; true may be wrong.
   */
  match(query: CompiledWords, segment: Segment, bits: Uint32Array): boolean {
    if (query.kind === 'and') return this.matchAll(query, segment, bits);
    bits.fill(0, 0, segment.words);
    return this.add(query, segment, bits);
  }

  /** Adds to the set what is found. */
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

  /** Leaves in the set what is found as well. */
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

/** Every term that a lexeme stands for. */
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
