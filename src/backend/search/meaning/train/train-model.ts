import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { inSlices, type Slices } from '../../../platform/background-jobs/slices.js';
import { isTaxonomyTerm, type WeightedTerm } from '../model/document-terms.js';
import { MeaningModel, type ModelTerm } from '../model/meaning-model.js';
import { DIMENSIONS, quantize } from '../model/vectors.js';

/** A document of the corpus. */
export interface TrainingDocument {
  /** The employer: repetitions by the same employer count only a few times. */
  employer: string;
  /** The base language of its words. */
  language: string;
  terms: readonly WeightedTerm[];
}

/** Parameters of the training. */
export interface TrainingOptions {
  seed: number;
  /** Minimum number of employers that must use a term, or a pair of terms, for it to count. */
  minEmployers: number;
  /** Maximum count of a pair within the documents of one employer. */
  maxPerEmployer: number;
  maxTerms: number;
  /** Maximum number of words used from a description: those with the highest weight. */
  maxDescriptionTerms: number;
  /** Factor for vocabulary terms as contexts, because they are common to all languages. */
  taxonomyWeight: number;
  /** Strength with which vocabulary terms attract the words that occur with them, across languages. */
  taxonomyPull: number;
}

export const TRAINING: TrainingOptions = {
  seed: 20_261_125,
  minEmployers: 2,
  maxPerEmployer: 3,
  maxTerms: 20_000,
  maxDescriptionTerms: 60,
  taxonomyWeight: 2,
  taxonomyPull: 1,
};

/** Input of the thread that computes vectors; see `term-vectors.worker.mjs`. */
interface ThreadInput extends Omit<TrainingOptions, 'maxTerms' | 'maxDescriptionTerms'> {
  offsets: Uint32Array;
  terms: Uint32Array;
  isSubject: Uint8Array;
  employers: Uint32Array;
  isTaxonomy: Uint8Array;
  termCount: number;
  dimensions: number;
}

const PROGRAM = fileURLToPath(new URL('./term-vectors.worker.mjs', import.meta.url));

/** @returns a model, which is deterministic for the same documents and options; undefined if the documents have too little in common */
export async function trainModel(
  documents: readonly TrainingDocument[],
  options: TrainingOptions = TRAINING,
): Promise<MeaningModel | undefined> {
  const distinct = await inSlices(distinctDocuments(documents));
  const vocabulary = await inSlices(collectTerms(distinct, options));
  if (vocabulary.length < DIMENSIONS / 4) return undefined;
  const input = await inSlices(toThreadInput(distinct, vocabulary, options));
  const computed = await computeVectors(input);
  const vectors = new Int8Array(vocabulary.length * DIMENSIONS);
  for (let term = 0; term < vocabulary.length; term++) {
    const quantized = quantize(computed.subarray(term * DIMENSIONS, (term + 1) * DIMENSIONS));
    if (quantized) vectors.set(quantized, term * DIMENSIONS);
  }
  return new MeaningModel(vocabulary, vectors, distinct.length);
}

async function computeVectors(input: ThreadInput): Promise<Float32Array> {
  const pool = new Piscina<ThreadInput, Float32Array>({ filename: PROGRAM, maxThreads: 1, minThreads: 0 });
  try {
    return await pool.run(input, { name: 'computeTermVectors' });
  } finally {
    await pool.destroy();
  }
}

/** Removes documents with identical text and groups the rest by employer. */
function* distinctDocuments(documents: readonly TrainingDocument[]): Slices<TrainingDocument[]> {
  const byText = new Map<string, TrainingDocument>();
  for (const document of documents) {
    const text = document.terms
      .map(({ term }) => term)
      .sort()
      .join(' ');
    if (!byText.has(text)) byText.set(text, document);
    yield;
  }
  return [...byText.values()].sort((a, b) => (a.employer < b.employer ? -1 : a.employer > b.employer ? 1 : 0));
}

interface TermStatistics {
  documents: number;
  employers: Set<string>;
  languages: Map<string, number>;
  surfaces: Map<string, number>;
}

/** Maximum number of distinct employers counted per term. */
const MAX_COUNTED_EMPLOYERS = 8;
/** Minimum share of a term's documents in a language for the term to belong to it. */
const PART_OF_A_LANGUAGE = 0.15;

function* collectTerms(
  documents: readonly TrainingDocument[],
  { minEmployers, maxTerms }: TrainingOptions,
): Slices<ModelTerm[]> {
  const statistics = new Map<string, TermStatistics>();
  for (const { employer, language, terms } of documents) {
    for (const { term, surface } of terms) {
      const known = statistics.get(term) ?? {
        documents: 0,
        employers: new Set(),
        languages: new Map<string, number>(),
        surfaces: new Map<string, number>(),
      };
      statistics.set(term, known);
      known.documents++;
      if (known.employers.size < MAX_COUNTED_EMPLOYERS) known.employers.add(employer);
      known.languages.set(language, (known.languages.get(language) ?? 0) + 1);
      known.surfaces.set(surface, (known.surfaces.get(surface) ?? 0) + 1);
    }
    yield;
  }
  return [...statistics]
    .filter(([, { employers }]) => employers.size >= minEmployers)
    .sort(([a, one], [b, other]) => other.documents - one.documents || (a < b ? -1 : 1))
    .slice(0, maxTerms)
    .map(([term, { documents: count, languages, surfaces }]) => ({
      term,
      label: mostFrequent(surfaces),
      languages: [...languages].filter(([, n]) => n >= count * PART_OF_A_LANGUAGE).map(([language]) => language),
      documents: count,
    }));
}

function mostFrequent(counts: ReadonlyMap<string, number>): string {
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}

function* toThreadInput(
  documents: readonly TrainingDocument[],
  vocabulary: readonly ModelTerm[],
  options: TrainingOptions,
): Slices<ThreadInput> {
  const numbers = new Map(vocabulary.map(({ term }, number) => [term, number]));
  const information = (term: string): number =>
    Math.log((documents.length + 1) / vocabulary[numbers.get(term)!]!.documents);
  const [offsets, terms, isSubject, employers]: number[][] = [[0], [], [], []];
  const numberOfEmployer = new Map<string, number>();
  for (const document of documents) {
    const known = document.terms.filter(({ term }) => numbers.has(term));
    const described = known
      .filter((each) => !each.isSubject)
      .sort((a, b) => b.weight * information(b.term) - a.weight * information(a.term) || (a.term < b.term ? -1 : 1))
      .slice(0, options.maxDescriptionTerms);
    for (const { term, isSubject: subject } of [...known.filter((each) => each.isSubject), ...described]) {
      terms!.push(numbers.get(term)!);
      isSubject!.push(subject ? 1 : 0);
    }
    offsets!.push(terms!.length);
    if (!numberOfEmployer.has(document.employer)) numberOfEmployer.set(document.employer, numberOfEmployer.size);
    employers!.push(numberOfEmployer.get(document.employer)!);
    yield;
  }
  const { seed, minEmployers, maxPerEmployer, taxonomyWeight, taxonomyPull } = options;
  return {
    offsets: Uint32Array.from(offsets!),
    terms: Uint32Array.from(terms!),
    isSubject: Uint8Array.from(isSubject!),
    employers: Uint32Array.from(employers!),
    isTaxonomy: Uint8Array.from(vocabulary, ({ term }) => (isTaxonomyTerm(term) ? 1 : 0)),
    termCount: vocabulary.length,
    dimensions: DIMENSIONS,
    seed,
    minEmployers,
    maxPerEmployer,
    taxonomyWeight,
    taxonomyPull,
  };
}
