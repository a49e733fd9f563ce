import { type Kysely, sql } from 'kysely';
import type { QueueKind, QueueState, QueuedTask } from '#contract/generated/resolvers.js';
import type { SiteTexts } from '../../../platform/texts/site-texts.js';
import type { Database } from '../../../platform/database/schema.js';
import { NEXT_REMINDER, REMINDED_ORDERS } from '../../orders/order-reminders.js';

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
export type Retried = { id: string } | { state: QueueState };

/** A kind of work that is done later. What it says of a task holds nothing that gives access to something. */
export interface QueueSource {
  kind: QueueKind;
  count(database: Kysely<Database>, now: Date): Promise<StateCounts & { nextAt: Date | null }>;
  list(database: Kysely<Database>, page: TaskPage): Promise<QueuedTask[]>;
  /** Has what failed, and is not being tried, tried at once, `MAX_COUNTED` at most. @returns how many. Missing: its tasks do not fail one by one. */
  retry?(trx: Kysely<Database>, which: Retried, now: Date): Promise<number>;
}

const MAX_LENGTH = 300;
const ADDRESS = /\b[a-z][a-z0-9+.-]*:\/\/\S+/gi;

/** A failure as it may be shown: what servers quote of a mail, or a feed's address, may hold a link that gives access to something. */
export function shownReason(failure: string | null): string | null {
  if (failure === null) return null;
  const text = failure.replace(ADDRESS, '…').replace(/\s+/g, ' ').trim();
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

const LATE_MS = 15 * 60_000;
/** Reminders are sent every hour. */
const REMINDERS_LATE_MS = 2 * 3_600_000;

/** @returns kinds of work of which something should have been done a quarter of an hour ago and is not. It costs a look at each index. */
export async function findLateWork(database: Kysely<Database>, now: Date): Promise<string[]> {
  const before = new Date(now.getTime() - LATE_MS);
  const longBefore = new Date(now.getTime() - REMINDERS_LATE_MS);
  const { rows } = await sql<Record<string, boolean>>`
    select exists (select from mail where sent_at is null and given_up_at is null and created_at < ${before}) as mail,
      exists (select from job where state = 'scheduled' and published_at < ${before}) as publish,
      exists (select from job where state = 'published' and expires_at < ${before}) as expire,
      exists (select from import_feed where due_at < ${before}) as feed,
      exists (select from payment_event where done_at is null and received_at < ${before}) as payment,
      exists (select from customer_order where ${REMINDED_ORDERS} and ${NEXT_REMINDER} < ${longBefore}) as reminder
  `.execute(database);
  return Object.entries(rows[0]!).flatMap(([kind, isLate]) => (isLate ? [kind] : []));
}
