import { gunzipSync, gzipSync } from 'node:zlib';
import { isTaxonomyTerm, type WeightedTerm } from './document-terms.js';

/** Dimension of all vectors, whichever model produced them. */
export const DIMENSIONS = 64;

const MAX_VALUE = 127;
const FORMAT = 1;
/** Minimum number of known words for encoding a text. */
const MIN_KNOWN_TERMS = 2;

/** A direction in the vector space: `DIMENSIONS` numbers from -127 to 127. */
export type MeaningVector = Int8Array;

/** @returns the direction of a vector with one byte per dimension; undefined if the vector is zero or not finite */
export function quantize(vector: ArrayLike<number>): MeaningVector | undefined {
  let largest = 0;
  for (let k = 0; k < DIMENSIONS; k++) {
    const value = Math.abs(vector[k] ?? 0);
    if (!Number.isFinite(value)) return undefined;
    largest = Math.max(largest, value);
  }
  if (largest === 0) return undefined;
  const quantized = new Int8Array(DIMENSIONS);
  // The largest component uses the whole range; `cosine` normalizes the lengths.
  for (let k = 0; k < DIMENSIONS; k++) quantized[k] = Math.round(((vector[k] ?? 0) / largest) * MAX_VALUE);
  return quantized;
}

/** Returns the dot product of two vectors that are parts of larger arrays. */
function dot(a: Int8Array, aStart: number, b: Int8Array, bStart: number): number {
  let sum = 0;
  for (let k = 0; k < DIMENSIONS; k++) sum += a[aStart + k]! * b[bStart + k]!;
  return sum;
}

/** Returns the length of a vector that is part of a larger array. */
function lengthOf(vectors: Int8Array, start = 0): number {
  return Math.sqrt(dot(vectors, start, vectors, start));
}

/** Returns the cosine similarity: 1 for the same direction, 0 for orthogonal vectors, -1 for opposite ones. */
export function cosine(a: MeaningVector, b: MeaningVector): number {
  return dot(a, 0, b, 0) / (lengthOf(a) * lengthOf(b));
}

/** @returns the mean direction of several vectors; undefined if there are none, or they cancel each other out */
export function meanOf(vectors: readonly MeaningVector[]): MeaningVector | undefined {
  const sum = new Float64Array(DIMENSIONS);
  for (const vector of vectors) {
    const length = lengthOf(vector);
    for (let k = 0; k < DIMENSIONS; k++) sum[k]! += vector[k]! / length;
  }
  return quantize(sum);
}

/** Data of a term besides its vector. */
export interface ModelTerm {
  /** A stem, or a vocabulary term (`taxonomyTerm`). */
  term: string;
  /** Its most frequent spelling. */
  label: string;
  /** Base languages (`en`) of the documents that contain it. */
  languages: readonly string[];
  /** Number of documents that contain it. */
  documents: number;
}

/** A term with a similar meaning. */
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

/** Vectors of the terms of a corpus: terms that occur in similar contexts have similar vectors. */
export class MeaningModel {
  private readonly numbers: ReadonlyMap<string, number>;
  /** Length of each term's vector; 0 if nothing is known of the term. */
  private readonly lengths: Float32Array;

  /**
   * @param terms terms in the order of their vectors
   * @param vectors concatenated vectors; zeros for a term of which nothing is known
   * @param documents number of documents in the corpus
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

  /** Approximate size in memory. */
  get bytes(): number {
    return this.vectors.byteLength + this.terms.length * 250;
  }

  /** Returns the inverse document frequency of a term; 0 for unknown terms. */
  informationOf(term: string): number {
    const number = this.numbers.get(term);
    return number === undefined ? 0 : Math.log((this.documents + 1) / (this.terms[number]!.documents + 0.5));
  }

  /** @returns the vector of a text; undefined if too few of its terms are known */
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
   * Returns the terms with the most similar meaning.
   *
   * @param language restricts the result to words of documents in this language
   * @param without terms to exclude
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

  /** Serializes the model for storage. */
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

  /** @returns undefined if the bytes are not a model in the format of this version */
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
