import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import type { CreditType, LedgerOwnerKind } from '../../platform/database/tables/ledger-tables.js';

/** Whose credits or money it is, on one site. */
export interface LedgerOwner {
  site: string;
  kind: LedgerOwnerKind;
  id: string;
}

/** Why something moved, for the statement: `{ kind: 'job', id: '7' }`. */
export interface LedgerCause {
  kind: string;
  id?: string;
}

interface Movement {
  owner: LedgerOwner;
  /** A type of credit, or a currency (ISO 4217). */
  unit: CreditType | (string & {});
  /** Above zero. Credits, or minor units of the currency. */
  amount: bigint;
  /**
   * Chosen by who asks, of at most 255 characters and unique for the owner. Who asks again with the same one gets the answer of
   * the first time, and nothing moves.
   */
  key: string;
  cause: LedgerCause;
  /** The account of the person who did it. */
  actorId?: string;
}

/** Credits are consumed granted ones first, then those that expire first. */
interface Origin {
  source: 'granted' | 'purchased';
  /** By the clock of the database. Without it they do not expire. */
  expiresAt?: Date;
}

/**
 * - `insufficient`: there is less than was asked for.
 * - `keyReused`: the key was used for something else.
 * - `notFound`: no such hold, or no such payment.
 * - `settled`: the hold has been settled the other way before.
 * - `lapsed`: the hold's time is over.
 */
type LedgerRefusal = 'insufficient' | 'keyReused' | 'notFound' | 'settled' | 'lapsed';

export type LedgerResult =
  | {
      ok: true;
      /** Of the transfer: what a hold is posted or voided by, and a payment refunded. */
      transferId: string;
      /** Whether it had been done before, by the same key or the same settlement. */
      isRepeated: boolean;
      /** What the owner can spend of this unit now. */
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

/** Gives credits. In a transaction, they are there when it is committed; so it is with all functions of this file. */
export function grantCredits(database: Kysely<Database>, grant: Movement & Origin): Promise<LedgerResult> {
  return put(database, 'grant', grant, null);
}

/** Spends credits in one round trip. */
export function chargeCredits(database: Kysely<Database>, charge: Movement): Promise<LedgerResult> {
  return take(database, 'charge', charge, { reason: null, lapsesAfterSeconds: null });
}

/**
 * Sets credits aside until they are posted or voided, exactly once.
 *
 * @param hold.lapsesAfterSeconds from then on, by the clock of the database, it can only be voided, which a job does
 */
export function holdCredits(
  database: Kysely<Database>,
  hold: Movement & { lapsesAfterSeconds: number },
): Promise<LedgerResult> {
  return take(database, 'hold', hold, { reason: null, lapsesAfterSeconds: hold.lapsesAfterSeconds });
}

interface Settlement {
  /** The `transferId` of the hold, the payment or the grant. */
  transferId: string;
  cause: LedgerCause;
  reason?: string;
  actorId?: string;
}

/** Spends what a hold has set aside. */
export function postHold(database: Kysely<Database>, settlement: Settlement): Promise<LedgerResult> {
  return settle(database, 'post', settlement);
}

/** Gives back what a hold has set aside. What has expired meanwhile expires then. */
export function voidHold(database: Kysely<Database>, settlement: Settlement): Promise<LedgerResult> {
  return settle(database, 'void', settlement);
}

/** Gives back what was charged or posted, once. What has expired meanwhile expires then. */
export function refundCredits(database: Kysely<Database>, settlement: Settlement): Promise<LedgerResult> {
  return settle(database, 'refund', settlement);
}

/**
 * Takes back what is left of a grant, such as of one whose purchase is refunded, once. What was spent of it stays spent.
 *
 * @param revocation.transferId of the grant
 * @returns `insufficient`: nothing is left of it
 */
export function revokeGrant(database: Kysely<Database>, revocation: Settlement): Promise<LedgerResult> {
  const { transferId, cause, reason, actorId } = revocation;
  return ask(
    database,
    sql`ledger_revoke(${transferId}::bigint, ${cause.kind}, ${cause.id ?? null}, ${reason ?? null}, ${actorId ?? null}::uuid)`,
  );
}

/**
 * Corrects a balance by another transfer, as nothing is rewritten.
 *
 * @param correction.amount below zero: takes away
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

/** Those that `ledger_put` and `ledger_take` have in common, in their order. */
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
