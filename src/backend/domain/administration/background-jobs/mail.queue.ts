import { sql, type RawBuilder } from 'kysely';
import type { QueueState } from '#contract/generated/resolvers.js';
import { parseId } from '../../../platform/database/statement.js';
import { type QueueSource, type Retried, MAX_COUNTED, shownReason } from './queue-source.js';

const OPEN = sql.raw('sent_at is null and given_up_at is null');
/** A process holds the lease of the mail until `due_at`. */
const isTaken = (now: Date): RawBuilder<boolean> => sql`(taken_at is not null and due_at > ${now})`;

function inState(state: QueueState, now: Date): RawBuilder<boolean> {
  if (state === 'failed') return sql`given_up_at is not null`;
  if (state === 'running') return sql`taken_at is not null and due_at > ${now} and ${OPEN}`;
  return sql`${OPEN} and not ${isTaken(now)}`;
}

const ORDER: Readonly<Record<QueueState, RawBuilder<unknown>>> = {
  failed: sql.raw('given_up_at desc, id desc'),
  running: sql.raw('due_at, id'),
  waiting: sql.raw('due_at, id'),
};

interface Row {
  id: number;
  site: string;
  template: string;
  recipient: string;
  due_at: Date;
  given_up_at: Date | null;
  attempts: number;
  failure: string | null;
  is_taken: boolean;
}

/** The mail outbox (decision 19). */
export const mailQueue: QueueSource = {
  kind: 'mail',

  async count(database, now) {
    const counted = (state: QueueState) =>
      sql`(select count(*)::integer from (select from mail where ${inState(state, now)} limit ${MAX_COUNTED}) counted)`;
    const { rows } = await sql<{ waiting: number; running: number; failed: number; nextAt: Date | null }>`
      select ${counted('waiting')} as waiting, ${counted('running')} as running, ${counted('failed')} as failed,
        (select due_at from mail where ${inState('waiting', now)} order by due_at limit 1) as "nextAt"
    `.execute(database);
    return rows[0]!;
  },

  async list(database, { state, limit, offset, now }) {
    const { rows } = await sql<Row>`
      select id, site, template, recipient, due_at, given_up_at, attempts, failure, ${isTaken(now)} as is_taken
      from mail where ${inState(state, now)} order by ${ORDER[state]} limit ${limit} offset ${offset}
    `.execute(database);
    return rows.map((row) => ({
      id: String(row.id),
      site: row.site,
      name: row.template,
      about: row.recipient,
      attempts: row.attempts,
      dueAt: (row.given_up_at ?? row.due_at).toISOString(),
      reason: shownReason(row.failure),
      isRetryable: row.failure !== null && !row.is_taken,
    }));
  },

  async retry(trx, which, now) {
    const { numAffectedRows = 0n } = await sql`
      update mail set given_up_at = null, taken_at = null, due_at = ${now} where id in (
        select id from mail where ${chosen(which, now)} and sent_at is null and failure is not null and not ${isTaken(now)}
        limit ${MAX_COUNTED} for update skip locked
      )
    `.execute(trx);
    // Notifies the mail worker.
    if (numAffectedRows > 0n) await sql`insert into data_change (kind) values ('mail')`.execute(trx);
    return Number(numAffectedRows);
  },
};

function chosen(which: Retried, now: Date): RawBuilder<boolean> {
  return 'id' in which ? sql`id = ${parseId(which.id) ?? null}` : inState(which.state, now);
}
