import { TestStripeServer } from '../../../../test/support/servers/stripe-server.js';
import type { PaymentProvider } from './payment-provider.js';
import { createStripeProvider } from './stripe-provider.js';

describe('amounts at Stripe', () => {
  let stripe: TestStripeServer;
  let provider: PaymentProvider;
  beforeAll(async () => {
    stripe = await TestStripeServer.start();
    const { secretKey, webhookSecret, url } = stripe;
    provider = createStripeProvider({ secretKey, webhookSecret, apiBase: url });
  });
  afterAll(() => stripe.stop());

  let orders = 0;
  /** Begins the payment of two units with a tax of a tenth. */
  const begin = (currency: string, unitAmount: number, tax = unitAmount / 5) =>
    provider.begin({
      id: ++orders,
      currency,
      unitAmount,
      quantity: 2,
      productName: 'Five jobs',
      taxes: [{ label: 'VAT 10 %', amount: tax }],
      email: 'books@shop.test',
      locale: 'en',
      returnTo: { paid: 'http://shop.test/paid', canceled: 'http://shop.test/canceled' },
    });

  it.each([
    // Two digits for compatibility, although the currency has none.
    ['ISK', 5000, 1_100_000],
    ['UGX', 5000, 1_100_000],
    ['HUF', 500_000, 1_100_000],
    ['JPY', 5000, 11_000],
    ['CAD', 5000, 11_000],
    ['KWD', 5000, 11_000],
    // No digits, although the currency has two.
    ['MGA', 500_000, 11_000],
  ])(
    '[REC-08] in %s: twice %i minor units with tax are %i of Stripe, there and back',
    async (currency, unit, total) => {
      const { paymentId } = await begin(currency, unit);
      const session = stripe.session(String(orders));
      expect([session.amount_total, session.currency]).toEqual([total, currency.toLowerCase()]);
      stripe.pay(session);
      await provider.refund(paymentId!, { amount: unit, key: `refund-${orders}` });
      expect(stripe.chargeOf(session).amount_refunded).toBe((total * 5) / 11);
      stripe.dispute(session, 'lost', (total * 5) / 11);
      expect(await provider.status(paymentId!)).toEqual({
        state: 'paid',
        currency,
        total: (unit * 11) / 5,
        refunded: unit,
        isDisputed: false,
        lost: unit,
      });
    },
  );

  it.each([
    ['KWD', 5001],
    ['MGA', 5010],
  ])('[REC-08] are not sent if Stripe cannot charge them: %s %i', async (currency, unit) => {
    await expect(begin(currency, unit, 0)).rejects.toThrow(RangeError);
  });

  it('[REC-08] are not rounded to the total of an order', async () => {
    const { paymentId } = await begin('ISK', 5000);
    const session = stripe.session(String(orders));
    session.amount_total += 1;
    expect((await provider.status(paymentId!))?.total).not.toBe(11_000);
  });
});
