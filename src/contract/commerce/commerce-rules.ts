import { z } from 'zod';

/** A tax registration number of the seller, as printed on invoices: `GST/HST` and `12345 6789 RT0001`. */
const taxNumber = z.strictObject({ label: z.string().min(1).max(40), number: z.string().min(1).max(40) });

/** The seller, as named on invoices. */
const seller = z.strictObject({
  name: z.string().min(1),
  addressLine1: z.string().min(1),
  addressLine2: z.string().optional(),
  locality: z.string().min(1),
  /** A province, state or region: in Canada the two-letter code, because it determines the tax. */
  administrativeArea: z.string().optional(),
  zip: z.string().min(1),
  /** ISO 3166-1 alpha-2. */
  countryCode: z.string().regex(/^[A-Z]{2}$/),
  email: z.email(),
  /** VAT id in the European Union and the United Kingdom, with the country prefix. Without one, no VAT is charged. */
  vatId: z
    .string()
    .regex(/^[A-Z]{2}[0-9A-Z]{2,13}$/)
    .optional(),
  /** Tax numbers in other countries. Without any, no tax is charged. */
  taxNumbers: z.array(taxNumber).default([]),
  /** How to pay invoices: the bank account. One entry per line. */
  paymentDetails: z.array(z.string().min(1).max(80)).max(6).default([]),
});

const series = z.string().regex(/^[A-Z0-9]{1,8}$/, 'has one to eight capital letters and digits');

/** Prices of using a site, and its seller. */
export const commerceRules = z.strictObject({
  /**
   * What an organization pays for publishing a job: nothing; one job credit; or, if it has a subscription with a free job slot, this slot
   * until the job ends, and otherwise nothing.
   */
  publishing: z.enum(['free', 'credit', 'slot']).default('free'),
  /** The credit of a job is refunded if the job is archived within this number of hours after publication. */
  refundHours: z.number().int().min(0).max(720).default(24),
  /** Whether organizations can buy online. Otherwise product pages lead to the contact form. */
  selfService: z.boolean().default(true),
  /** Whether an order on invoice is delivered only after payment, and not immediately. */
  deliverWhenPaid: z.boolean().default(true),
  /** Payment term of an invoice in days. */
  paymentDays: z.number().int().min(0).max(120).default(14),
  /** Prefixes of invoice and credit note numbers. A series has no gaps, so it must not be shared with other programs. */
  invoiceSeries: series.default('INV'),
  creditNoteSeries: series.default('CN'),
  /** If missing, nothing can be bought. */
  seller: seller.optional(),
});

export type CommerceRules = z.output<typeof commerceRules>;
export type Seller = z.output<typeof seller>;

/** Maximum number of credits, slots, days or months. */
export const MAX_COUNT = 10_000;
/** Maximum price in minor units: a million of most currencies. */
export const MAX_PRICE = 100_000_000;
