import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import type { Database } from '../../platform/database/schema.js';
import type { CreditType, LedgerOwnerKind, LedgerTransferKind } from '../../platform/database/tables/ledger-tables.js';
import { type BackgroundTask, repeat } from '../../platform/background-jobs/recurring-work.js';

/** Owner of credits or money, on one site. */
export interface LedgerOwner {
  site: string;
  kind: LedgerOwnerKind;
  id: string;
}

/** Cause of a transfer, for the statement: `{ kind: 'job', id: '7' }`. */
export interface LedgerCause {
  kind: string;
  id?: string;
}

interface Movement {
  owner: LedgerOwner;
  /** A type of credit, or a currency (ISO 4217). */
  unit: CreditType | (string & {});
  /** Positive. Credits, or minor units of the currency. */
  amount: bigint;
  /**
   * Idempotency key, chosen by the caller: at most 255 characters and unique for the owner. A repeated call with the same key gets the
   * first result, and nothing is transferred.
   */
  key: string;
  cause: LedgerCause;
  /** Account of the person who acts. */
  actorId?: string;
}

/** Origin of credits: granted ones are consumed first, and within each origin those with the earliest expiry. */
interface Origin {
  source: 'granted' | 'purchased';
  /** By the clock of the database; omitted if they do not expire. */
  expiresAt?: Date;
}

/**
 * - `insufficient`: the balance is too low.
 * - `keyReused`: the key was used for something else.
 * - `notFound`: there is no such hold or payment.
 * - `settled`: the hold was already settled in the other way.
 * - `lapsed`: the hold has expired.
 */
type LedgerRefusal = 'insufficient' | 'keyReused' | 'notFound' | 'settled' | 'lapsed';

export type LedgerResult =
  | {
      ok: true;
      /** Id of the transfer, with which a hold is posted or voided, and a payment refunded. */
      transferId: string;
      /** Whether it was done before, by the same key or the same settlement. */
      isRepeated: boolean;
      /** Balance of this unit that the owner can spend now. */
      available: bigint;
    }
  | { ok: false; refusal: LedgerRefusal; available: bigint };

const REFUSALS: Record<string, LedgerRefusal> = {
  insufficient: 'insufficient',
  key_reused: 'keyReused',
  not_found: 'notFound',
  settled: 'settled',
  lapsed: 'lapsed',
};

/** Grants credits. Like all functions of this file except the timed transfers, it takes effect when the caller's transaction commits. */
export function grantCredits(database: Kysely<Database>, grant: Movement & Origin): Promise<LedgerResult> {
  return put(database, 'grant', grant, null);
}

/** Spends credits in one round trip. */
export function chargeCredits(database: Kysely<Database>, charge: Movement): Promise<LedgerResult> {
  return take(database, 'charge', charge, { reason: null, lapsesAfterSeconds: null });
}

/**
 * Puts credits on hold until they are posted or voided, exactly once.
 *
 * @param hold.lapsesAfterSeconds lifetime by the clock of the database; afterwards it can only be voided, which a worker does
 */
export function holdCredits(
  database: Kysely<Database>,
  hold: Movement & { lapsesAfterSeconds: number },
): Promise<LedgerResult> {
  return take(database, 'hold', hold, { reason: null, lapsesAfterSeconds: hold.lapsesAfterSeconds });
}

interface Settlement {
  /** Id of the hold, the payment or the grant. */
  transferId: string;
  cause: LedgerCause;
  reason?: string;
  actorId?: string;
}

/** Spends the credits of a hold. */
export function postHold(database: Kysely<Database>, settlement: Settlement): Promise<LedgerResult> {
  return settle(database, 'post', settlement);
}

/** Releases the credits of a hold. Those that have expired meanwhile are then booked as expired. */
export function voidHold(database: Kysely<Database>, settlement: Settlement): Promise<LedgerResult> {
  return settle(database, 'void', settlement);
}

/** Refunds a charge or a posted hold, once. Credits that have expired meanwhile are then booked as expired. */
export function refundCredits(database: Kysely<Database>, settlement: Settlement): Promise<LedgerResult> {
  return settle(database, 'refund', settlement);
}

/**
 * Revokes what is left of a grant, once, for example if its purchase is refunded. The grant ends at once: spent credits stay spent, and
 * those that are returned to it later are booked as expired.
 *
 * @param revocation.transferId transfer of the grant
 * @returns `insufficient` if nothing is left of it; it ends all the same
 */
export function revokeGrant(database: Kysely<Database>, revocation: Settlement): Promise<LedgerResult> {
  const { transferId, cause, reason, actorId } = revocation;
  return ask(
    database,
    sql`ledger_revoke(${transferId}::bigint, ${cause.kind}, ${cause.id ?? null}, ${reason ?? null}, ${actorId ?? null}::uuid)`,
  );
}

/**
 * Corrects a balance by a further transfer, because entries are never changed.
 *
 * @param correction.amount negative to reduce the balance
 */
export function correctCredits(
  database: Kysely<Database>,
  correction: Movement & { reason: string; actorId: string },
): Promise<LedgerResult> {
  if (correction.amount > 0n) return put(database, 'correct', { ...correction, source: 'granted' }, correction.reason);
  const taken = { ...correction, amount: -correction.amount };
  return take(database, 'correct', taken, { reason: correction.reason, lapsesAfterSeconds: null });
}

function put(
  database: Kysely<Database>,
  kind: 'grant' | 'correct',
  movement: Movement & Origin,
  reason: string | null,
): Promise<LedgerResult> {
  return ask(
    database,
    sql`ledger_put(${kind}, ${toArguments(movement)}, ${reason}, ${movement.actorId ?? null}::uuid,
      ${movement.source}, ${movement.expiresAt ?? null}::timestamptz)`,
  );
}

function take(
  database: Kysely<Database>,
  kind: 'charge' | 'hold' | 'correct',
  movement: Movement,
  { reason, lapsesAfterSeconds }: { reason: string | null; lapsesAfterSeconds: number | null },
): Promise<LedgerResult> {
  return ask(
    database,
    sql`ledger_take(${kind}, ${toArguments(movement)}, ${reason}, ${movement.actorId ?? null}::uuid,
      make_interval(secs => ${lapsesAfterSeconds}::double precision))`,
  );
}

function settle(
  database: Kysely<Database>,
  kind: 'post' | 'void' | 'refund',
  { transferId, cause, reason, actorId }: Settlement,
): Promise<LedgerResult> {
  return ask(
    database,
    sql`ledger_settle(${kind}, ${transferId}::bigint, ${cause.kind}, ${cause.id ?? null}, ${reason ?? null},
      ${actorId ?? null}::uuid)`,
  );
}

/** Arguments that `ledger_put` and `ledger_take` have in common, in their order. */
function toArguments({ owner, unit, amount, key, cause }: Movement): RawBuilder<unknown> {
  return sql`${owner.site}, ${owner.kind}, ${owner.id}, ${unit}, ${String(amount)}::bigint, ${key}, ${cause.kind},
    ${cause.id ?? null}`;
}

interface ResultRow {
  outcome: string;
  transfer_id: number | string | null;
  available: number | string;
}

async function ask(database: Kysely<Database>, call: RawBuilder<unknown>): Promise<LedgerResult> {
  const { rows } = await sql<ResultRow>`select * from ${call}`.execute(database);
  const { outcome, transfer_id, available: balance } = rows[0]!;
  const available = BigInt(balance);
  const refusal = REFUSALS[outcome];
  if (refusal !== undefined) return { ok: false, refusal, available };
  return { ok: true, transferId: String(transfer_id), isRepeated: outcome === 'repeated', available };
}

const EVERY_MS = 60_000;
/** Maximum number of transfers in a transaction, so that no account is locked for long. */
const BATCH = 100;

/**
 * Voids lapsed holds and books expired credits, by the clock of the database. Concurrent processes are safe: each transfer is made once.
 *
 * @returns the number of holds and grants
 */
export async function makeTimedTransfers(database: Kysely<Database>): Promise<{ voided: number; expired: number }> {
  // In this order, because voiding a hold may release credits that have already expired.
  const voided = await inBatches(database, 'ledger_void_lapsed');
  const expired = await inBatches(database, 'ledger_expire');
  return { voided, expired };
}

async function inBatches(database: Kysely<Database>, name: string): Promise<number> {
  let total = 0;
  for (;;) {
    const { rows } = await sql<{ done: number }>`select ${sql.id(name)}(${BATCH}) as done`.execute(database);
    const done = rows[0]!.done;
    total += done;
    if (done === 0) return total;
  }
}

/** Starts a task that does this every minute. */
export function startTimedTransfers(options: { database: Kysely<Database>; logger: BackendLogger }): BackgroundTask {
  return repeat({
    everyMs: EVERY_MS,
    work: () => makeTimedTransfers(options.database),
    failed: 'Lapsed holds and expired credits could not be booked',
    logger: options.logger,
  });
}

/** Balance of one unit. Amounts are credits, or minor units of a currency. */
interface LedgerBalance {
  unit: string;
  /** Without expired credits, even if their expiry is not booked yet. */
  available: bigint;
  /** Reserved by holds. */
  held: bigint;
  /** Time at which the next available credits expire, and their amount. */
  nextExpiry: Date | null;
  expiring: bigint;
}

/** Balances of an owner, by unit. */
export async function balances(database: Kysely<Database>, owner: LedgerOwner): Promise<LedgerBalance[]> {
  const { rows } = await sql<{
    unit: string;
    available: number | string;
    held: number | string;
    nextExpiry: Date | null;
    expiring: number | string;
  }>`
    select a.unit, coalesce(sum(g.remaining), 0)::bigint as available, h.balance as held, next.at as "nextExpiry",
      coalesce(sum(g.remaining) filter (where g.expires_at = next.at), 0)::bigint as expiring
    from ledger_account a
    join ledger_account h on (h.site, h.owner_kind, h.owner_id, h.unit, h.kind)
      = (a.site, a.owner_kind, a.owner_id, a.unit, 'held')
    cross join lateral (
      select min(expires_at) as at from ledger_grant
      where account_id = a.id and remaining > 0 and expires_at > clock_timestamp()
    ) next
    left join ledger_grant g on g.account_id = a.id and g.remaining > 0
      and (g.expires_at is null or g.expires_at > clock_timestamp())
    where a.site = ${owner.site} and a.owner_kind = ${owner.kind} and a.owner_id = ${owner.id} and a.kind = 'available'
    group by a.id, a.unit, h.balance, next.at order by a.unit
  `.execute(database);
  return rows.map((row) => ({
    ...row,
    available: BigInt(row.available),
    held: BigInt(row.held),
    expiring: BigInt(row.expiring),
  }));
}

/** A change of the available balance. */
export interface StatementMovement {
  transferId: string;
  at: Date;
  kind: LedgerTransferKind;
  /** Negative for a decrease. */
  amount: bigint;
  /** Available balance afterwards. */
  balance: bigint;
  cause: LedgerCause;
  reason: string | null;
  actorId: string | null;
  /** Settlement of a hold or a payment; null if there is none yet. */
  settledBy: LedgerTransferKind | null;
}

interface MovementRow {
  id: number | string;
  created_at: Date;
  kind: LedgerTransferKind;
  moved: number | string;
  balance_after: number | string;
  cause_kind: string;
  cause_id: string | null;
  reason: string | null;
  actor_id: string | null;
  settled_by: LedgerTransferKind | null;
}

/**
 * Lists the movements of one unit, the newest first. A page reads only its own rows, whatever their total number.
 *
 * @param page.before the `transferId` of the last movement on the previous page; omit for the newest
 */
export async function statement(
  database: Kysely<Database>,
  { owner, unit }: { owner: LedgerOwner; unit: string },
  page: { limit: number; before?: string },
): Promise<StatementMovement[]> {
  const before = page.before === undefined ? sql`` : sql`and e.transfer_id < ${page.before}::bigint`;
  const { rows } = await sql<MovementRow>`
    select t.id, t.created_at, t.kind, p.moved, last.balance_after, t.cause_kind, t.cause_id, t.reason, t.actor_id,
      s.kind as settled_by
    from (
      select e.account_id, e.transfer_id, sum(e.amount)::bigint as moved, max(e.id) as last_id from ledger_entry e
      where e.account_id = ledger_account_of(${owner.site}, ${owner.kind}, ${owner.id}, ${unit}, 'available') ${before}
      group by e.account_id, e.transfer_id order by e.transfer_id desc limit ${page.limit}
    ) p
    join ledger_entry last on last.id = p.last_id
    join ledger_transfer t on t.id = p.transfer_id
    left join ledger_transfer s on s.settles_id = t.id
    order by t.id desc
  `.execute(database);
  return rows.map((row) => ({
    transferId: String(row.id),
    at: row.created_at,
    kind: row.kind,
    amount: BigInt(row.moved),
    balance: BigInt(row.balance_after),
    cause: row.cause_id === null ? { kind: row.cause_kind } : { kind: row.cause_kind, id: row.cause_id },
    reason: row.reason,
    actorId: row.actor_id,
    settledBy: row.settled_by,
  }));
}
