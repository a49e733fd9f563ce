import type { Kysely } from 'kysely';
import type { BackgroundTask } from '../../platform/background-jobs/recurring-work.js';
import type { Database } from '../../platform/database/schema.js';
import type { ComparedSearch, JobSimilarity, Similarities } from '../../platform/search-index/search-index.port.js';
import type { Stemmer } from '../analysis/stemmer.js';
import { corpusEncoder, type Encoder } from './vectors/encoders.js';
import { type MeaningModel, cosine, meanOf, type MeaningVector } from './model/meaning-model.js';
import { weightedTerms, readTexts } from './model/document-terms.js';
import { MEANING_TIMING, MeaningWork, type MeaningWorkOptions } from './vectors/meaning-work.js';
import { loadVectors, listModels, loadModel, type StoredModel } from './vectors/meaning-rows.js';

/** Vectors that represent the meaning of jobs; see docs/search.md. */
export interface Meaning extends JobSimilarity {
  /** Starts computing models and vectors in this process; otherwise those of other processes are used. */
  startJobs(): BackgroundTask;
}

/** Minimum similarity of related words. */
const MIN_WORD_SIMILARITY = 0.3;

export function createMeaning(options: MeaningWorkOptions): Meaning {
  const { database, stemmer, timing = MEANING_TIMING } = options;
  const models = new CurrentModels(database, stemmer, timing.lookEveryMs);
  return {
    model: async () => (await models.ofTexts())?.id,
    async toJob(job, candidates) {
      const model = await models.ofJobs();
      if (!model || candidates.length === 0) return new Map();
      const vectors = await loadVectors(database, model.id, [job, ...candidates]);
      const own = vectors.get(job);
      vectors.delete(job);
      return own ? similarities(own, vectors) : new Map();
    },
    async toText(text, candidates) {
      const model = await models.ofTexts();
      if (!model || candidates.length === 0) return new Map();
      const [own] = (await model.encoder.encode([text])) ?? [];
      return own ? similarities(own, await loadVectors(database, model.id, candidates)) : new Map();
    },
    async relatedWords(search, limit) {
      const { language } = search;
      const query = await models.readSearch(search);
      if (!query) return [];
      const { model, vector, terms } = query;
      return model
        .nearestTerms(vector, { language, without: terms, limit, least: MIN_WORD_SIMILARITY })
        .map(({ label }) => label);
    },
    async toSearch(search, candidates) {
      const query = await models.readSearch(search);
      if (!query || candidates.length === 0) return new Map();
      return similarities(query.vector, await loadVectors(database, query.id, candidates));
    },
    async ofTexts(job, texts) {
      const model = await models.ofTexts();
      const own = model && (await loadVectors(database, model.id, [job])).get(job);
      if (!own) return texts.map(() => undefined);
      const vectors = await model.encoder.encode(texts);
      return texts.map((_, index) => {
        const vector = vectors?.[index];
        return vector && cosine(own, vector);
      });
    },
    startJobs: () => new MeaningWork(options),
  };
}

function similarities(own: MeaningVector, vectors: ReadonlyMap<number, MeaningVector>): Similarities {
  return new Map([...vectors].map(([job, vector]) => [job, cosine(own, vector)]));
}

interface LoadedModel {
  id: number;
  model: MeaningModel;
  encoder: Encoder;
}

/** The models in use: those for which every job has a vector. */
class CurrentModels {
  private known: readonly StoredModel[] = [];
  private checkedAt = -Infinity;
  private loaded: LoadedModel | undefined;

  constructor(
    private readonly database: Kysely<Database>,
    private readonly stemmer: Stemmer,
    private readonly lookEveryMs: number,
  ) {}

  /** Returns the model for comparing jobs with each other: that of the embeddings service, if there is one. */
  async ofJobs(): Promise<StoredModel | undefined> {
    const models = await this.complete();
    return models.find(({ source }) => source === 'endpoint') ?? models[0];
  }

  /** Returns the corpus model for texts without stored vectors, so that no request waits for the service, and no resume is sent to it. */
  async ofTexts(): Promise<LoadedModel | undefined> {
    const stored = (await this.complete()).find(({ source }) => source === 'corpus');
    if (!stored) return undefined;
    if (this.loaded?.id === stored.id) return this.loaded;
    const model = await loadModel(this.database, stored.id);
    if (!model) return undefined;
    this.loaded = { id: stored.id, model, encoder: corpusEncoder(this.database, this.stemmer, model, 0) };
    return this.loaded;
  }

  /** @returns the vector of the search and the typed terms; undefined if the model knows none of them */
  async readSearch({
    typed,
    language,
    found,
  }: ComparedSearch): Promise<
    { id: number; model: MeaningModel; vector: MeaningVector; terms: ReadonlySet<string> } | undefined
  > {
    const loaded = await this.ofTexts();
    if (!loaded) return undefined;
    const { id, model } = loaded;
    const text = { language, title: typed, subjects: [], description: '', tids: [] };
    const [parsed] = await readTexts(this.database, this.stemmer, [text]);
    const terms = weightedTerms(parsed!, this.stemmer);
    const vectors = found.length > 0 ? await loadVectors(this.database, id, found) : new Map<number, MeaningVector>();
    const vector = meanOf([...vectors.values()]) ?? model.encode(terms, 1);
    return vector && { id, model, vector, terms: new Set(terms.map(({ term }) => term)) };
  }

  private async complete(): Promise<readonly StoredModel[]> {
    if (performance.now() - this.checkedAt > this.lookEveryMs) {
      this.checkedAt = performance.now();
      this.known = (await listModels(this.database)).filter(({ isComplete }) => isComplete);
    }
    return this.known;
  }
}
