import type { Kysely } from 'kysely';
import type { QueueKind, QueueState, QueuedTask } from '#contract/generated/resolvers.js';
import type { SiteTexts } from '../../../platform/texts/site-texts.js';
import type { Database } from '../../../platform/database/schema.js';

/** Of more nobody wants to know how many there are, and counting them takes long. */
export const MAX_COUNTED = 10_000;

export type StateCounts = Record<QueueState, number>;

export interface TaskPage {
  state: QueueState;
  limit: number;
  offset: number;
  now: Date;
  /** For whoever reads the reasons. */
  texts: SiteTexts;
}

/** One of them by its id, or all in a state. */
export type Retried = { id: number } | { state: QueueState };

/** A kind of work that is done later. What it says of a task holds nothing that gives access to something. */
export interface QueueSource {
  kind: QueueKind;
  count(database: Kysely<Database>, now: Date): Promise<StateCounts & { nextAt: Date | null }>;
  list(database: Kysely<Database>, page: TaskPage): Promise<QueuedTask[]>;
  /** Has what failed, and is not being tried, tried at once, `MAX_COUNTED` at most. @returns how many. Missing: its tasks do not fail one by one. */
  retry?(trx: Kysely<Database>, which: Retried, now: Date): Promise<number>;
}
