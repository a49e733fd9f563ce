import { type Kysely, sql } from 'kysely';
import type { QueueKind, QueueState, QueuedTask } from '#contract/generated/resolvers.js';
import type { SiteTexts } from '../../../platform/texts/site-texts.js';
import type { Database } from '../../../platform/database/schema.js';
import { NEXT_REMINDER, remindedOf } from '../../orders/order-work.js';
import { IS_OPEN_EVENT } from '../../payments/payment-provider.js';

/** Counting stops at this number: exact counts above it are of no interest, and slow. */
export const MAX_COUNTED = 10_000;

export type StateCounts = Record<QueueState, number>;

export interface TaskPage {
  state: QueueState;
  limit: number;
  offset: number;
  now: Date;
  /** Texts in the language of the person who reads the reasons. */
  texts: SiteTexts;
}

/** A task by its id, or all tasks in a state. */
export type Retried = { id: string } | { state: QueueState };

/** A kind of background work. The descriptions of its tasks contain nothing that grants access to anything. */
export interface QueueSource {
  kind: QueueKind;
  count(database: Kysely<Database>, now: Date): Promise<StateCounts & { nextAt: Date | null }>;
  /** Time at which the oldest unfinished task was first due: failed attempts put `nextAt` off. Without it, `nextAt` is measured. */
  findFirstDue?(database: Kysely<Database>, now: Date): Promise<Date | null>;
  list(database: Kysely<Database>, page: TaskPage): Promise<QueuedTask[]>;
  /** Retries failed tasks at once, `MAX_COUNTED` at most. Omitted if tasks do not fail individually. @returns the number of tasks */
  retry?(trx: Kysely<Database>, which: Retried, now: Date): Promise<number>;
}

const LATE_MS = 15 * 60_000;
/** Reminders are sent hourly: they count as late after this time. */
const REMINDERS_LATE_MS = 2 * 3_600_000;

/**
 * @param sites those that this process serves: feeds and reminders of other sites do not count
 * @returns kinds of work with a task that is overdue by a quarter of an hour; costs one index lookup for each kind
 */
export async function findLateWork(database: Kysely<Database>, sites: readonly string[], now: Date): Promise<string[]> {
  const before = new Date(now.getTime() - LATE_MS);
  const longBefore = new Date(now.getTime() - REMINDERS_LATE_MS);
  const { rows } = await sql<Record<string, boolean>>`
    select exists (select from mail where sent_at is null and given_up_at is null and created_at < ${before}) as mail,
      exists (select from job where state = 'scheduled' and published_at < ${before}) as publish,
      exists (select from job where state = 'published' and expires_at < ${before}) as expire,
      exists (select from import_feed where site = any(${sites}::text[]) and due_at < ${before}) as feed,
      exists (select from payment_event where ${IS_OPEN_EVENT} and received_at < ${before}) as payment,
      exists (select from customer_order where ${remindedOf(sites)} and ${NEXT_REMINDER} < ${longBefore}) as reminder
  `.execute(database);
  return Object.entries(rows[0]!).flatMap(([kind, isLate]) => (isLate ? [kind] : []));
}
