import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import type { LedgerTransferKind } from '../../platform/database/tables/ledger-tables.js';
import type { LedgerCause, LedgerOwner } from './ledger.js';

/** Balance of one unit. Amounts are credits, or minor units of a currency. */
export interface LedgerBalance {
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
