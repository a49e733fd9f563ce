import type { ColumnType, Generated } from 'kysely';

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
