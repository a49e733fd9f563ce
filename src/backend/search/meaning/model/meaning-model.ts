import { gunzipSync, gzipSync } from 'node:zlib';
import { DIMENSIONS, dot, lengthOf, quantize, type MeaningVector } from './vectors.js';
import { isTaxonomyTerm, type WeightedTerm } from './document-terms.js';

/** What is known of a term, beside its vector. */
export interface ModelTerm {
  /** A stem, or a term of a vocabulary (`taxonomyTerm`). */
  term: string;
  /** As it is mostly written. */
  label: string;
  /** Base languages (`en`) of the documents that have it. */
  languages: readonly string[];
  /** In how many of the documents. */
  documents: number;
}

/** A term that means something like others. */
export interface RelatedTerm {
  label: string;
  /** From 0 to 1. */
  similarity: number;
}

interface Header {
  format: number;
  documents: number;
  terms: readonly (readonly [term: string, label: string, languages: string, documents: number])[];
}

const FORMAT = 1;
/** Fewer known words do not make out what a text is about. */
const MIN_KNOWN_TERMS = 2;

/** Vectors of the terms of a corpus: terms that occur in like company have like vectors. */
export class MeaningModel {
  private readonly numbers: ReadonlyMap<string, number>;
  /** Of each term's vector; 0: nothing is known of it. */
  private readonly lengths: Float32Array;

  /**
   * @param terms in the order of their vectors
   * @param vectors one after the other; of a term of which nothing is known, zeros
   * @param documents how many it was made from
   */
  constructor(
    private readonly terms: readonly ModelTerm[],
    private readonly vectors: Int8Array,
    private readonly documents: number,
  ) {
    this.numbers = new Map(terms.map(({ term }, number) => [term, number]));
    this.lengths = Float32Array.from(terms, (_, number) => lengthOf(vectors, number * DIMENSIONS));
  }

  get size(): number {
    return this.terms.length;
  }

  /** About as much memory as it takes. */
  get bytes(): number {
    return this.vectors.byteLength + this.terms.length * 250;
  }

  /** How much a term says: the rarer, the more. Unknown ones say nothing. */
  informationOf(term: string): number {
    const number = this.numbers.get(term);
    return number === undefined ? 0 : Math.log((this.documents + 1) / (this.terms[number]!.documents + 0.5));
  }

  /** @returns the vector of a text; undefined where too little of it is known */
  encode(terms: readonly WeightedTerm[], minKnown = MIN_KNOWN_TERMS): MeaningVector | undefined {
    const sum = new Float64Array(DIMENSIONS);
    let known = 0;
    for (const { term, weight } of terms) {
      const number = this.numbers.get(term);
      if (number === undefined) continue;
      const length = this.lengths[number]!;
      if (length === 0) continue;
      known++;
      const scale = (weight * this.informationOf(term)) / length;
      for (let k = 0; k < DIMENSIONS; k++) sum[k]! += scale * this.vectors[number * DIMENSIONS + k]!;
    }
    return known >= minKnown ? quantize(sum) : undefined;
  }

  /**
   * The terms that mean most nearly the same.
   *
   * @param language only words that its documents have
   * @param without terms that are known to whoever asks
   */
  nearestTerms(
    vector: MeaningVector,
    {
      language,
      without,
      limit,
      least,
    }: { language: string; without: ReadonlySet<string>; limit: number; least: number },
  ): RelatedTerm[] {
    const length = lengthOf(vector);
    const found: RelatedTerm[] = [];
    for (const [number, { term, label, languages }] of this.terms.entries()) {
      if (isTaxonomyTerm(term) || without.has(term) || !languages.includes(language)) continue;
      const own = this.lengths[number]!;
      if (own === 0) continue;
      const similarity = dot(vector, 0, this.vectors, number * DIMENSIONS) / (length * own);
      if (similarity >= least) found.push({ label, similarity });
    }
    return found.sort((a, b) => b.similarity - a.similarity || (a.label < b.label ? -1 : 1)).slice(0, limit);
  }

  /** The model as it is stored. */
  pack(): Buffer {
    const header: Header = {
      format: FORMAT,
      documents: this.documents,
      terms: this.terms.map(({ term, label, languages, documents }) => [term, label, languages.join(), documents]),
    };
    const text = Buffer.from(JSON.stringify(header));
    const size = Buffer.alloc(4);
    size.writeUInt32LE(text.length);
    return gzipSync(
      Buffer.concat([size, text, Buffer.from(this.vectors.buffer, this.vectors.byteOffset, this.vectors.length)]),
    );
  }

  /** @returns undefined where the bytes are none of this version of the program */
  static unpack(packed: Uint8Array): MeaningModel | undefined {
    try {
      const bytes = gunzipSync(packed);
      const size = bytes.readUInt32LE(0);
      const header = JSON.parse(bytes.toString('utf8', 4, 4 + size)) as Header;
      const vectors = Int8Array.from(bytes.subarray(4 + size), (byte) => (byte << 24) >> 24);
      if (header.format !== FORMAT || vectors.length !== header.terms.length * DIMENSIONS) return undefined;
      const terms = header.terms.map(([term, label, languages, documents]) => ({
        term,
        label,
        languages: languages.split(','),
        documents,
      }));
      return new MeaningModel(terms, vectors, header.documents);
    } catch {
      return undefined;
    }
  }
}
