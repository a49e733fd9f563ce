import type { ColumnType, Generated } from 'kysely';

/** Column of an invoice; the database rejects every change of an invoice. */
type Fixed<Value> = ColumnType<Value, Value, never>;
/** Column set by the database when an invoice is issued. */
type Given<Value> = ColumnType<Value, never, never>;
type Amount = ColumnType<number, string, never>;
type Stored<Value> = ColumnType<Value, string, never>;

/** A tax registration number, such as `GST/HST` and `12345 6789 RT0001`. */
export interface StoredTaxNumber {
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
