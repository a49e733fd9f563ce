import type { ColumnType, Generated } from 'kysely';

/** The database refuses every change of an invoice. */
type Fixed<Value> = ColumnType<Value, Value, never>;
/** Set by the database when an invoice is issued. */
type Given<Value> = ColumnType<Value, never, never>;
type Amount = ColumnType<number, string, never>;
type Stored<Value> = ColumnType<Value, string, never>;

/** A number under which a tax authority knows somebody: `GST/HST` and `12345 6789 RT0001`. */
export interface StoredTaxNumber {
  label: string;
  number: string;
}

/** Seller or buyer as they were when the invoice was issued. */
export interface StoredParty {
  name: string;
  /** A person of the buyer to whom the invoice goes. */
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
  /** Of the seller: how the invoice is paid, a line each. */
  paymentDetails?: string[];
}

export interface StoredInvoiceLine {
  description: string;
  quantity: number;
  /** Minor units. */
  unitNet: number;
  net: number;
}

export interface StoredInvoiceTax {
  tax: string;
  jurisdiction: string;
  /** Thousandths of a percent. */
  rate: number;
  amount: number;
}

export interface InvoiceTable {
  id: Generated<number>;
  site: Fixed<string>;
  series: Fixed<string>;
  number: Given<number>;
  /** Series and number as people read them: `INV-000042`. */
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
  /** Minor units, as are the two below. */
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

/** Goes on by issuing alone. */
export interface InvoiceSeriesTable {
  site: Fixed<string>;
  series: Fixed<string>;
  last_number: ColumnType<number, number | undefined, never>;
  last_issued_at: Given<Date | null>;
}
