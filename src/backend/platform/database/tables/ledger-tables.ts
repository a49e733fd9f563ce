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

export interface SubscriptionTable {
  id: Generated<number>;
  organization_id: number;
  type: 'job_slots' | 'resume_contacts';
  status: 'active' | 'pending' | 'canceled' | 'expired';
  product_id: string;
  product_name: string;
  label: string;
  start_at: Date;
  end_at: Date | null;
  /** Number of slots in total; a slot in use has an open row in `job_charge`. */
  job_slots: Generated<number>;
  resume_contact_slots: number | null;
  resume_contact_slots_used: Generated<number>;
  /** Purchased order and its line; null if it was not bought on the site. */
  reference: ColumnType<string | null, string | undefined, never>;
  renewal: Generated<'none' | 'automatic'>;
  /** Time at which cancellation at the end of the paid period was requested. */
  cancellation_at: Date | null;
}

/** What was charged for publishing a job: a credit, or a slot of a subscription. */
export interface JobChargeTable {
  id: Generated<number>;
  job_id: number;
  /** Number of the charge within the job, from 1. */
  number: number;
  transfer_id: ColumnType<number | null, string | null, never>;
  subscription_id: number | null;
  charged_at: Date;
  /** Null if it is the current charge of the published job. */
  ended_at: Date | null;
}

/** A paid placement of a job for a limited time. */
export interface JobPlacementTable {
  id: Generated<number>;
  job_id: number;
  kind: 'featured' | 'top';
  number: number;
  transfer_id: ColumnType<number, string, never>;
  starts_at: Date;
  ends_at: Date;
  ended_at: Date | null;
}

type Texts = ColumnType<Record<string, string>, string, string>;

/** The database rejects deleting a product. */
export interface ProductTable {
  id: Generated<number>;
  site: string;
  code: string;
  /** Texts by language or locale; `en` is the fallback. */
  names: Texts;
  descriptions: Texts;
  job_credits: Generated<number>;
  contact_credits: Generated<number>;
  /** Number of days its credits can be spent; null for unlimited. */
  credit_days: number | null;
  subscription_months: number | null;
  job_slots: Generated<number>;
  contact_slots: Generated<number>;
  featured_days: Generated<number>;
  top_days: Generated<number>;
  eligibility: Generated<'everybody' | 'first_purchase'>;
  renewal: Generated<'none' | 'automatic'>;
  position: Generated<number>;
  retired_at: Date | null;
  updated_at: Generated<Date>;
}

/** The database rejects changing or deleting a price. */
export interface ProductPriceTable {
  id: Generated<number>;
  product_id: ColumnType<number, number, never>;
  currency: ColumnType<string, string, never>;
  /** In minor units, without tax; null if no longer sold in this currency. */
  amount: ColumnType<number | null, number | null, never>;
  actor_id: ColumnType<string | null, string | null, never>;
  created_at: ColumnType<Date, never, never>;
}
