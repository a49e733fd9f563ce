import type { Kysely } from 'kysely';
import type { BackendLogger, EmbeddingsOptions } from '#contract/backend/backend.js';
import { RecurringWork, type RoundResult } from '../../../platform/background-jobs/recurring-work.js';
import type { ChangeFeed } from '../../../platform/change-feed/change-feed.js';
import type { Database } from '../../../platform/database/schema.js';
import type { Stemmer } from '../../analysis/stemmer.js';
import { EmbeddingsClient } from '../endpoint/embeddings-client.js';
import { loadCorpus } from '../train/load-corpus.js';
import { trainModel } from '../train/train-model.js';
import { corpusEncoder, endpointEncoder, type Encoder } from './encoders.js';
import { loadJobTexts } from './job-texts.js';
import { Lease } from './lease.js';
import {
  completeModel,
  countJobs,
  listModels,
  loadModel,
  storeModel,
  type ModelSource,
  type StoredModel,
} from './models.js';
import { findPending, storeVectors } from './vector-rows.js';

export interface MeaningWorkOptions {
  database: Kysely<Database>;
  /** Tells of changed jobs; without it they are looked for now and then. */
  feed?: ChangeFeed;
  stemmer: Stemmer;
  clock: () => Date;
  logger: BackendLogger;
  /** A service that makes vectors as well; none when missing. */
  embeddings?: EmbeddingsOptions;
  timing?: MeaningTiming;
}

/** When the work is done. */
export interface MeaningTiming {
  /** After the start of the process, whose visitors come first. */
  firstInMs: number;
  /** After a change, so that several come together. */
  afterChangeMs: number;
  /** At the latest. */
  everyMs: number;
  /** How often it is looked whether the corpus has changed. */
  modelEveryMs: number;
  /** How often a process looks whether another one has made a model. */
  lookEveryMs: number;
}

export const MEANING_TIMING: MeaningTiming = {
  firstInMs: 60_000,
  afterChangeMs: 5000,
  everyMs: 10 * 60_000,
  modelEveryMs: 60 * 60_000,
  lookEveryMs: 30_000,
};

/** From fewer jobs no words can be learned. */
const MIN_JOBS = 40;
/** A model is made anew when so much of the corpus is new, changed or gone. */
const CHANGED_PART = 0.2;
/** Another format of models, or of what they are made from, has another name: then the old ones are replaced. */
const FORMAT = 'ppmi-svd-64';
/** Between slices: nobody waits for vectors, and others have searches to be answered. */
const REST_MS = 2;
/** Less than any id. */
const BEFORE_ALL = -1;
const LEASE_RENEWAL_MS = 10_000;

/**
 * Makes models and the vectors of all published jobs, in the background and in one process at a time. All that it knows is in the database, batch
 * by batch, so that another process, or the next one, goes on where this one ends.
 */
export class MeaningWork {
  private readonly lease: Lease;
  private readonly client: EmbeddingsClient | undefined;
  private readonly work: RecurringWork;
  private readonly timing: MeaningTiming;
  private readonly encoders = new Map<number, Encoder>();
  private readonly unsubscribe: (() => void) | undefined;
  private modelsCheckedAt = -Infinity;

  constructor(private readonly options: MeaningWorkOptions) {
    const { database, feed, logger, embeddings, timing = MEANING_TIMING } = options;
    this.timing = timing;
    this.lease = new Lease(database);
    this.client = embeddings && new EmbeddingsClient(embeddings, logger);
    this.work = new RecurringWork({
      round: () => this.round(),
      shortestMs: Math.min(timing.afterChangeMs, timing.everyMs),
      longestMs: timing.everyMs,
      retryMs: timing.everyMs,
      onFailure: (error) => logger.warn({ error: String(error) }, 'Vectors of jobs could not be computed'),
    });
    this.work.wake(timing.firstInMs);
    // Before the first round there is nothing that a change could make old.
    let isStarted = false;
    setTimeout(() => (isStarted = true), timing.firstInMs).unref();
    this.unsubscribe = feed?.subscribe((changes) => {
      if (isStarted && changes.some(({ kind }) => kind === 'job' || kind === 'all'))
        this.work.wake(timing.afterChangeMs);
    });
  }

  /** Ends the work after the batch under way. */
  async stop(): Promise<void> {
    this.unsubscribe?.();
    this.client?.close();
    await this.work.stop();
    await this.lease.giveBack().catch(() => undefined);
  }

  private async round(): Promise<RoundResult> {
    const result = { nextInMs: this.timing.everyMs };
    if (!(await this.mayGoOn())) return result;
    const renewal = setInterval(() => void this.lease.take().catch(() => undefined), LEASE_RENEWAL_MS);
    try {
      const isDue = performance.now() - this.modelsCheckedAt >= this.timing.modelEveryMs;
      // The corpus first: it is there whether a service answers or not.
      for (const source of ['corpus', 'endpoint'] as const) {
        if (isDue) await this.provideModel(source);
        const newest = await this.newest(source);
        if (newest) await this.encodePending(newest);
      }
      if (isDue) this.modelsCheckedAt = performance.now();
    } finally {
      clearInterval(renewal);
    }
    return result;
  }

  private async mayGoOn(): Promise<boolean> {
    return !this.work.isStopped && (await this.lease.take());
  }

  private async newest(source: ModelSource): Promise<StoredModel | undefined> {
    return (await listModels(this.options.database)).find((model) => model.source === source);
  }

  private async provideModel(source: ModelSource): Promise<void> {
    const newest = await this.newest(source);
    if (source === 'endpoint') await this.provideEndpointModel(newest);
    else await this.provideCorpusModel(newest?.name === FORMAT ? newest : undefined);
  }

  private async provideCorpusModel(newest: StoredModel | undefined): Promise<void> {
    const { database, stemmer, clock, logger } = this.options;
    const madeAt = clock();
    const { published, changedSince } = await countJobs(database, newest?.madeAt ?? new Date(0));
    if (published < MIN_JOBS || (newest && !isOutdated(newest, published, changedSince))) return;
    const started = performance.now();
    const documents = await loadCorpus(database, stemmer, () => this.mayGoOn());
    const model = documents.length > 0 ? await trainModel(documents) : undefined;
    if (!model || !(await this.mayGoOn())) return;
    await storeModel(database, { source: 'corpus', name: FORMAT, documents: published, madeAt, terms: model.pack() });
    const seconds = Math.round((performance.now() - started) / 1000);
    logger.info({ documents: documents.length, terms: model.size, seconds }, 'Trained the model of word meanings');
  }

  /** Asks the service for one vector, to know how many numbers its vectors have. */
  private async provideEndpointModel(newest: StoredModel | undefined): Promise<void> {
    const { database, embeddings, clock, logger } = this.options;
    if (!embeddings || !this.client) return;
    if (newest && newest.name.startsWith(`${embeddings.model} `)) return;
    const answer = await this.client.embed([embeddings.model]);
    if ('violation' in answer) {
      logger.warn({ violation: answer.violation }, 'The embeddings endpoint returned an invalid response');
      return;
    }
    const name = endpointName(embeddings.model, answer.vectors[0]!.length);
    await storeModel(database, { source: 'endpoint', name, documents: 0, madeAt: clock(), terms: null });
  }

  private async encodePending(model: StoredModel): Promise<void> {
    const { database } = this.options;
    const encoder = await this.encoderOf(model);
    if (!encoder) return;
    for (let after = BEFORE_ALL; ;) {
      if (!(await this.mayGoOn())) return;
      const ids = await findPending(database, model.id, { after, limit: encoder.batch });
      if (ids.length === 0) break;
      after = ids.at(-1)!;
      const texts = await loadJobTexts(database, ids);
      const vectors = await encoder.encode(texts);
      // A service that is away is asked again in the next round.
      if (!vectors) return;
      const rows = texts.map(({ id, updatedAt }, index) => ({ job: id, updatedAt, vector: vectors[index] }));
      await storeVectors(database, model.id, rows);
    }
    if (!model.isComplete) await completeModel(database, model);
  }

  private async encoderOf({ id, source, name }: StoredModel): Promise<Encoder | undefined> {
    const known = this.encoders.get(id);
    if (known) return known;
    const { database, stemmer, embeddings } = this.options;
    let encoder: Encoder | undefined;
    if (source === 'corpus') {
      const model = await loadModel(database, id);
      encoder = model && corpusEncoder(database, stemmer, model, REST_MS);
    } else if (this.client && name.startsWith(`${embeddings?.model} `)) {
      encoder = endpointEncoder(this.client, sizeOf(name));
    }
    if (encoder) this.encoders.set(id, encoder);
    return encoder;
  }
}

function isOutdated({ documents }: StoredModel, published: number, changed: number): boolean {
  const gone = Math.max(0, documents + changed - published);
  return changed + gone > CHANGED_PART * Math.max(documents, 1);
}

/** A service that is told to use vectors of another size makes another model. */
function endpointName(model: string, size: number): string {
  return `${model} ${size}`;
}

function sizeOf(name: string): number {
  return Number(name.slice(name.lastIndexOf(' ') + 1));
}
