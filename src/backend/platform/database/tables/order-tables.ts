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
  /** JSON: the product as it was ordered. */
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

/** Column of an invoice; the database rejects every change of an invoice. */
type Fixed<Value> = ColumnType<Value, Value, never>;
/** Column set by the database when an invoice is issued. */
type Given<Value> = ColumnType<Value, never, never>;
type Amount = ColumnType<number, string, never>;
type Stored<Value> = ColumnType<Value, string, never>;

/** A tax registration number, such as `GST/HST` and `12345 6789 RT0001`. */
interface StoredTaxNumber {
  label: string;
  number: string;
}

/** Seller or buyer at the time of issue. */
export interface StoredParty {
  name: string;
  /** Contact person of the buyer. */
  contactName?: string;
  addressLine1: string;
  addressLine2?: string;
  locality: string;
  administrativeArea?: string;
  zip?: string;
  countryCode: string;
  email?: string;
  vatId?: string;
  taxNumbers?: StoredTaxNumber[];
  /** Payment instructions of the seller, one per line. */
  paymentDetails?: string[];
}

export interface StoredInvoiceLine {
  description: string;
  quantity: number;
  /** In minor units. */
  unitNet: number;
  net: number;
}

export interface StoredInvoiceTax {
  tax: string;
  jurisdiction: string;
  /** In thousandths of a percent. */
  rate: number;
  amount: number;
}

export interface InvoiceTable {
  id: Generated<number>;
  site: Fixed<string>;
  series: Fixed<string>;
  number: Given<number>;
  /** Series and number in readable form: `INV-000042`. */
  reference: Given<string>;
  kind: Fixed<'invoice' | 'credit_note'>;
  corrects_id: Fixed<number | null>;
  key: Fixed<string>;
  order_id: Fixed<number | null>;
  organization_id: Fixed<number>;
  seller: Stored<StoredParty>;
  buyer: Stored<StoredParty>;
  lines: Stored<StoredInvoiceLine[]>;
  taxes: Stored<StoredInvoiceTax[]>;
  tax_category: Fixed<string>;
  tax_note: Fixed<string | null>;
  tax_source: Fixed<string>;
  vat_id_verdict: Fixed<string>;
  vies_number: Fixed<string | null>;
  /** In minor units, as are the following two. */
  net: Amount;
  tax: Amount;
  total: Amount;
  currency: Fixed<string>;
  locale: Fixed<string>;
  reason: Fixed<string | null>;
  issued_at: Fixed<Date>;
  supplied_on: Fixed<string>;
  due_on: Fixed<string | null>;
  content_hash: Given<string>;
}

/** Advances only when an invoice is issued. */
export interface InvoiceSeriesTable {
  site: Fixed<string>;
  series: Fixed<string>;
  last_number: ColumnType<number, number | undefined, never>;
  last_issued_at: Given<Date | null>;
}
