import type { ColumnType, Generated } from 'kysely';

/** Read as a number if that is exact, otherwise as its digits. */
type BigInteger = ColumnType<number | string, string, never>;
/** Column of the ledger; the database rejects every change of its rows. */
type Fixed<Value> = ColumnType<Value, Value, never>;

/** Placements are counted in days: featuring a job for 14 days costs 14 of `featured_day`. */
export const CREDIT_TYPES = ['job', 'resume_contact', 'featured_day', 'top_day'] as const;
export type CreditType = (typeof CREDIT_TYPES)[number];
export type LedgerOwnerKind = 'organization' | 'user';
export type LedgerTransferKind =
  'grant' | 'charge' | 'hold' | 'post' | 'void' | 'expire' | 'refund' | 'correct' | 'revoke';

export interface LedgerAccountTable {
  id: Generated<number>;
  site: Fixed<string>;
  owner_kind: Fixed<LedgerOwnerKind>;
  owner_id: Fixed<string>;
  /** A type of credit or a currency. */
  unit: Fixed<string>;
  kind: Fixed<'source' | 'available' | 'held' | 'spent' | 'expired'>;
  balance: ColumnType<number | string, never, never>;
  organization_id: ColumnType<number | null, never, never>;
}

export interface LedgerTransferTable {
  id: Generated<number>;
  site: Fixed<string>;
  owner_kind: Fixed<LedgerOwnerKind>;
  owner_id: Fixed<string>;
  unit: Fixed<string>;
  kind: Fixed<LedgerTransferKind>;
  amount: BigInteger;
  key: Fixed<string | null>;
  settles_id: Fixed<number | null>;
  lapses_at: Fixed<Date | null>;
  cause_kind: Fixed<string>;
  cause_id: Fixed<string | null>;
  reason: Fixed<string | null>;
  actor_id: Fixed<string | null>;
  created_at: ColumnType<Date, never, never>;
}

export interface LedgerGrantTable {
  id: Generated<number>;
  account_id: Fixed<number>;
  source: Fixed<'granted' | 'purchased'>;
  amount: BigInteger;
  remaining: ColumnType<number | string, never, never>;
  expires_at: Fixed<Date | null>;
}

export interface LedgerEntryTable {
  id: Generated<number>;
  transfer_id: Fixed<number>;
  account_id: Fixed<number>;
  grant_id: Fixed<number>;
  amount: BigInteger;
  balance_after: ColumnType<number | string, never, never>;
}

/** Credits that organizations can spend, derived from the ledger. Not writable: see `grantCredits`. */
export interface CreditBalanceView {
  organization_id: ColumnType<number, never, never>;
  type: ColumnType<CreditType, never, never>;
  amount: ColumnType<number, never, never>;
}
