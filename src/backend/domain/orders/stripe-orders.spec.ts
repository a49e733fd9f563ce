import { sql } from 'kysely';
import { TestStripeServer } from '../../../../test/support/servers/stripe-server.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { orderWorld, type Shopper } from '../../../../test/support/worlds/order-world.js';

const rulesOf = (errors: readonly { rule: string }[]) => errors.map(({ rule }) => rule);
const TIMES = 20;

describe('orders that are paid by Stripe', () => {
  let stripe: TestStripeServer;
  const world = orderWorld({}, async () => {
    stripe = await TestStripeServer.start();
    const { secretKey, webhookSecret } = stripe;
    return { stripe: { secretKey, webhookSecret, apiBase: stripe.url }, homeOf: () => 'http://shop.test/' };
  });
  afterAll(() => stripe.stop());
  beforeEach(() => {
    stripe.isDown = false;
    stripe.losesRefundAnswers = false;
  });
  const { product, shopper, place, administer, credits, stored, ask } = world;

  async function placed(buyer: Shopper, more: Record<string, string> = {}) {
    const answer = await place(buyer, await product(), { provider: 'stripe', ...more });
    expect(answer.errors).toEqual([]);
    return { id: answer.order!.id, payUrl: answer.payUrl, session: stripe.session(answer.order!.id) };
  }

  async function tell({ body, signature }: { body: string; signature: string }, process = 0): Promise<boolean> {
    const input = `provider: "stripe", body: ${JSON.stringify(body)}, signature: ${JSON.stringify(signature)}`;
    return (await ask<{ accepted: boolean }>(`receivePaymentEvent(${input}) { accepted }`, null, process)).accepted;
  }

  const comeBack = (buyer: Shopper, id: string, process = 0) =>
    ask<{ state: string }>(`confirmPayment(id: "${id}") { state }`, buyer.jwt, process);
  const cancel = (id: string) => administer(`cancelOrder(id: "${id}", reason: "Wrong")`);
  const becomes = (id: string, state: string) =>
    waitFor(`order ${id} to be ${state}`, async () => (await stored(id)).order.state === state);
  const settled = () =>
    waitFor('all events to be done', async () => {
      const { rows } = await sql`select from payment_event where done_at is null`.execute(world.database);
      return rows.length === 0;
    });

  it('[REC-08] redirect to Stripe’s page with the amounts of the order, and back', async () => {
    const buyer = await shopper();
    const { id, payUrl, session } = await placed(buyer);
    expect(payUrl).toBe(session.url);
    expect(session).toMatchObject({
      amount_total: 11_300,
      currency: 'cad',
      customer_email: 'books@maple.test',
      success_url: `http://shop.test/checkout/order?order=${id}&step=return`,
    });
    expect(await stored(id)).toMatchObject({ order: { state: 'placed' }, invoices: [], mails: [] });
    expect((await comeBack(buyer, id)).state).toBe('placed');
    stripe.pay(session);
    expect((await comeBack(buyer, id)).state).toBe('paid');
    expect(await credits(buyer)).toBe(5);
  });

  it('[REC-08] continue an offer for a first purchase if the buyer comes back without paying', async () => {
    const buyer = await shopper();
    const sold = await product({ eligibility: 'first_purchase' });
    const order = () => place(buyer, sold, { provider: 'stripe' });
    const [left, back] = [await order(), await order()];
    expect([left.errors, back.errors]).toEqual([[], []]);
    expect([back.order!.id, back.payUrl]).toEqual([left.order!.id, left.payUrl]);
    stripe.pay(stripe.session(left.order!.id));
    expect((await comeBack(buyer, left.order!.id)).state).toBe('paid');
    expect(rulesOf((await order()).errors)).toEqual(['firstPurchase']);
  });

  it('[REC-08] are replaced if the buyer of an offer for a first purchase comes back and orders differently', async () => {
    const buyer = await shopper();
    const sold = await product({ eligibility: 'first_purchase' });
    const order = (provider: string) => place(buyer, sold, { provider });
    const left = (await order('stripe')).order!.id;
    // What is ordered again has other contents.
    await sql`update product set job_credits = 6 where code = ${sold.code}`.execute(world.database);
    const other = (await order('stripe')).order!.id;
    expect([stripe.session(left).status, (await stored(left)).order.state]).toEqual(['expired', 'canceled']);
    // What is being paid is not replaced.
    stripe.pay(stripe.session(other), 'later');
    expect(rulesOf((await order('invoice')).errors)).toEqual(['firstPurchase']);
    stripe.settle(stripe.session(other), false);
    expect(await order('invoice')).toMatchObject({ order: { state: 'placed' }, errors: [] });
    expect((await stored(other)).order.state).toBe('canceled');
  });

  it('[REC-08] take effect once, however often, in whatever order and by whatever ways they are reported', async () => {
    const buyer = await shopper();
    const { id, session } = await placed(buyer);
    stripe.pay(session);
    const events = [
      stripe.event('checkout.session.completed', session),
      stripe.event('checkout.session.async_payment_succeeded', session),
      stripe.event('payment_intent.succeeded', stripe.payments.get(session.payment_intent!)!),
      stripe.event('charge.succeeded', stripe.chargeOf(session)),
    ];
    const told = await Promise.all(
      Array.from({ length: TIMES }, (_none, index) => [
        ...events.toReversed().map((event) => tell(event, index % 2)),
        comeBack(buyer, id, index % 2).then(({ state }) => state === 'paid'),
      ]).flat(),
    );
    expect(told.every(Boolean)).toBe(true);
    await settled();
    expect(await stored(id)).toMatchObject({
      order: { state: 'paid', refunded_amount: 0 },
      invoices: [{ kind: 'invoice', total: 11_300 }],
      mails: ['order-paid'],
    });
    expect(await credits(buyer)).toBe(5);
  }, 60_000);

  it('[REC-08] are fulfilled by a later event or the background work if a process died after it stored an event', async () => {
    const buyer = await shopper();
    const { id, session } = await placed(buyer);
    stripe.pay(session);
    // State that such a process leaves: the event is leased, and never completed.
    await sql`
      insert into payment_event (provider, id, type, order_id, payment_id, attempts, due_at)
      values ('stripe', ${`evt_lost_${id}`}, 'checkout.session.completed', ${id}, ${session.id}, 1, clock_timestamp() + interval '1 second')
    `.execute(world.database);
    // An event about something else triggers the search for remaining work.
    await tell(stripe.event('charge.updated', { object: 'customer', id: 'cus_other' }));
    expect((await stored(id)).order.state).toBe('placed');
    await becomes(id, 'paid');
    await settled();
    expect((await stored(id)).invoices).toHaveLength(1);
    expect(await credits(buyer)).toBe(5);
  }, 60_000);

  it('[REC-08] are fulfilled later if Stripe does not respond right after its event', async () => {
    const buyer = await shopper();
    const { id, session } = await placed(buyer);
    stripe.pay(session);
    stripe.isDown = true;
    expect(await tell(stripe.event('checkout.session.completed', session))).toBe(true);
    expect((await comeBack(buyer, id)).state).toBe('placed');
    stripe.isDown = false;
    await becomes(id, 'paid');
    expect(await credits(buyer)).toBe(5);
  }, 60_000);

  it('[REC-08] refuse events that are forged, altered or stale', async () => {
    const buyer = await shopper();
    const { id, session } = await placed(buyer);
    const good = stripe.event('checkout.session.completed', session);
    const stale = Math.floor(Date.now() / 1000) - 301;
    for (const bad of [
      stripe.event('checkout.session.completed', session, { secret: 'whsec_other' }),
      stripe.event('checkout.session.completed', session, { at: stale }),
      { ...good, body: good.body.replace('completed', 'expired') },
      { ...good, body: `${good.body} ` },
      { ...good, signature: '' },
      { ...good, signature: 't=1,v1=00' },
    ])
      expect(await tell(bad)).toBe(false);
    const { rows } = await sql`select from payment_event where order_id = ${id}`.execute(world.database);
    expect(rows).toHaveLength(0);
  });

  it('[REC-08] rely on Stripe’s API, and not on the content of an event', async () => {
    const buyer = await shopper();
    const { id, session } = await placed(buyer);
    // Signed, but for a payment that was never made.
    await tell(stripe.event('checkout.session.completed', { ...session, payment_status: 'paid', status: 'complete' }));
    await settled();
    expect((await stored(id)).order.state).toBe('placed');
    expect(await credits(buyer)).toBe(0);
  });

  it.each([
    ['another amount', { amount_total: 1 }],
    ['another currency', { currency: 'usd' }],
  ])('[REC-08] are not fulfilled for %s', async (_name, changed) => {
    const buyer = await shopper();
    const { id, session } = await placed(buyer);
    Object.assign(session, changed);
    stripe.pay(session);
    await tell(stripe.event('checkout.session.completed', session));
    await waitFor('the failure to be recorded', async () => {
      const { rows } =
        await sql`select from payment_event where order_id = ${id} and failure like '%were paid'`.execute(
          world.database,
        );
      return rows.length > 0;
    });
    expect((await stored(id)).order.state).toBe('placed');
    expect(await credits(buyer)).toBe(0);
    await sql`delete from payment_event where order_id = ${id}`.execute(world.database);
  });

  it('[REC-08] ignore events about other uses of the account', async () => {
    for (const about of [
      { object: 'checkout.session', id: 'cs_other', metadata: {} },
      { object: 'charge', id: 'ch_other', metadata: { order: '999999999' } },
      { object: 'customer', id: 'cus_other' },
      { object: 'checkout.session', id: 'cs_x', metadata: { order: "1'; drop table customer_order" } },
    ])
      expect(await tell(stripe.event('checkout.session.completed', about))).toBe(true);
    await settled();
  });

  it('[REC-08] wait for methods that take days, are not canceled meanwhile, and end if these fail', async () => {
    const [buyer, other] = [await shopper(), await shopper()];
    const [first, second, third] = [await placed(buyer), await placed(other), await placed(other)];
    for (const { id, session } of [first, second, third]) {
      stripe.pay(session, 'later');
      await tell(stripe.event('checkout.session.completed', session));
      expect(rulesOf((await cancel(id)).errors)).toEqual(['paying']);
    }
    await settled();
    expect([(await stored(first.id)).order.state, await credits(buyer)]).toEqual(['placed', 0]);
    stripe.settle(first.session, true);
    stripe.settle(second.session, false);
    await tell(stripe.event('checkout.session.async_payment_succeeded', first.session));
    await tell(stripe.event('checkout.session.async_payment_failed', second.session));
    await becomes(first.id, 'paid');
    await becomes(second.id, 'canceled');
    expect(await credits(buyer)).toBe(5);
    expect(await stored(second.id)).toMatchObject({ invoices: [], mails: ['order-canceled'] });
    stripe.settle(third.session, false);
    expect([(await cancel(third.id)).errors, (await stored(third.id)).order.state]).toEqual([[], 'canceled']);
  }, 30_000);

  it('[REC-08] end with the session, but are paid if the money arrives nevertheless', async () => {
    const { id, session } = await placed(await shopper());
    session.status = 'expired';
    await tell(stripe.event('checkout.session.expired', session));
    await becomes(id, 'canceled');
    session.status = 'open';
    stripe.pay(session);
    await tell(stripe.event('checkout.session.completed', session));
    await becomes(id, 'paid');
    expect((await stored(id)).invoices).toHaveLength(1);
  }, 30_000);

  it('[REC-08] are refunded once, whether by an administrator or by Stripe', async () => {
    const buyer = await shopper();
    const { id, session } = await placed(buyer);
    stripe.pay(session);
    await comeBack(buyer, id);
    const outcomes = await Promise.all(
      [0, 1, 0, 1].map((process) => administer(`refundOrder(id: "${id}", reason: "Goodwill")`, process)),
    );
    expect(outcomes.filter(({ errors }) => errors.length === 0).length).toBeGreaterThan(0);
    await tell(stripe.event('charge.refunded', stripe.chargeOf(session)));
    await settled();
    expect(stripe.chargeOf(session).amount_refunded).toBe(11_300);
    expect(await stored(id)).toMatchObject({
      order: { state: 'refunded', refunded_amount: 11_300 },
      invoices: [{ total: 11_300 }, { kind: 'credit_note', total: 11_300 }],
    });
    expect(await credits(buyer)).toBe(0);
  }, 30_000);

  it.each(['before', 'after'])(
    '[REC-08] are refunded once if an answer of Stripe was lost and the form is sent again %s its event',
    async (when) => {
      const { id, session } = await placed(await shopper());
      stripe.pay(session);
      await tell(stripe.event('checkout.session.completed', session));
      await becomes(id, 'paid');
      const refund = () => administer(`refundOrder(id: "${id}", amount: 1000, refunded: 0, reason: "A part")`);
      const hear = async () => {
        await tell(stripe.event('charge.refunded', stripe.chargeOf(session)));
        await waitFor('the refund', async () => (await stored(id)).order.refunded_amount > 0);
      };
      stripe.losesRefundAnswers = true;
      expect(rulesOf((await refund()).errors)).toEqual(['unavailable']);
      expect([stripe.chargeOf(session).amount_refunded, (await stored(id)).order.refunded_amount]).toEqual([1000, 0]);
      stripe.losesRefundAnswers = false;
      if (when === 'after') await hear();
      expect(rulesOf((await refund()).errors)).toEqual(when === 'after' ? ['state'] : []);
      if (when === 'before') await hear();
      await settled();
      expect(stripe.chargeOf(session).amount_refunded).toBe(1000);
      expect(await stored(id)).toMatchObject({
        order: { state: 'paid', refunded_amount: 1000 },
        invoices: [{ total: 11_300 }, { kind: 'credit_note', total: 1000 }],
        mails: ['order-paid', 'order-refunded'],
      });
    },
    30_000,
  );

  it('[REC-08] follow partial refunds that were made at Stripe', async () => {
    const buyer = await shopper();
    const { id, session } = await placed(buyer);
    stripe.pay(session);
    await comeBack(buyer, id);
    stripe.chargeOf(session).amount_refunded = 1130;
    await tell(stripe.event('charge.refunded', stripe.chargeOf(session)));
    await waitFor('the refund', async () => (await stored(id)).order.refunded_amount === 1130);
    expect((await stored(id)).order.state).toBe('paid');
    stripe.chargeOf(session).amount_refunded = 11_300;
    await tell(stripe.event('charge.refunded', stripe.chargeOf(session)));
    await becomes(id, 'refunded');
    expect((await stored(id)).invoices.map(({ total }) => total)).toEqual([11_300, 1130, 10_170]);
  }, 30_000);

  it('[REC-08] can be disputed, and are paid or lost in the end', async () => {
    const [buyer, other] = [await shopper(), await shopper()];
    const [won, lost] = [await placed(buyer), await placed(other)];
    for (const { id, session } of [won, lost]) {
      stripe.pay(session);
      await tell(stripe.event('checkout.session.completed', session));
      await becomes(id, 'paid');
      await tell(stripe.event('charge.dispute.created', stripe.dispute(session, 'needs_response')));
      await becomes(id, 'disputed');
    }
    await tell(stripe.event('charge.dispute.closed', stripe.dispute(won.session, 'won')));
    await tell(stripe.event('charge.dispute.closed', stripe.dispute(lost.session, 'lost')));
    await becomes(won.id, 'paid');
    await becomes(lost.id, 'refunded');
    expect([await credits(buyer), await credits(other)]).toEqual([5, 0]);
  }, 30_000);

  it('[REC-08] are refunded once by the amount of a dispute that was lost in part', async () => {
    const buyer = await shopper();
    const { id, session } = await placed(buyer);
    stripe.pay(session);
    await tell(stripe.event('charge.dispute.created', stripe.dispute(session, 'needs_response', 3000)));
    await becomes(id, 'disputed');
    const closed = stripe.dispute(session, 'lost');
    for (let time = 0; time < 2; time += 1) await tell(stripe.event('charge.dispute.closed', closed), time);
    await becomes(id, 'paid');
    await settled();
    expect((await stored(id)).order).toMatchObject({ state: 'paid', refunded_amount: 3000 });
    expect(await credits(buyer)).toBe(5);
    // The rest is refunded by an administrator.
    expect((await administer(`refundOrder(id: "${id}", reason: "Goodwill")`)).errors).toEqual([]);
    await tell(stripe.event('charge.refunded', stripe.chargeOf(session)));
    await settled();
    expect(stripe.chargeOf(session).amount_refunded).toBe(8300);
    expect((await stored(id)).invoices.map(({ total }) => total)).toEqual([11_300, 3000, 8300]);
    const { rows } = await sql<{ actions: string[] }>`
      select array_agg(action order by id) as actions from customer_order_event where order_id = ${id}
    `.execute(world.database);
    expect(rows[0]!.actions.slice(-5)).toEqual(['payment', 'chargeback', 'chargebackEnd', 'partialRefund', 'refund']);
  }, 30_000);

  it('[REC-08] are refunded in part after a dispute if the refund was reported before', async () => {
    const { id, session } = await placed(await shopper());
    stripe.pay(session);
    await tell(stripe.event('charge.dispute.created', stripe.dispute(session, 'needs_response')));
    await becomes(id, 'disputed');
    stripe.chargeOf(session).amount_refunded = 1130;
    await tell(stripe.event('charge.refunded', stripe.chargeOf(session)));
    await waitFor('the failure', async () => {
      const { rows } =
        await sql`select from payment_event where failure like ${`%order ${id} is not possible%`}`.execute(
          world.database,
        );
      return rows.length > 0;
    });
    expect((await stored(id)).order).toMatchObject({ state: 'disputed', refunded_amount: 0 });
    await tell(stripe.event('charge.dispute.closed', stripe.dispute(session, 'won')));
    await becomes(id, 'paid');
    await settled();
    expect(await stored(id)).toMatchObject({
      order: { state: 'paid', refunded_amount: 1130 },
      invoices: [{ total: 11_300 }, { kind: 'credit_note', total: 1130 }],
    });
  }, 60_000);

  it('[REC-08] are stored while Stripe is unavailable, and paid on one page however often the form is sent', async () => {
    const buyer = await shopper();
    const sold = await product();
    const key = '"11111111-1111-4111-8111-111111111111"';
    stripe.isDown = true;
    const first = await place(buyer, sold, { provider: 'stripe', key });
    expect(rulesOf(first.errors)).toEqual(['unavailable']);
    stripe.isDown = false;
    const answers = await Promise.all(
      [0, 1, 0, 1].map((process) => place(buyer, sold, { provider: 'stripe', key }, process)),
    );
    expect(new Set(answers.map(({ payUrl }) => payUrl)).size).toBe(1);
    expect(new Set([first, ...answers].map(({ order }) => order?.id)).size).toBe(1);
  }, 30_000);

  it('[REC-08] cannot be marked as paid manually, and cannot be paid after cancellation', async () => {
    const { id, session } = await placed(await shopper());
    expect(rulesOf((await administer(`markOrderPaid(id: "${id}", reason: "Seen")`)).errors)).toEqual(['state']);
    expect((await cancel(id)).errors).toEqual([]);
    expect([session.status, (await stored(id)).order.state]).toEqual(['expired', 'canceled']);
    const paid = await placed(await shopper());
    stripe.pay(paid.session);
    expect(rulesOf((await cancel(paid.id)).errors)).toEqual(['state']);
    expect((await stored(paid.id)).order.state).toBe('paid');
  }, 30_000);

  it('[REC-08] never log secrets', () => {
    const secrets = [stripe.secretKey, stripe.webhookSecret, 'books@maple.test'];
    expect(secrets.filter((secret) => world.logged.join('\n').includes(secret))).toEqual([]);
  });
});
