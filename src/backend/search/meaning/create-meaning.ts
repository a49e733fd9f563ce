import type { BackgroundTask } from '../../platform/background-jobs/recurring-work.js';
import type { ComparedSearch, JobSimilarity, Similarities } from '../../platform/search-index/search-index.port.js';
import { corpusEncoder, type Encoder } from './vectors/encoders.js';
import { type MeaningModel, cosine, meanOf, type MeaningVector } from './model/meaning-model.js';
import { weightedTerms, readTexts } from './model/document-terms.js';
import { MEANING_TIMING, MeaningWork, type MeaningWorkOptions } from './vectors/meaning-work.js';
import { loadVectors, listModels, loadModel, type ModelSource, type StoredModel } from './vectors/meaning-rows.js';

/** Vectors that represent the meaning of jobs; see docs/search.md. */
export interface Meaning extends JobSimilarity {
  /** Starts computing models and vectors in this process; otherwise those of other processes are used. */
  startJobs(): BackgroundTask;
}

/** Minimum similarity of related words. */
const MIN_WORD_SIMILARITY = 0.3;

export function createMeaning(options: MeaningWorkOptions): Meaning {
  const { database } = options;
  const models = new CurrentModels(options);
  return {
    model: async () => (await models.ofTexts())?.id,
    async toJob(job, candidates) {
      if (candidates.length === 0) return new Map();
      for (const { id } of await models.ofJobs()) {
        const vectors = await loadVectors(database, id, [job, ...candidates]);
        const own = vectors.get(job);
        vectors.delete(job);
        if (own) return similarities(own, vectors);
      }
      return new Map();
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

  constructor(private readonly options: MeaningWorkOptions) {}

  /**
   * Returns the models for comparing jobs with each other, in the order in which they are tried: that of the embeddings service, if there is
   * one; and that of the corpus for jobs without a vector of the service, which may be unavailable or have refused their texts.
   */
  async ofJobs(): Promise<StoredModel[]> {
    const models = await this.complete();
    const ofSource = (wanted: ModelSource) => models.filter(({ source }) => source === wanted);
    return [...(this.options.embeddings ? ofSource('endpoint') : []), ...ofSource('corpus')];
  }

  /** Returns the corpus model for texts without stored vectors, so that no request waits for the service, and no resume is sent to it. */
  async ofTexts(): Promise<LoadedModel | undefined> {
    const stored = (await this.complete()).find(({ source }) => source === 'corpus');
    if (!stored) return undefined;
    if (this.loaded?.id === stored.id) return this.loaded;
    const { database, stemmer } = this.options;
    const model = await loadModel(database, stored.id);
    if (!model) return undefined;
    this.loaded = { id: stored.id, model, encoder: corpusEncoder(database, stemmer, model, 0) };
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
    const { database, stemmer } = this.options;
    const text = { language, title: typed, subjects: [], description: '', tids: [] };
    const [parsed] = await readTexts(database, stemmer, [text]);
    const terms = weightedTerms(parsed!, stemmer);
    const vectors = found.length > 0 ? await loadVectors(database, id, found) : new Map<number, MeaningVector>();
    const vector = meanOf([...vectors.values()]) ?? model.encode(terms, 1);
    return vector && { id, model, vector, terms: new Set(terms.map(({ term }) => term)) };
  }

  private async complete(): Promise<readonly StoredModel[]> {
    const { database, timing = MEANING_TIMING } = this.options;
    if (performance.now() - this.checkedAt > timing.lookEveryMs) {
      this.checkedAt = performance.now();
      this.known = (await listModels(database)).filter(({ isComplete }) => isComplete);
    }
    return this.known;
  }
}
