import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { BackendLogger, EmbeddingsOptions } from '#contract/backend/backend.js';
import { RecurringWork, type RoundResult } from '../../../platform/background-jobs/recurring-work.js';
import type { Change } from '../../../platform/change-feed/change.js';
import type { ChangeFeed } from '../../../platform/change-feed/change-feed.js';
import type { Database } from '../../../platform/database/schema.js';
import type { Stemmer } from '../../analysis/stemmer.js';
import { EmbeddingsClient } from '../endpoint/embeddings-client.js';
import { loadCorpus } from '../train/training-corpus.js';
import { trainModel } from '../train/train-model.js';
import { corpusEncoder, endpointEncoder, type Encoder } from './encoders.js';
import {
  findPending,
  findPendingAfter,
  storeVectors,
  loadJobTexts,
  completeModel,
  countJobs,
  deleteModels,
  listModels,
  loadModel,
  storeModel,
  type ModelSource,
  type StoredModel,
} from './meaning-rows.js';

export interface MeaningWorkOptions {
  database: Kysely<Database>;
  /** Notifies of changed jobs; without it, each round checks all jobs. */
  feed?: Pick<ChangeFeed, 'subscribe'>;
  stemmer: Stemmer;
  clock: () => Date;
  logger: BackendLogger;
  /** An external service that also computes vectors; optional. */
  embeddings?: EmbeddingsOptions;
  timing?: MeaningTiming;
}

/** Timing of the work. */
export interface MeaningTiming {
  /** Delay after the start of the process, in which requests have priority. */
  firstInMs: number;
  /** Delay after a change, so that several changes are processed together. */
  afterChangeMs: number;
  /** Maximum interval between rounds. */
  everyMs: number;
  /** Interval between checks of all jobs, in case that the notification of a change was missed. */
  allEveryMs: number;
  /** Interval between checks whether the corpus has changed. */
  modelEveryMs: number;
  /** Interval between checks whether another process has built a model. */
  lookEveryMs: number;
}

export const MEANING_TIMING: MeaningTiming = {
  firstInMs: 60_000,
  afterChangeMs: 5000,
  everyMs: 10 * 60_000,
  allEveryMs: 24 * 60 * 60_000,
  modelEveryMs: 60 * 60_000,
  lookEveryMs: 30_000,
};

/** Minimum number of jobs for training. */
const MIN_JOBS = 40;
/** Share of the corpus that must be new, changed or deleted for a model to be rebuilt. */
const CHANGED_PART = 0.2;
/** Must be renamed when the format of models, or of their input, changes, so that old models are replaced. */
const FORMAT = 'ppmi-svd-64';
/** Pause between slices, so that searches are not delayed by this background work. */
const REST_MS = 2;
/** Smaller than any id. */
const BEFORE_ALL = -1;
/** Maximum number of jobs that one statement checks. */
const CHECKED_AT_ONCE = 5000;
/** Number of changed jobs from which on all jobs are checked instead, so that the ids do not fill the memory. */
const MAX_CHANGED = 100_000;
const LEASE_RENEWAL_MS = 10_000;
const LEASE_SECONDS = 30;

/**
 * Builds models and computes the vectors of all published jobs, in the background and in one process at a time. Its state is saved in the
 * database after each batch, so that another process can continue where this one stops.
 */
export class MeaningWork {
  private readonly lease: Lease;
  private readonly client: EmbeddingsClient | undefined;
  private readonly work: RecurringWork;
  private readonly timing: MeaningTiming;
  /** For the newest model of each source; a model of the corpus takes several megabytes. */
  private readonly unchecked = new Map<ModelSource, UncheckedJobs>();
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
    // Changes before the first round need no action.
    let isStarted = false;
    setTimeout(() => (isStarted = true), timing.firstInMs).unref();
    this.unsubscribe = feed?.subscribe((changes) => {
      const ofJobs = changes.filter(({ kind }) => kind === 'job' || kind === 'all');
      for (const jobs of this.unchecked.values()) jobs.add(ofJobs);
      if (isStarted && ofJobs.length > 0) this.work.wake(timing.afterChangeMs);
    });
  }

  /** Stops the work after the current batch. */
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
      // The corpus comes first, because it does not depend on an external service.
      for (const source of ['corpus', 'endpoint'] as const) {
        if (isDue) await this.provideModel(source);
        const newest = await this.newest(source);
        if (newest) await this.encodePending(newest);
        else this.unchecked.delete(source);
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
    const corpus = await loadCorpus(database, stemmer, () => this.mayGoOn());
    const model = corpus && (await trainModel(corpus));
    if (!model || !(await this.mayGoOn())) return;
    await storeModel(database, { source: 'corpus', name: FORMAT, documents: published, madeAt, terms: model.pack() });
    const seconds = Math.round((performance.now() - started) / 1000);
    logger.info({ documents: corpus.size, terms: model.size, seconds }, 'Trained the model of word meanings');
  }

  /**
   * Requests one vector from the service to find out its dimension, which may change without the name of the model. Without a service, the
   * vectors of an earlier one are deleted: they would never be updated.
   */
  private async provideEndpointModel(newest: StoredModel | undefined): Promise<void> {
    const { database, embeddings, clock, logger } = this.options;
    if (!embeddings || !this.client) return deleteModels(database, 'endpoint');
    const answer = await this.client.probe();
    if ('violation' in answer) {
      logger.warn({ violation: answer.violation }, 'The embeddings endpoint returned an invalid response');
      return;
    }
    const name = endpointName(embeddings.model, answer.vectors[0]!.length);
    if (newest?.name === name) return;
    await storeModel(database, { source: 'endpoint', name, documents: 0, madeAt: clock(), terms: null });
  }

  /** Checks the jobs that changed since the last round, or all; if it is interrupted, the next round continues. */
  private async encodePending(model: StoredModel): Promise<void> {
    const { database, feed } = this.options;
    const jobs = await this.uncheckedOf(model);
    if (!jobs) return;
    jobs.startAll(feed ? this.timing.allEveryMs : 0);
    while (jobs.after !== undefined) {
      if (!(await this.mayGoOn())) return;
      const page = { after: jobs.after, limit: CHECKED_AT_ONCE };
      const { pending, last } = await findPendingAfter(database, model, page);
      if (!(await this.encode(jobs, pending))) return;
      jobs.after = last;
    }
    if (!model.isComplete) await completeModel(database, model);
    await jobs.takeChanged(async (changed) => {
      // Another process may have encoded them: each is notified of all changes.
      return (await this.mayGoOn()) && this.encode(jobs, await findPending(database, model.id, changed));
    });
  }

  /** @returns false if the work was interrupted, because another process continues it or the service is unavailable */
  private async encode({ model, encoder }: UncheckedJobs, ids: readonly number[]): Promise<boolean> {
    const { database } = this.options;
    for (let from = 0; from < ids.length; from += encoder.batch) {
      if (!(await this.mayGoOn())) return false;
      const texts = await loadJobTexts(database, ids.slice(from, from + encoder.batch));
      const vectors = await encoder.encode(texts);
      if (!vectors) return false;
      const rows = texts.map(({ id, updatedAt }, index) => ({ job: id, updatedAt, vector: vectors[index] }));
      await storeVectors(database, model, rows);
    }
    return true;
  }

  private async uncheckedOf({ id, source, name }: StoredModel): Promise<UncheckedJobs | undefined> {
    const known = this.unchecked.get(source);
    if (known?.model === id) return known;
    const { database, stemmer, embeddings } = this.options;
    let encoder: Encoder | undefined;
    if (source === 'corpus') {
      const model = await loadModel(database, id);
      encoder = model && corpusEncoder(database, stemmer, model, REST_MS);
    } else if (this.client && name.startsWith(`${embeddings?.model} `)) {
      encoder = endpointEncoder(this.client, sizeOf(name));
    }
    if (!encoder) return undefined;
    const jobs = new UncheckedJobs(id, encoder);
    this.unchecked.set(source, jobs);
    return jobs;
  }
}

/** The jobs of which this process does not know whether they have a vector of a model: at first, these are all jobs. */
class UncheckedJobs {
  /** All jobs with higher ids have to be checked; undefined if only the changed ones have. */
  after: number | undefined;
  private changed = new Set<number>();
  private isAll = true;
  private startedAt = -Infinity;

  constructor(
    readonly model: number,
    readonly encoder: Encoder,
  ) {}

  add(changes: readonly Change[]): void {
    for (const { kind, ids } of changes) {
      if (kind === 'all' || ids.length === 0) this.isAll = true;
      for (const id of ids) this.changed.add(id);
    }
    if (this.changed.size > MAX_CHANGED) this.isAll = true;
    if (this.isAll) this.changed.clear();
  }

  /** Starts checking all jobs if that is necessary, or was started more than `everyMs` milliseconds ago, and has ended. */
  startAll(everyMs: number): void {
    if (this.after !== undefined || (!this.isAll && performance.now() - this.startedAt < everyMs)) return;
    this.after = BEFORE_ALL;
    this.isAll = false;
    this.startedAt = performance.now();
    this.changed.clear();
  }

  /** @param check called with some changed jobs until there are no more, or until it returns false or fails: these stay unchecked */
  async takeChanged(check: (ids: readonly number[]) => Promise<boolean>): Promise<void> {
    for (let isChecked = true; isChecked && this.changed.size > 0;) {
      const ids = [...this.changed].slice(0, CHECKED_AT_ONCE);
      isChecked = false;
      // Changes during the check are added again.
      for (const id of ids) this.changed.delete(id);
      try {
        isChecked = await check(ids);
      } finally {
        if (!isChecked) for (const id of ids) this.changed.add(id);
      }
    }
  }
}

function isOutdated({ documents }: StoredModel, published: number, changed: number): boolean {
  const gone = Math.max(0, documents + changed - published);
  return changed + gone > CHANGED_PART * Math.max(documents, 1);
}

/** Returns the name of a service's model, which includes the dimension of its vectors because that is configurable. */
function endpointName(model: string, size: number): string {
  return `${model} ${size}`;
}

function sizeOf(name: string): number {
  return Number(name.slice(name.lastIndexOf(' ') + 1));
}

/** A lease on computing models and vectors, held by one process at a time; it expires after that process has ended. */
class Lease {
  private readonly holder = randomUUID();

  constructor(
    private readonly database: Kysely<Database>,
    private readonly seconds = LEASE_SECONDS,
  ) {}

  /** Acquires or renews the lease. @returns whether this process holds it */
  async take(): Promise<boolean> {
    const { rows } = await sql`
      update meaning_lease set holder = ${this.holder}::uuid, until = clock_timestamp() + make_interval(secs => ${this.seconds}::float8)
      where holder = ${this.holder}::uuid or until < clock_timestamp() returning one
    `.execute(this.database);
    return rows.length > 0;
  }

  /** Releases the lease. */
  async giveBack(): Promise<void> {
    await sql`update meaning_lease set until = '-infinity' where holder = ${this.holder}::uuid`.execute(this.database);
  }
}
