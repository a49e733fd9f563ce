import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { type WeightedTerm, weightedTerms, type ParsedText, readTexts } from '../model/document-terms.js';
import type { Database } from '../../../platform/database/schema.js';
import type { Stemmer } from '../../analysis/stemmer.js';
import { inSlices, type Slices } from '../../../platform/background-jobs/slices.js';
import { loadJobTexts, type JobText } from '../vectors/meaning-rows.js';

const MAX_DOCUMENTS = 20_000;
/** Maximum number of jobs of one employer, so that no employer dominates the corpus. */
const MAX_OF_AN_EMPLOYER = 500;
const READ_AT_ONCE = 200;

/** A document of the corpus. */
export interface TrainingDocument {
  /** The employer: repetitions by the same employer count only a few times. */
  employer: string;
  /** The base language of its words. */
  language: string;
  terms: readonly WeightedTerm[];
}

/** A document whose terms and spellings are numbers; see `TrainingCorpus`. The arrays have one entry per term. */
export interface NumberedDocument {
  employer: string;
  language: string;
  terms: Uint32Array;
  surfaces: Uint32Array;
  weights: Float64Array;
  /** 1 if the term is in the title or among the subjects. */
  isSubject: Uint8Array;
}

/**
 * The documents of a training. Only one of several documents with the same terms is kept. Terms are stored as numbers in typed arrays,
 * because 20,000 documents of objects and strings exceed the heap of a server that runs with `--max-old-space-size=256`.
 */
export class TrainingCorpus {
  readonly terms = new NumberedTexts();
  readonly surfaces = new NumberedTexts();
  private readonly documents: NumberedDocument[] = [];
  private readonly digests = new Set<string>();
  private isSorted = true;

  get size(): number {
    return this.documents.length;
  }

  add({ employer, language, terms }: TrainingDocument): void {
    const digest = digestOf(terms);
    if (this.digests.has(digest)) return;
    this.digests.add(digest);
    this.isSorted = false;
    this.documents.push({
      employer,
      language,
      terms: Uint32Array.from(terms, ({ term }) => this.terms.numberOf(term)),
      surfaces: Uint32Array.from(terms, ({ surface }) => this.surfaces.numberOf(surface)),
      weights: Float64Array.from(terms, ({ weight }) => weight),
      isSubject: Uint8Array.from(terms, ({ isSubject }) => (isSubject ? 1 : 0)),
    });
  }

  /** @returns the documents, those of one employer after each other */
  byEmployer(): readonly NumberedDocument[] {
    if (!this.isSorted) this.documents.sort((a, b) => (a.employer < b.employer ? -1 : a.employer > b.employer ? 1 : 0));
    this.isSorted = true;
    return this.documents;
  }
}

function digestOf(terms: readonly WeightedTerm[]): string {
  const text = terms
    .map(({ term }) => term)
    .sort()
    .join(' ');
  return createHash('sha1').update(text).digest('base64');
}

/** Texts by consecutive numbers. */
class NumberedTexts {
  private readonly numbers = new Map<string, number>();
  private readonly texts: string[] = [];

  get size(): number {
    return this.texts.length;
  }

  numberOf(text: string): number {
    const known = this.numbers.get(text);
    if (known !== undefined) return known;
    // A copy: V8 keeps the whole text of an advert for a word that was cut out of it.
    const own = Buffer.from(text).toString();
    this.numbers.set(own, this.texts.length);
    return this.texts.push(own) - 1;
  }

  textOf(number: number): string {
    return this.texts[number]!;
  }
}

/**
 * Loads a sample of the published jobs of all sites, which is deterministic for the same jobs.
 *
 * @param keepGoing called between batches; returns false to stop
 * @returns undefined if it was stopped
 */
export async function loadCorpus(
  database: Kysely<Database>,
  stemmer: Stemmer,
  keepGoing: () => Promise<boolean>,
): Promise<TrainingCorpus | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select id, row_number() over (partition by organization_id order by hashint8(id), id) as of_employer
      from job where state = 'published'
    ) as numbered
    where of_employer <= ${MAX_OF_AN_EMPLOYER}::integer order by hashint8(id), id limit ${MAX_DOCUMENTS}::integer
  `.execute(database);
  const corpus = new TrainingCorpus();
  for (let from = 0; from < rows.length; from += READ_AT_ONCE) {
    if (!(await keepGoing())) return undefined;
    const texts = await loadJobTexts(
      database,
      rows.slice(from, from + READ_AT_ONCE).map(({ id }) => id),
    );
    const parsed = await readTexts(database, stemmer, texts);
    await inSlices(addDocuments(corpus, texts, parsed, stemmer));
  }
  return corpus;
}

function* addDocuments(
  corpus: TrainingCorpus,
  texts: readonly JobText[],
  parsed: readonly ParsedText[],
  stemmer: Stemmer,
): Slices<void> {
  for (const [index, text] of parsed.entries()) {
    corpus.add({
      employer: texts[index]!.employer,
      language: text.language,
      terms: weightedTerms(text, stemmer),
    });
    yield;
  }
}
