import { z } from 'zod';

/** A number under which a tax authority knows the seller, as invoices show it: `GST/HST` and `12345 6789 RT0001`. */
const taxNumber = z.strictObject({ label: z.string().min(1).max(40), number: z.string().min(1).max(40) });

/** Who sells, as invoices name them. */
const seller = z.strictObject({
  name: z.string().min(1),
  addressLine1: z.string().min(1),
  addressLine2: z.string().optional(),
  locality: z.string().min(1),
  /** A province, state or region: in Canada, the code of two letters, as it decides the tax. */
  administrativeArea: z.string().optional(),
  zip: z.string().min(1),
  /** ISO 3166-1 alpha-2. */
  countryCode: z.string().regex(/^[A-Z]{2}$/),
  email: z.email(),
  /** In the European Union and in the United Kingdom; with the prefix of the country. Without one, no VAT is charged. */
  vatId: z
    .string()
    .regex(/^[A-Z]{2}[0-9A-Z]{2,13}$/)
    .optional(),
  /** Elsewhere. Without one, no tax is charged. */
  taxNumbers: z.array(taxNumber).default([]),
  /** How invoices are paid: the account that money is sent to. A line each. */
  paymentDetails: z.array(z.string().min(1).max(80)).max(6).default([]),
});

const series = z.string().regex(/^[A-Z0-9]{1,8}$/, 'has one to eight capital letters and digits');

/** What using a site costs, and who sells it. */
export const commerceRules = z.strictObject({
  /**
   * What an organization gives for publishing a job: nothing; one job credit; or, where it has a subscription with a free job slot, that
   * slot until the job ends, and otherwise nothing.
   */
  publishing: z.enum(['free', 'credit', 'slot']).default('free'),
  /** A job that is archived so many hours after it was published is given its credit back. */
  refundHours: z.number().int().min(0).max(720).default(24),
  /** Whether organizations buy by themselves. Otherwise the pages of products lead to the contact form. */
  selfService: z.boolean().default(true),
  /** Whether an order on invoice gives what was bought only when it is paid, and not at once. */
  deliverWhenPaid: z.boolean().default(true),
  /** Within how many days an invoice is to be paid. */
  paymentDays: z.number().int().min(0).max(120).default(14),
  /** Numbers of invoices and of credit notes begin with these. A series never has gaps, so that it must not be shared with other programs. */
  invoiceSeries: series.default('INV'),
  creditNoteSeries: series.default('CN'),
  /** Without one, nothing can be bought. */
  seller: seller.optional(),
});

export type CommerceRules = z.output<typeof commerceRules>;
export type Seller = z.output<typeof seller>;
