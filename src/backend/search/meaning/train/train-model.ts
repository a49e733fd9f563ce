import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { inSlices, type Slices } from '../../../platform/background-jobs/slices.js';
import { isTaxonomyTerm } from '../model/document-terms.js';
import { MeaningModel, type ModelTerm, DIMENSIONS, quantize } from '../model/meaning-model.js';
import type { NumberedDocument, TrainingCorpus } from './training-corpus.js';

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

/** A term of the model, with its number in the corpus. */
interface ChosenTerm extends ModelTerm {
  number: number;
}

/** @returns a model, which is deterministic for the same documents and options; undefined if the documents have too little in common */
export async function trainModel(
  corpus: TrainingCorpus,
  options: TrainingOptions = TRAINING,
): Promise<MeaningModel | undefined> {
  const chosen = await inSlices(chooseTerms(corpus, options));
  if (chosen.length < DIMENSIONS / 4) return undefined;
  const vocabulary = await inSlices(describeTerms(corpus, chosen));
  const input = await inSlices(toThreadInput(corpus, vocabulary, options));
  const computed = await computeVectors(input);
  const vectors = new Int8Array(vocabulary.length * DIMENSIONS);
  for (let term = 0; term < vocabulary.length; term++) {
    const quantized = quantize(computed.subarray(term * DIMENSIONS, (term + 1) * DIMENSIONS));
    if (quantized) vectors.set(quantized, term * DIMENSIONS);
  }
  const terms = vocabulary.map(({ term, label, languages, documents }) => ({ term, label, languages, documents }));
  return new MeaningModel(terms, vectors, corpus.size);
}

async function computeVectors(input: ThreadInput): Promise<Float32Array> {
  const pool = new Piscina<ThreadInput, Float32Array>({ filename: PROGRAM, maxThreads: 1, minThreads: 0 });
  try {
    return await pool.run(input, { name: 'computeTermVectors' });
  } finally {
    await pool.destroy();
  }
}

/** Minimum share of a term's documents in a language for the term to belong to it. */
const PART_OF_A_LANGUAGE = 0.15;

/** @returns the terms that enough employers use, those of the most documents first */
function* chooseTerms(
  corpus: TrainingCorpus,
  { minEmployers, maxTerms }: TrainingOptions,
): Slices<{ number: number; documents: number }[]> {
  const count = corpus.terms.size;
  const documents = new Uint32Array(count);
  const employers = new Uint32Array(count);
  const lastEmployer = new Uint32Array(count);
  let employer = 0;
  let name: string | undefined;
  for (const document of corpus.byEmployer()) {
    if (document.employer !== name) employer++;
    name = document.employer;
    for (const term of document.terms) {
      documents[term]!++;
      if (lastEmployer[term] === employer) continue;
      lastEmployer[term] = employer;
      employers[term]!++;
    }
    yield;
  }
  const textOf = (number: number): string => corpus.terms.textOf(number);
  return Array.from(documents, (of, number) => ({ number, documents: of }))
    .filter(({ number }) => employers[number]! >= minEmployers)
    .sort((a, b) => b.documents - a.documents || (textOf(a.number) < textOf(b.number) ? -1 : 1))
    .slice(0, maxTerms);
}

/** Adds the languages of the terms, and their most frequent spelling as the label. */
function* describeTerms(
  corpus: TrainingCorpus,
  chosen: readonly { number: number; documents: number }[],
): Slices<ChosenTerm[]> {
  const uses = new Map(
    chosen.map(({ number }) => [number, { languages: new Map<string, number>(), surfaces: new Map<number, number>() }]),
  );
  for (const { language, terms, surfaces } of corpus.byEmployer()) {
    for (const [index, term] of terms.entries()) {
      const use = uses.get(term);
      if (!use) continue;
      const surface = surfaces[index]!;
      use.languages.set(language, (use.languages.get(language) ?? 0) + 1);
      use.surfaces.set(surface, (use.surfaces.get(surface) ?? 0) + 1);
    }
    yield;
  }
  return chosen.map(({ number, documents }) => {
    const { languages, surfaces } = uses.get(number)!;
    return {
      number,
      term: corpus.terms.textOf(number),
      label: corpus.surfaces.textOf(mostFrequent(surfaces)),
      languages: [...languages].filter(([, n]) => n >= documents * PART_OF_A_LANGUAGE).map(([language]) => language),
      documents,
    };
  });
}

function mostFrequent(counts: ReadonlyMap<number, number>): number {
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}

function* toThreadInput(
  corpus: TrainingCorpus,
  vocabulary: readonly ChosenTerm[],
  options: TrainingOptions,
): Slices<ThreadInput> {
  /** Positions in the vocabulary by the number in the corpus; -1 for terms that are not in the vocabulary. */
  const positions = new Int32Array(corpus.terms.size).fill(-1);
  for (const [position, { number }] of vocabulary.entries()) positions[number] = position;
  const information = vocabulary.map(({ documents }) => Math.log((corpus.size + 1) / documents));
  const [offsets, terms, isSubject, employers]: number[][] = [[0], [], [], []];
  const numberOfEmployer = new Map<string, number>();
  for (const document of corpus.byEmployer()) {
    const known = knownTerms(document, positions);
    const described = known
      .filter((each) => !each.isSubject)
      .map((each) => ({ ...each, rank: each.weight * information[each.position]! }))
      .sort((a, b) => b.rank - a.rank || (vocabulary[a.position]!.term < vocabulary[b.position]!.term ? -1 : 1))
      .slice(0, options.maxDescriptionTerms);
    for (const each of [...known.filter((term) => term.isSubject), ...described]) {
      terms!.push(each.position);
      isSubject!.push(each.isSubject ? 1 : 0);
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

function knownTerms(
  { terms, weights, isSubject }: NumberedDocument,
  positions: Int32Array,
): { position: number; weight: number; isSubject: boolean }[] {
  return [...terms].flatMap((term, index) => {
    const position = positions[term]!;
    return position < 0 ? [] : [{ position, weight: weights[index]!, isSubject: isSubject[index] === 1 }];
  });
}
