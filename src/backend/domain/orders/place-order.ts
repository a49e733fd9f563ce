import { sql, type Kysely, type Transaction } from 'kysely';
import type { BackendLogger, BackendSite } from '#contract/backend/backend.js';
import { isCanadianProvince } from '#contract/commerce/billing-profile.js';
import type { Seller } from '#contract/commerce/commerce-rules.js';
import { timeZoneOf } from '#shared/time-zones/time-zone.js';
import { endOfDayOf } from '#shared/time-zones/zoned-days.js';
import type { Database } from '../../platform/database/schema.js';
import type { Vies } from '../tax/check-vat-id.js';
import { checkProfile, loadBillingProfile, type StoredBillingProfile } from './billing-profiles.js';
import { invoiceOrder } from './order-invoices.js';
import {
  checkBuyer,
  contentsOf,
  findSoldProduct,
  MAX_QUANTITY,
  MAX_UNPAID_ORDERS,
  priceOf,
  type CalculatedPrice,
  type SoldProduct,
} from './order-price.js';
import { lockOrder, type OrderRow } from './order-rows.js';
import { databaseNow, deliverOrder, payOrder, mailAboutOrder } from './settle-order.js';

/**
 * - `notSold`: the site has no self-service.
 * - `unknownProduct`, `retired`: the product does not exist, or is no longer sold.
 * - `quantity`, `tooMuch`: the quantity or the total is out of bounds.
 * - `onlyOne`: an offer for a first purchase is ordered more than once at a time.
 * - `firstPurchase`: the product is only for organizations that have bought nothing before.
 * - `unpaid`: the organization has too many unpaid orders on invoice.
 * - `closed`: the organization is closed.
 * - `billing`: the billing profile is missing or invalid.
 * - `priceChanged`: the price or the contents of the product, or the recipient of the invoice, differ from those that the buyer has seen.
 * - `terms`: the terms were not accepted.
 * - `key`: the key of the form is invalid, or was used for another order.
 * - `provider`: the payment service is not configured.
 * - `unavailable`: the order was placed, but its payment could not be started.
 */
export type OrderRule =
  | 'notSold'
  | 'unknownProduct'
  | 'retired'
  | 'quantity'
  | 'tooMuch'
  | 'onlyOne'
  | 'firstPurchase'
  | 'unpaid'
  | 'closed'
  | 'billing'
  | 'priceChanged'
  | 'terms'
  | 'key'
  | 'provider'
  | 'unavailable';

export interface OrderViolation {
  field?: string;
  rule: OrderRule;
}

export interface WantedOrder {
  organizationId: number;
  product: string;
  quantity: number;
}

/** The price of a possible order, with its product. */
export interface Quote {
  sold?: SoldProduct;
  price?: CalculatedPrice;
  violations: OrderViolation[];
}

export interface OrderingDeps {
  database: Kysely<Database>;
  logger: BackendLogger;
  vies?: Vies;
}

/**
 * Calculates the price of an order for an organization.
 *
 * @param buyer data that determines the tax; null if not known yet
 * @param isFresh whether VIES is queried even if it has answered recently, because the order follows
 * @param isRenewal whether the order continues an earlier one, which was not necessarily limited as a first purchase is now
 */
export async function quoteOrder(
  { database, logger, vies }: OrderingDeps,
  { product, quantity }: Pick<WantedOrder, 'product' | 'quantity'>,
  {
    site,
    locale,
    buyer,
    isFresh = false,
    isRenewal = false,
  }: {
    site: BackendSite;
    locale: string;
    buyer: Parameters<typeof checkBuyer>[0] | null;
    isFresh?: boolean;
    isRenewal?: boolean;
  },
): Promise<Quote> {
  const seller = sellerOf(site);
  if (!seller) return { violations: [{ rule: 'notSold' }] };
  const sold = await findSoldProduct(database, { site, code: product, locale });
  if (sold === undefined) return { violations: [{ field: 'product', rule: 'unknownProduct' }] };
  if (sold === 'retired') return { violations: [{ field: 'product', rule: 'retired' }] };
  if (!isQuantity(quantity)) return { sold, violations: [{ field: 'quantity', rule: 'quantity' }] };
  if (quantity > 1 && sold.eligibility === 'first_purchase' && !isRenewal)
    return { sold, violations: [{ field: 'quantity', rule: 'onlyOne' }] };
  // In Canada, the province determines the tax.
  const isKnown =
    buyer?.countryCode === 'CA' ? isCanadianProvince(buyer.administrativeArea) : Boolean(buyer?.countryCode);
  if (!buyer || !isKnown) return { sold, violations: [] };
  const vatId = await checkBuyer(buyer, seller, { logger, isFresh, ...(vies ? { vies } : {}) });
  const price = priceOf(sold, quantity, { seller, buyer, vatId, timeZone: site.timeZone ?? 'UTC' });
  return price ? { sold, price, violations: [] } : { sold, violations: [{ field: 'quantity', rule: 'tooMuch' }] };
}

export interface PlacedRequest extends WantedOrder {
  /**
   * What the buyer has seen: the unit price, the total including tax in minor units, and the fingerprint of the contents if the client has
   * sent it. null for a renewal, which the system orders at the current price.
   */
  seen: { priceId: number | undefined; total: number; contents?: string | null | undefined } | null;
  provider: 'invoice' | 'stripe';
  key: string;
  termsAccepted: boolean;
  destination: string | null;
}

export interface Buyer {
  /** For a renewal, the buyer of the renewed order, whose account may have been deleted since; null if that order has none. */
  accountId: string | null;
  site: BackendSite;
  locale: string;
}

export type PlacingResult =
  { ok: true; order: OrderRow; isRepeated: boolean } | { ok: false; violations: OrderViolation[] };

/**
 * Orders a product, once for each key. An order on invoice is invoiced in the same transaction, and delivered if the site delivers before
 * payment; an order with a total of zero is paid at once. The caller has checked that the buyer acts for the organization.
 */
export async function placeOrder(deps: OrderingDeps, wanted: PlacedRequest, buyer: Buyer): Promise<PlacingResult> {
  const { database } = deps;
  const { site, locale } = buyer;
  const earlier = await findByKey(database, wanted, site.name);
  if (earlier) return repeated(earlier, wanted);
  if (!wanted.termsAccepted) return refused('terms', 'terms');
  const billing = await loadBillingProfile(database, wanted.organizationId);
  if (!billing || checkProfile(billing).length > 0) return refused('billing');
  // Checks the VAT id, which may take seconds, before anything is locked.
  const isRenewal = wanted.seen === null;
  const quote = await quoteOrder(deps, wanted, { site, locale, buyer: taxedBuyer(billing), isFresh: true, isRenewal });
  if (!quote.price) return { ok: false, violations: quote.violations };
  const { price } = quote;
  return database.transaction().execute(async (trx) => {
    // Serializes the orders of an organization.
    const violation = await lockOrganization(trx, wanted.organizationId, site.name);
    if (violation) return { ok: false, violations: [violation] };
    const meanwhile = await findByKey(trx, wanted, site.name);
    if (meanwhile) return repeated(meanwhile, wanted);
    const sold = await findSoldProduct(trx, { site, code: wanted.product, locale }, { isLocked: true });
    if (sold === undefined || sold === 'retired') return refused('retired', 'product');
    const { seen } = wanted;
    const contents = contentsOf(sold);
    const isAsQuoted = sold.priceId === quote.sold?.priceId && contents === contentsOf(quote.sold);
    // The fingerprint of a quote for an address that was not saved does not include the recipient.
    const hasSeenContents = [null, undefined, contents, contentsOf(sold, billing)].includes(seen?.contents);
    const isAsSeen = seen === null || (sold.priceId === seen.priceId && price.total === seen.total && hasSeenContents);
    if (!isAsQuoted || !isAsSeen || !(await isUnchanged(trx, wanted.organizationId, billing)))
      return refused('priceChanged');
    // A renewal continues the first purchase.
    if (seen !== null && sold.eligibility === 'first_purchase') {
      const begun = await findBegun(trx, wanted, { site: site.name, sold, total: price.total });
      if (begun) return { ok: true, order: begun, isRepeated: true };
      if (await hasOrdered(trx, wanted.organizationId)) return refused('firstPurchase', 'product');
    }
    // The system orders a renewal once for each period, so renewals need no limit.
    const isLimited = seen !== null && wanted.provider === 'invoice' && price.total > 0;
    if (isLimited && (await countUnpaid(trx, wanted.organizationId)) >= MAX_UNPAID_ORDERS) return refused('unpaid');
    const id = await insertOrder(trx, { wanted, sold, price, billing }, buyer);
    return { ok: true, order: await beginOrder(trx, id, site), isRepeated: false };
  });
}

/** Takes the steps that follow immediately after an order. */
async function beginOrder(trx: Transaction<Database>, id: number, site: BackendSite): Promise<OrderRow> {
  const order = (await lockOrder(trx, id))!;
  if (order.total === 0) await payOrder(trx, order, 'payment', { site });
  else if (order.provider === 'invoice') {
    const now = await databaseNow(trx);
    if (!site.commerce?.deliverWhenPaid) await deliverOrder(trx, order, now);
    const invoice = await invoiceOrder(trx, { order, site, dueAt: order.due_at, now });
    await mailAboutOrder(trx, 'order-invoice', { order: { ...order, invoice_id: invoice.id }, site, now });
  }
  return (await lockOrder(trx, id))!;
}

/** The seller of a site with self-service. */
function sellerOf({ commerce }: BackendSite): Seller | undefined {
  return commerce?.selfService ? commerce.seller : undefined;
}

export function taxedBuyer({ country_code, administrative_area, vat_number }: StoredBillingProfile) {
  return { countryCode: country_code, administrativeArea: administrative_area, vatNumber: vat_number };
}

function isQuantity(quantity: number): boolean {
  return Number.isInteger(quantity) && quantity >= 1 && quantity <= MAX_QUANTITY;
}

function refused(rule: OrderRule, field?: string): { ok: false; violations: OrderViolation[] } {
  return { ok: false, violations: [field === undefined ? { rule } : { field, rule }] };
}

/** A form that is sent again gets its order; one with changed content is refused. */
function repeated(order: OrderRow, wanted: PlacedRequest): PlacingResult {
  const isSame =
    order.product.code === wanted.product && order.quantity === wanted.quantity && order.provider === wanted.provider;
  return isSame ? { ok: true, order, isRepeated: true } : refused('key');
}

async function findByKey(
  database: Kysely<Database>,
  { organizationId, key }: Pick<PlacedRequest, 'organizationId' | 'key'>,
  site: string,
): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`
    select * from customer_order where site = ${site} and organization_id = ${organizationId} and key = ${key}
  `.execute(database);
  return rows[0];
}

async function lockOrganization(trx: Kysely<Database>, id: number, site: string): Promise<OrderViolation | undefined> {
  const { rows } = await sql<{ state: string }>`
    select state from organization where id = ${id} and site = ${site} for no key update
  `.execute(trx);
  return rows[0] && rows[0].state !== 'closed' ? undefined : { rule: 'closed' };
}

/** Checks that the profile has not changed since the tax was calculated. */
async function isUnchanged(
  trx: Kysely<Database>,
  organizationId: number,
  billing: StoredBillingProfile,
): Promise<boolean> {
  return JSON.stringify(await loadBillingProfile(trx, organizationId)) === JSON.stringify(billing);
}

/** Finds the same order by a buyer who has come back from the page of the payment service without paying. */
async function findBegun(
  trx: Kysely<Database>,
  { organizationId, provider, quantity }: Pick<PlacedRequest, 'organizationId' | 'provider' | 'quantity'>,
  { site, sold, total }: { site: string; sold: SoldProduct; total: number },
): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`
    select * from customer_order
    where site = ${site} and organization_id = ${organizationId} and state = 'placed' and provider <> 'invoice'
      and provider = ${provider} and price_id = ${sold.priceId} and quantity = ${quantity} and total = ${total}
      and product - 'name' = ${JSON.stringify(sold.product)}::jsonb - 'name'
    limit 1
  `.execute(trx);
  return rows[0];
}

async function hasOrdered(trx: Kysely<Database>, organizationId: number): Promise<boolean> {
  const { rows } = await sql`
    select from customer_order where organization_id = ${organizationId} and state <> 'canceled' limit 1
  `.execute(trx);
  return rows.length > 0;
}

/** Counts unpaid orders on invoice. The organization must be locked, so that concurrent orders are counted as well. */
async function countUnpaid(trx: Kysely<Database>, organizationId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from customer_order
    where organization_id = ${organizationId} and state in ('placed', 'overdue') and provider = 'invoice'
  `.execute(trx);
  return rows[0]!.count;
}

async function insertOrder(
  trx: Kysely<Database>,
  made: { wanted: PlacedRequest; sold: SoldProduct; price: CalculatedPrice; billing: StoredBillingProfile },
  { accountId, site, locale }: Buyer,
): Promise<number> {
  const { wanted, sold, price, billing } = made;
  const days = wanted.provider === 'invoice' && price.total > 0 ? (site.commerce?.paymentDays ?? 0) : null;
  const { id } = await trx
    .insertInto('customer_order')
    .values({
      site: site.name,
      organization_id: wanted.organizationId,
      buyer_id: accountId,
      key: wanted.key,
      language: locale,
      product_id: sold.id,
      price_id: sold.priceId,
      product: JSON.stringify(sold.product),
      quantity: wanted.quantity,
      currency: price.currency,
      unit_amount: price.unitAmount,
      net_amount: price.net,
      tax_amount: price.taxAmount,
      total: price.total,
      tax: JSON.stringify(price.tax),
      billing: JSON.stringify(billing),
      destination: wanted.destination,
      provider: wanted.provider,
      // The invoice names the day, so it can be paid until this day ends.
      due_at: days === null ? null : endOfDayOf(sold.now, timeZoneOf(site), days),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
