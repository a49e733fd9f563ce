import type { ColumnType, Generated } from 'kysely';

export interface BillingProfileTable {
  organization_id: number;
  company_name: string;
  email: string;
  first_name: string;
  last_name: string;
  country_code: string;
  administrative_area: string;
  address_line1: string;
  address_line2: string;
  locality: string;
  zip: string;
  vat_number: string;
  updated_by: string | null;
  updated_at: Generated<Date>;
}

type OrderStateName = 'placed' | 'overdue' | 'paid' | 'disputed' | 'canceled' | 'refunded';

/** The database rejects deleting an order and changing its agreed terms. */
export interface CustomerOrderTable {
  /** The numbers may have gaps. */
  id: Generated<number>;
  site: string;
  organization_id: number;
  /** Account of the buyer; may have been deleted since. */
  buyer_id: string | null;
  key: string;
  /** Language of the order. */
  language: string;
  product_id: number;
  price_id: number;
  /** JSON: `OrderedProduct`. */
  product: ColumnType<unknown, string, never>;
  quantity: number;
  /** ISO 4217; all amounts are in its minor units. */
  currency: string;
  unit_amount: number;
  net_amount: number;
  tax_amount: number;
  total: number;
  /** JSON: `StoredTax`. */
  tax: ColumnType<unknown, string, never>;
  /** JSON: `StoredBillingProfile`. */
  billing: ColumnType<unknown, string, never>;
  destination: string | null;
  provider: 'invoice' | 'stripe';
  payment_id: string | null;
  payment_url: string | null;
  state: Generated<OrderStateName>;
  placed_at: Generated<Date>;
  due_at: Date | null;
  paid_at: Date | null;
  delivered_at: Date | null;
  withdrawn_at: Date | null;
  refunded_amount: Generated<number>;
  invoice_id: number | null;
  /** Number of payment reminders sent. */
  reminders: Generated<number>;
}

/** The database rejects changing or deleting an event. */
export interface CustomerOrderEventTable {
  id: Generated<number>;
  order_id: number;
  action: string;
  from_state: string | null;
  to_state: string;
  actor_id: string | null;
  reason: string | null;
  /** Refunded amount in minor units. */
  amount: number | null;
  at: Generated<Date>;
}

/** Event received from a payment service, without its content. */
export interface PaymentEventTable {
  provider: string;
  id: string;
  type: string;
  order_id: number | null;
  payment_id: string | null;
  received_at: Generated<Date>;
  due_at: Generated<Date>;
  attempts: Generated<number>;
  done_at: Date | null;
  failure: string | null;
}
