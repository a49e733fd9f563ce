import type { Kysely } from 'kysely';
import type { AccountError, Order, OrderPrice, OrderQuote } from '#contract/generated/resolvers.js';
import { MAX_BILLING_LENGTHS } from '#contract/commerce/billing-profile.js';
import type { BackendSite } from '#contract/backend/backend.js';
import type { Database } from '../../platform/database/schema.js';
import type { Lazy } from '../../platform/graphql/lazy.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import { ruleMessage, textsOf, type SiteTexts } from '../../platform/texts/site-texts.js';
import { errorsOf } from '../accounts/account-results.js';
import type { DeliveredProduct } from '../entitlements/delivery.js';
import { invoicesOfOrder } from '../invoices/invoice-rows.js';
import { toProfile, type ProfileViolation, type StoredBillingProfile } from './billing-profiles.js';
import {
  contentsOf,
  MAX_QUANTITY,
  MAX_UNPAID_ORDERS,
  type CalculatedPrice,
  type SoldProduct,
  taxLabel,
} from './order-price.js';
import type { ListedOrder } from './order-rows.js';
import type { OrderRule, OrderViolation, Quote } from './place-order.js';

type Place = Pick<RequestContext, 'site' | 'locale'>;

/** Numbers that the messages of rules mention. */
const MAXIMA: Partial<Record<OrderRule, number>> = { quantity: MAX_QUANTITY, unpaid: MAX_UNPAID_ORDERS };

export function orderErrors(violations: readonly OrderViolation[], place: Place): AccountError[] {
  return errorsOf(violations, place, ({ rule }, { t, locale }) => {
    const max = MAXIMA[rule];
    return ruleMessage(
      t,
      `errors.order.${rule}`,
      max === undefined ? {} : { max: new Intl.NumberFormat(locale).format(max) },
    );
  });
}

export function profileErrors(violations: readonly ProfileViolation[], place: Place): AccountError[] {
  return errorsOf(violations, place, ({ field, rule }, { t }) =>
    rule === 'vatFormat' || rule === 'vatCountry'
      ? ruleMessage(t, `errors.order.${rule}`)
      : ruleMessage(t, `rules.billing.${rule}`, rule === 'long' ? { max: MAX_BILLING_LENGTHS[field] } : {}),
  );
}

/** Converts a calculated price to the contract's form, with the site's texts. */
export function toPrice(
  { currency, unitAmount, net, total, tax }: CalculatedPrice,
  priceId: number,
  { t, locale }: SiteTexts,
): OrderPrice {
  const { verdict } = tax.vatId;
  const notes = [
    tax.note && t(`invoice.taxNote.${tax.note}`),
    (verdict === 'unavailable' || verdict === 'invalid') && tax.lines.length > 0 && t(`errors.order.vat.${verdict}`),
  ].filter((note): note is string => Boolean(note));
  return {
    __typename: 'OrderPrice',
    priceId: String(priceId),
    currency,
    unitAmount,
    netAmount: net,
    taxes: tax.lines.map((line) => ({ __typename: 'OrderTax', label: taxLabel(line, locale, t), amount: line.amount })),
    total,
    taxNote: notes.join(' ') || null,
  };
}

/** @param shown.recipient the saved recipient of the invoice, if the price is calculated for it */
export function toQuote(
  { sold, price, violations }: Quote,
  place: Place,
  { providers, recipient }: { providers: OrderQuote['providers']; recipient: StoredBillingProfile | undefined },
): OrderQuote {
  return {
    __typename: 'OrderQuote',
    price: sold && price ? toPrice(price, sold.priceId, textsOf(place.site, place.locale)) : null,
    product: sold ? toProduct(sold) : null,
    contents: sold ? contentsOf(sold, recipient) : null,
    providers,
    errors: orderErrors(violations, place),
  };
}

function toProduct({ id, product, currency, amount, eligibility }: SoldProduct): NonNullable<OrderQuote['product']> {
  return {
    __typename: 'Product',
    id: String(id),
    code: product.code,
    name: product.name,
    description: '',
    prices: [{ __typename: 'ProductPrice', currency, amount }],
    grants: toGrants(product),
    eligibility,
    renewal: product.renewal,
  };
}

function toGrants(product: DeliveredProduct): Order['grants'] {
  return {
    __typename: 'ProductGrants',
    jobCredits: product.job_credits,
    contactCredits: product.contact_credits,
    creditDays: product.credit_days,
    subscriptionMonths: product.subscription_months,
    jobSlots: product.job_slots,
    contactSlots: product.contact_slots,
    featuredDays: product.featured_days,
    topDays: product.top_days,
  };
}

/** Converts an order to the contract's form, with the site's texts. */
export function toOrder(
  database: Kysely<Database>,
  row: ListedOrder,
  { site, locale }: { site: BackendSite; locale: string },
): Lazy<Order> {
  const { product, tax, currency } = row;
  const isOpen = row.state === 'placed' || row.state === 'overdue';
  const price = {
    currency,
    unitAmount: row.unit_amount,
    net: row.net_amount,
    taxAmount: row.tax_amount,
    total: row.total,
    tax,
  };
  return {
    __typename: 'Order',
    id: String(row.id),
    state: row.state,
    placedAt: row.placed_at.toISOString(),
    dueAt: row.due_at?.toISOString() ?? null,
    paidAt: row.paid_at?.toISOString() ?? null,
    delivered: row.delivered_at !== null && row.withdrawn_at === null,
    organizationId: String(row.organization_id),
    organizationName: row.organizationName,
    product: product.code,
    productName: product.name,
    grants: toGrants(product),
    quantity: row.quantity,
    price: toPrice(price, row.price_id, textsOf(site, locale)),
    refundedAmount: row.refunded_amount,
    provider: row.provider,
    billing: toProfile(row.billing, true),
    documents: async () => {
      const issued = await invoicesOfOrder(database, { site: row.site, orderId: String(row.id) });
      return issued.map(({ id, reference, kind }) => ({
        __typename: 'OrderDocument',
        id: String(id),
        reference,
        isCreditNote: kind === 'credit_note',
      }));
    },
    payUrl: row.state === 'placed' ? row.payment_url : null,
    paymentDetails: isOpen && row.provider === 'invoice' ? (site.commerce?.seller?.paymentDetails ?? []) : [],
    destination: row.destination,
  };
}
