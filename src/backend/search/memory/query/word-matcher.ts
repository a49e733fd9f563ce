import { intersect, isEmpty, MOST_WORDS, setAll, subtract, unite } from '../segment/bits.js';
import type { Segment } from '../segment/segment.js';
import type { CompiledLexeme, CompiledPhrase, CompiledWords } from './compiled-words.js';
import { PhrasePositions } from './phrase-positions.js';

/** Finds the documents of a segment that have certain words. */
export class WordMatcher {
  private readonly spare: Uint32Array[] = [];
  private readonly positions = new PhrasePositions();

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
          if (found) unite(bits, own, 0, segment.words);
          return found;
        });
    }
  }

  private matchAll(
    { wanted, unwanted }: CompiledWords & { kind: 'and' },
    segment: Segment,
    bits: Uint32Array,
  ): boolean {
    const [first, ...rest] = wanted;
    if (!first) setAll(bits, segment.size);
    else if (!this.match(first, segment, bits)) return false;
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
    if (query.kind === 'lexeme' && !query.prefix) {
      const term = segment.termOf(query.bytes);
      if (term < 0) return false;
      if (segment.isDense(term)) {
        intersect(bits, segment.arrays.bitmaps, segment.arrays.postings[term]!, segment.words);
        return true;
      }
    }
    return this.withSpare((own) => {
      if (!this.match(query, segment, own)) return false;
      intersect(bits, own, 0, segment.words);
      return true;
    });
  }

  private matchPhrase({ words }: CompiledPhrase, segment: Segment, bits: Uint32Array): boolean {
    for (const [index, lexemes] of words.entries()) {
      const word = { kind: 'or' as const, parts: lexemes };
      if (!(index === 0 ? this.match(word, segment, bits) : this.narrow(word, segment, bits))) return false;
    }
    if (isEmpty(bits, segment.words)) return false;
    this.positions.start(segment, bits);
    for (const lexemes of words) {
      for (const lexeme of lexemes) forEachTerm(lexeme, segment, (term) => this.positions.collect(term));
      this.positions.nextWord();
    }
    return this.positions.finish(bits);
  }

  private withSpare<Result>(use: (bits: Uint32Array) => Result): Result {
    const bits = this.spare.pop() ?? new Uint32Array(MOST_WORDS);
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

function forEachTerm({ bytes, prefix }: CompiledLexeme, segment: Segment, take: (term: number) => void): void {
  if (prefix) {
    for (let term = segment.firstTerm(bytes, false), end = segment.firstTerm(bytes, true); term < end; term++)
      take(term);
  } else {
    const term = segment.termOf(bytes);
    if (term >= 0) take(term);
  }
}
