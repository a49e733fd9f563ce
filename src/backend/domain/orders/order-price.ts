import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { BackendLogger, BackendSite } from '#contract/backend/backend.js';
import type { Seller } from '#contract/commerce/commerce-rules.js';
import { dayIn } from '#shared/time-zones/time-zone.js';
import type { Translate } from '#shared/text/translator.js';
import { textIn } from '#shared/text/translator.js';
import type { Database } from '../../platform/database/schema.js';
import type { DeliveredProduct } from '../entitlements/delivery.js';
import { checkVatId, type VatIdCheck, type Vies } from '../tax/check-vat-id.js';
import type { StoredBillingProfile } from './billing-profiles.js';
import { decideTax, type TaxCategory, type TaxNote, taxOf } from '../tax/tax-decision.js';
import { type TaxName } from '../tax/tax-rates.js';

/** Maximum quantity of an order. */
export const MAX_QUANTITY = 100;
/** Maximum total in minor units: the range of the contract's numbers. */
export const MAX_TOTAL = 2_000_000_000;
/**
 * Number of unpaid orders on invoice with which an organization cannot order on invoice any more. Each of them has sent an invoice to an
 * address that nobody has confirmed, and can only be corrected by a credit note.
 */
export const MAX_UNPAID_ORDERS = 10;

/** Tax decision of an order, as stored. */
export interface StoredTax {
  category: TaxCategory;
  /** Amounts in minor units. */
  lines: { tax: TaxName; jurisdiction: string; rate: number; amount: number }[];
  note: TaxNote | null;
  /** Legal source of the rule. */
  source: string;
  /** Day by whose rates the tax was calculated, as `YYYY-MM-DD`. */
  day: string;
  vatId: Pick<VatIdCheck, 'verdict' | 'vatId' | 'consultationNumber'>;
}

/** Price of an order. Amounts are in minor units. */
export interface CalculatedPrice {
  currency: string;
  unitAmount: number;
  net: number;
  taxAmount: number;
  total: number;
  tax: StoredTax;
}

/** A product for sale, in its current version. */
export interface SoldProduct {
  id: number;
  priceId: number;
  currency: string;
  amount: number;
  eligibility: 'everybody' | 'first_purchase';
  /** Copy of the product that an order stores. */
  product: DeliveredProduct;
  /** Current time by the clock of the database. */
  now: Date;
}

type ProductRow = Omit<DeliveredProduct, 'name'> & {
  id: number;
  names: Record<string, string>;
  eligibility: 'everybody' | 'first_purchase';
  retired_at: Date | null;
  price_id: number | null;
  currency: string | null;
  amount: number | null;
  now: Date;
};

/**
 * Reads a product of a site by its code, with its latest price in the first currency of the site in which it has one.
 *
 * @param options.isLocked whether to lock the product against changes until the transaction ends
 * @returns `retired` if it is no longer sold, or in none of these currencies; undefined if it never existed
 */
export async function findSoldProduct(
  database: Kysely<Database>,
  { site, code, locale }: { site: BackendSite; code: string; locale: string },
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<SoldProduct | 'retired' | undefined> {
  const currencies = [...(site.currencies ?? [])];
  if (currencies.length === 0) return undefined;
  // The price is read after the lock: whoever changes a price locks its product first.
  if (isLocked) await sql`select from product where site = ${site.name} and code = ${code} for share`.execute(database);
  const { rows } = await sql<ProductRow>`
    select p.id, p.code, p.names, p.eligibility, p.retired_at, p.job_credits, p.contact_credits, p.credit_days, p.featured_days,
      p.top_days, p.subscription_months, p.job_slots, p.contact_slots, p.renewal, r.id as price_id, r.currency, r.amount,
      clock_timestamp() as now
    from product p left join lateral (
      select latest.id, latest.currency, latest.amount from (
        select distinct on (currency) id, currency, amount from product_price
        where product_id = p.id and currency = any(${currencies}::text[]) order by currency, id desc
      ) latest
      where latest.amount is not null order by array_position(${currencies}::text[], latest.currency::text) limit 1
    ) r on true
    where p.site = ${site.name} and p.code = ${code}
  `.execute(database);
  const [row] = rows;
  if (!row) return undefined;
  const { id, names, eligibility, retired_at, price_id: priceId, currency, amount, now, ...grants } = row;
  if (retired_at !== null || priceId === null || currency === null || amount === null) return 'retired';
  const name = textIn(names, locale) ?? grants.code;
  return { id, priceId, currency, amount, eligibility, product: { ...grants, name }, now };
}

/**
 * Fingerprint of what a buyer gets for the price: the contents of the product, its renewal, and to whom it is sold. The name is not part of
 * it, because it depends on the language.
 *
 * @param recipient the recipient of the invoice, if the fingerprint includes it
 */
export function contentsOf({ product, eligibility }: SoldProduct, recipient?: StoredBillingProfile): string {
  const contents = Object.entries(product).filter(([column]) => column !== 'name');
  return createHash('sha256')
    .update(JSON.stringify([contents, eligibility, ...(recipient ? [recipient] : [])]))
    .digest('base64url');
}

export interface TaxedBuyer {
  countryCode: string;
  administrativeArea: string;
  vatNumber: string;
}

/**
 * Checks the buyer's VAT id, which may take seconds: must not be called within a transaction.
 *
 * @param options.isFresh whether VIES is queried even if it has answered recently
 */
export function checkBuyer(
  { vatNumber, countryCode }: TaxedBuyer,
  seller: Seller,
  options: { vies?: Vies; isFresh: boolean; logger: BackendLogger },
): Promise<VatIdCheck> {
  return checkVatId(
    { vatId: vatNumber, countryCode },
    { ...options, ...(seller.vatId === undefined ? {} : { sellerVatId: seller.vatId }) },
  );
}

/** @returns undefined if the total exceeds the maximum */
export function priceOf(
  sold: Pick<SoldProduct, 'amount' | 'currency' | 'now'>,
  quantity: number,
  sale: { seller: Seller; buyer: TaxedBuyer; vatId: VatIdCheck; timeZone?: string },
): CalculatedPrice | undefined {
  const { seller, buyer, vatId, timeZone = 'UTC' } = sale;
  const day = dayIn(timeZone, sold.now);
  const decision = decideTax({
    seller,
    // Only organizations can order here.
    buyer: { ...buyer, vatIdVerdict: vatId.verdict, isBusiness: true },
    day,
  });
  const { net, taxes, tax, total } = taxOf(BigInt(sold.amount) * BigInt(quantity), decision);
  if (total > BigInt(MAX_TOTAL)) return undefined;
  return {
    currency: sold.currency,
    unitAmount: sold.amount,
    net: Number(net),
    taxAmount: Number(tax),
    total: Number(total),
    tax: {
      category: decision.category,
      lines: taxes.map((line) => ({ ...line, amount: Number(line.amount) })),
      note: decision.note,
      source: decision.source,
      day,
      vatId: { verdict: vatId.verdict, vatId: vatId.vatId, consultationNumber: vatId.consultationNumber },
    },
  };
}

/** Label of a tax, for example `HST 13 %`. */
export function taxLabel({ tax, rate }: StoredTax['lines'][number], locale: string, t: Translate): string {
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 3 }).format(rate / 100_000);
  return `${t(`invoice.taxName.${tax}`)} ${percent}`;
}
