import type Stripe from 'stripe';
import type { StripeOptions } from '#contract/backend/backend.js';
import { minorDigits } from '#shared/money/format-money.js';
import type { PayableOrder, PaymentEvent, PaymentProvider, PaymentStatus } from './payment-provider.js';

/** API version of the SDK's types: another version needs another SDK. */
const API_VERSION = '2026-10-28.endive';
const TIMEOUT_MS = 10_000;
/** Maximum age of a signature. */
const TOLERANCE_SECONDS = 300;
/** Languages of the product that Stripe's page supports; for others, Stripe uses the browser's language. */
const LOCALES: Readonly<Record<string, Stripe.Checkout.SessionCreateParams.Locale>> = {
  'en-GB': 'en-GB',
  en: 'en',
  de: 'de',
  fr: 'fr',
  'fr-CA': 'fr-CA',
};

/**
 * Minor digits of amounts in Stripe's API, for the currencies where they differ from ISO 4217 (https://docs.stripe.com/currencies). Stripe
 * lists Uganda's among those without minor digits too, but expects two for compatibility, as for Iceland's.
 */
const STRIPE_DIGITS: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 };

/** Payment on Stripe's page (Checkout Sessions). The SDK is loaded on first use. */
export function createStripeProvider(options: StripeOptions): PaymentProvider {
  let loading: Promise<Stripe> | undefined;
  const load = (): Promise<Stripe> => (loading ??= openStripe(options));
  return {
    name: 'stripe',
    async begin(order) {
      const stripe = await load();
      // For the same key, Stripe returns the same session for a day, which is as long as a session is open.
      const session = await stripe.checkout.sessions.create(toSession(order), { idempotencyKey: `order-${order.id}` });
      return { paymentId: session.id, ...(session.url === null ? {} : { url: session.url }) };
    },
    async status(paymentId) {
      const stripe = await load();
      const session = await stripe.checkout.sessions.retrieve(paymentId, {
        expand: ['payment_intent', 'payment_intent.latest_charge'],
      });
      return statusOf(stripe, session);
    },
    async end(paymentId) {
      const stripe = await load();
      const session = await stripe.checkout.sessions.retrieve(paymentId);
      if (session.status !== 'open') return false;
      await stripe.checkout.sessions.expire(paymentId);
      return true;
    },
    async refund(paymentId, { amount, key }) {
      const stripe = await load();
      const { payment_intent: intent, currency } = await stripe.checkout.sessions.retrieve(paymentId);
      if (intent === null) throw new Error('The Stripe session has no payment');
      const id = typeof intent === 'string' ? intent : intent.id;
      const refunded = toStripe(amount, currencyOf(currency));
      await stripe.refunds.create({ payment_intent: id, amount: refunded }, { idempotencyKey: key });
    },
    async orderOf(paymentId) {
      // Events about other uses of the Stripe account arrive here too.
      if (!paymentId.startsWith('pi_')) return undefined;
      const stripe = await load();
      return orderIn((await stripe.paymentIntents.retrieve(paymentId)).metadata);
    },
    async readEvent(body, signature) {
      const stripe = await load();
      try {
        const event = await stripe.webhooks.constructEventAsync(
          body,
          signature,
          options.webhookSecret,
          TOLERANCE_SECONDS,
        );
        return toEvent(event);
      } catch {
        return undefined;
      }
    },
  };
}

async function openStripe({ secretKey, apiBase }: StripeOptions): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe');
  const url = apiBase === undefined ? undefined : new URL(apiBase);
  return new StripeClient(secretKey, {
    apiVersion: API_VERSION,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(url && {
      host: url.hostname,
      port: url.port || (url.protocol === 'http:' ? 80 : 443),
      protocol: url.protocol === 'http:' ? 'http' : 'https',
    }),
  });
}

function toSession(order: PayableOrder): Stripe.Checkout.SessionCreateParams {
  const { id, currency, locale, returnTo } = order;
  const metadata = { order: String(id) };
  const item = (name: string, amount: number, quantity: number): Stripe.Checkout.SessionCreateParams.LineItem => ({
    quantity,
    price_data: {
      currency: currency.toLowerCase(),
      unit_amount: toStripe(amount, currency),
      product_data: { name },
    },
  });
  return {
    mode: 'payment',
    client_reference_id: String(id),
    customer_email: order.email,
    locale: LOCALES[locale] ?? LOCALES[locale.slice(0, 2)] ?? 'auto',
    line_items: [
      item(order.productName, order.unitAmount, order.quantity),
      // Taxes are taken from the invoice, instead of being calculated again by Stripe.
      ...order.taxes.filter(({ amount }) => amount > 0).map(({ label, amount }) => item(label, amount, 1)),
    ],
    metadata,
    payment_intent_data: { metadata },
    success_url: returnTo.paid,
    cancel_url: returnTo.canceled,
  };
}

async function statusOf(stripe: Stripe, session: Stripe.Checkout.Session): Promise<PaymentStatus> {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
  const charge = typeof intent?.latest_charge === 'object' ? intent.latest_charge : null;
  const { isDisputed, lost } = charge?.disputed ? await disputesOf(stripe, charge.id) : { isDisputed: false, lost: 0 };
  const currency = currencyOf(session.currency);
  return {
    state: stateOf(session, intent),
    currency,
    // Not rounded: an amount that is not the order's must be noticed.
    total: fromStripe(session.amount_total ?? 0, currency),
    refunded: Math.round(fromStripe(charge?.amount_refunded ?? 0, currency)),
    isDisputed,
    lost: Math.round(fromStripe(lost, currency)),
  };
}

/** Stripe writes currencies in lower case. */
function currencyOf(currency: string | null): string {
  return (currency ?? '').toUpperCase();
}

/**
 * Amount for Stripe's API.
 *
 * @param amount in minor units according to ISO 4217
 * @throws if Stripe cannot charge the amount. Of three minor digits, it needs the last one to be 0.
 */
function toStripe(amount: number, currency: string): number {
  const converted = moved(amount, (STRIPE_DIGITS[currency] ?? minorDigits(currency)) - minorDigits(currency));
  if (!Number.isInteger(converted) || (minorDigits(currency) === 3 && converted % 10 !== 0))
    throw new RangeError(`Stripe cannot charge ${amount} minor units of ${currency}`);
  return converted;
}

function fromStripe(amount: number, currency: string): number {
  return moved(amount, minorDigits(currency) - (STRIPE_DIGITS[currency] ?? minorDigits(currency)));
}

/** Moves the decimal point; dividing by a power of ten, unlike multiplying by its inverse, is exact for whole results. */
function moved(amount: number, digits: number): number {
  return digits < 0 ? amount / 10 ** -digits : amount * 10 ** digits;
}

function stateOf(session: Stripe.Checkout.Session, intent: Stripe.PaymentIntent | null): PaymentStatus['state'] {
  if (session.payment_status === 'paid' || session.payment_status === 'no_payment_required') return 'paid';
  if (session.status === 'expired') return 'failed';
  // A delayed payment method, such as a direct debit, has failed: nothing is in progress.
  const isOver = intent?.status === 'requires_payment_method' || intent?.status === 'canceled';
  return session.status === 'complete' && isOver ? 'failed' : 'open';
}

/** A charge can be disputed in part, and more than once. */
async function disputesOf(stripe: Stripe, charge: string): Promise<Pick<PaymentStatus, 'isDisputed' | 'lost'>> {
  const { data } = await stripe.disputes.list({ charge, limit: 10 });
  return {
    isDisputed: data.some(({ status }) => status === 'needs_response' || status === 'under_review'),
    lost: data.reduce((sum, { status, amount }) => (status === 'lost' ? sum + amount : sum), 0),
  };
}

/** Extracts the order and the payment of an event, if it has any: only objects that we created carry our metadata. */
function toEvent(event: Stripe.Event): PaymentEvent {
  const about = event.data.object as unknown as Record<string, unknown>;
  const isSession = about.object === 'checkout.session';
  const paymentId = isSession || about.object === 'payment_intent' ? about.id : about.payment_intent;
  const orderId = orderIn(about.metadata as Stripe.Metadata | null | undefined);
  return {
    id: event.id,
    type: event.type,
    ...(orderId === undefined ? {} : { orderId }),
    ...(typeof paymentId === 'string' ? { paymentId } : {}),
  };
}

function orderIn(metadata: Stripe.Metadata | null | undefined): number | undefined {
  const id = Number(metadata?.order);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
