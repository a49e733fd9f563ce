import { sql } from 'kysely';
import { silentLogger } from '../../../../test/support/database.js';
import { orderWorld, SHOP, type Shopper } from '../../../../test/support/worlds/order-world.js';
import { endSubscriptions } from '../entitlements/create-entitlements.js';
import { MAX_UNPAID_ORDERS } from './order-price.js';
import { cancelAbandoned, renewSubscriptions } from './order-work.js';

describe('subscriptions that renew themselves', () => {
  const world = orderWorld();
  const { product, price, shopper, place, administer, stored, ask } = world;
  const sites = new Map([['default', SHOP]]);
  const renew = () => renewSubscriptions({ database: world.database, logger: silentLogger }, sites);
  const cancelUnneeded = () => cancelAbandoned({ database: world.database, logger: silentLogger }, sites);
  const endsIn = (organizationId: string, days: number) =>
    sql`update subscription set end_at = clock_timestamp() + make_interval(days => ${days}) where organization_id = ${organizationId}`.execute(
      world.database,
    );
  const ordersOf = (organizationId: string) =>
    world.database
      .selectFrom('customer_order')
      .select(['id', 'state', 'total', 'key'])
      .where('organization_id', '=', Number(organizationId))
      .orderBy('id')
      .execute();
  const subscriptionsOf = (organizationId: string) =>
    world.database
      .selectFrom('subscription')
      .select(['id', 'start_at', 'end_at', 'job_slots', 'cancellation_at'])
      .where('organization_id', '=', Number(organizationId))
      .orderBy('id')
      .execute();

  /** Cancels the subscription as its buyer, or revokes the cancellation. */
  async function setRenewal({ organizationId, jwt }: Shopper, renews: boolean) {
    const [subscription] = await subscriptionsOf(organizationId);
    const changed = await ask<{ errors: object[] }>(
      `setSubscriptionRenewal(id: "${subscription!.id}", renews: ${renews}) { errors { message } }`,
      jwt,
    );
    expect(changed.errors).toEqual([]);
  }

  async function subscriber(more: Parameters<typeof product>[0] = {}, ordered: Record<string, string> = {}) {
    const sold = await product({
      job_credits: 0,
      subscription_months: 12,
      job_slots: 5,
      renewal: 'automatic',
      ...more,
    });
    const buyer = await shopper();
    const { order } = await place(buyer, sold, ordered);
    await administer(`markOrderPaid(id: "${order!.id}", reason: "Seen")`);
    return { ...buyer, sold };
  }

  it('[REC-08] are ordered once, at the current price, and continue where they end', async () => {
    const { organizationId, sold } = await subscriber();
    await renew();
    expect(await ordersOf(organizationId)).toHaveLength(1);
    await endsIn(organizationId, 20);
    const { id } = await world.database
      .selectFrom('product')
      .select('id')
      .where('code', '=', sold.code)
      .executeTakeFirstOrThrow();
    await price(id, 20_000);
    await Promise.all([renew(), renew(), renew()]);
    const orders = await ordersOf(organizationId);
    expect(orders.map(({ state, total }) => [state, total])).toEqual([
      ['paid', 11_300],
      ['placed', 22_600],
    ]);
    expect((await stored(String(orders[1]!.id))).mails).toEqual(['order-invoice']);
    await administer(`markOrderPaid(id: "${orders[1]!.id}", reason: "Seen")`);
    const [old, next] = await subscriptionsOf(organizationId);
    expect([next!.start_at, next!.job_slots]).toEqual([old!.end_at, 5]);
    await renew();
    expect(await ordersOf(organizationId)).toHaveLength(2);
  });

  it('[REC-08] are not ordered after cancellation, and an earlier renewal order is cancelled', async () => {
    const [canceled, late] = [await subscriber(), await subscriber()];
    await setRenewal(canceled, false);
    for (const { organizationId } of [canceled, late]) await endsIn(organizationId, 20);
    await renew();
    expect(await ordersOf(canceled.organizationId)).toHaveLength(1);
    const [, renewal] = await ordersOf(late.organizationId);
    await cancelUnneeded();
    expect((await stored(String(renewal!.id))).order.state).toBe('placed');
    await setRenewal(late, false);
    await cancelUnneeded();
    expect(await stored(String(renewal!.id))).toMatchObject({
      order: { state: 'canceled' },
      invoices: [{ kind: 'invoice' }, { kind: 'credit_note' }],
      mails: ['order-invoice', 'order-canceled'],
    });
  });

  it('[REC-08] are ordered again each time that the buyer cancels and resumes the subscription', async () => {
    const buyer = await subscriber();
    const { organizationId } = buyer;
    await endsIn(organizationId, 20);
    await renew();
    for (let times = 0; times < 2; times++) {
      await setRenewal(buyer, false);
      await cancelUnneeded();
      await renew();
      await setRenewal(buyer, true);
      await Promise.all([renew(), renew(), renew()]);
    }
    const [old] = await subscriptionsOf(organizationId);
    const orders = await ordersOf(organizationId);
    expect(orders.slice(1).map(({ state, key }) => [state, key])).toEqual([
      ['canceled', `renewal:${old!.id}`],
      ['canceled', `renewal:${old!.id}:2`],
      ['placed', `renewal:${old!.id}:3`],
    ]);
    // The last order belongs to the subscription as the first one did.
    await administer(`markOrderPaid(id: "${orders[3]!.id}", reason: "Seen")`);
    const [, next] = await subscriptionsOf(organizationId);
    expect(next!.start_at).toEqual(old!.end_at);
    await renew();
    expect(await ordersOf(organizationId)).toHaveLength(4);
  });

  it('[REC-08] a renewal ordered again is canceled as well when the buyer cancels once more', async () => {
    const buyer = await subscriber();
    await endsIn(buyer.organizationId, 20);
    await renew();
    for (const renews of [false, true, false]) {
      await setRenewal(buyer, renews);
      await cancelUnneeded();
      await renew();
    }
    const orders = await ordersOf(buyer.organizationId);
    expect(orders.map(({ state }) => state)).toEqual(['paid', 'canceled', 'canceled']);
  });

  it('[REC-08] end when an administrator cancels the order, unless the buyer resumes the subscription', async () => {
    const buyer = await subscriber();
    const { organizationId } = buyer;
    await endsIn(organizationId, 20);
    await renew();
    const [, renewal] = await ordersOf(organizationId);
    await administer(`cancelOrder(id: "${renewal!.id}", reason: "The buyer phoned")`);
    await renew();
    expect(await ordersOf(organizationId)).toHaveLength(2);
    // The page says the same as the orders.
    expect((await subscriptionsOf(organizationId))[0]!.cancellation_at).not.toBeNull();
    const { rows } = await sql<{ action: string }>`
      select action from audit_event where details ->> 'order' = ${String(renewal!.id)} order by id
    `.execute(world.database);
    expect(rows.map(({ action }) => action)).toEqual(['order.canceled', 'subscription.canceled']);
    await setRenewal(buyer, true);
    await renew();
    expect((await ordersOf(organizationId)).map(({ state }) => state)).toEqual(['paid', 'canceled', 'placed']);
  });

  it('[REC-08] are canceled when the order of the subscription is refunded', async () => {
    const { organizationId } = await subscriber();
    await endsIn(organizationId, 20);
    await renew();
    const [first, renewal] = await ordersOf(organizationId);
    await administer(`refundOrder(id: "${first!.id}", reason: "Not used")`);
    await cancelUnneeded();
    expect(await stored(String(renewal!.id))).toMatchObject({
      order: { state: 'canceled' },
      invoices: [{ kind: 'invoice' }, { kind: 'credit_note' }],
    });
    await renew();
    expect(await ordersOf(organizationId)).toHaveLength(2);
  });

  it('[REC-08] end when an administrator refunds the renewal, unless the buyer resumes the subscription', async () => {
    const buyer = await subscriber();
    const { organizationId } = buyer;
    await endsIn(organizationId, 20);
    await renew();
    const [, renewal] = await ordersOf(organizationId);
    for (const step of ['markOrderPaid', 'refundOrder'])
      await administer(`${step}(id: "${renewal!.id}", reason: "The buyer phoned")`);
    const [old, next] = await subscriptionsOf(organizationId);
    expect(old!.cancellation_at).not.toBeNull();
    expect(next!.end_at!.getTime()).toBeGreaterThanOrEqual(next!.start_at.getTime());
    await renew();
    expect(await ordersOf(organizationId)).toHaveLength(2);
    await setRenewal(buyer, true);
    await renew();
    expect((await ordersOf(organizationId)).map(({ state, key }) => [state, key]).slice(1)).toEqual([
      ['refunded', `renewal:${old!.id}`],
      ['placed', `renewal:${old!.id}:2`],
    ]);
  });

  /** What the page shows of the subscriptions, the oldest first. */
  async function shown({ organizationId, jwt }: Shopper) {
    const { subscriptions } = await ask<{ subscriptions: Record<'renewal' | 'canceledAt', string | null>[] }>(
      `getSubscriptions(organizationId: "${organizationId}", sorting: [{ field: "endDate", value: "asc" }]) { subscriptions { renewal canceledAt } }`,
      jwt,
    );
    return subscriptions.map(({ renewal, canceledAt }) => [renewal, canceledAt !== null]);
  }
  const statesOf = async ({ organizationId }: Shopper) =>
    (await ordersOf(organizationId)).slice(1).map(({ state }) => state);
  async function payRenewal({ organizationId }: Shopper) {
    const [, renewal] = await ordersOf(organizationId);
    await administer(`markOrderPaid(id: "${renewal!.id}", reason: "Seen")`);
  }

  it('[REC-08] a cancellation after the payment of the renewal applies to the new period', async () => {
    const buyer = await subscriber();
    await endsIn(buyer.organizationId, 20);
    await renew();
    expect(await shown(buyer)).toEqual([['automatic', false]]);
    await payRenewal(buyer);
    const continued = [
      ['none', false],
      ['automatic', false],
    ];
    expect(await shown(buyer)).toEqual(continued);
    // A form that was opened before the payment names the old subscription.
    await setRenewal(buyer, false);
    expect(await shown(buyer)).toEqual([
      ['none', false],
      ['automatic', true],
    ]);
    await setRenewal(buyer, true);
    expect(await shown(buyer)).toEqual(continued);
    await setRenewal(buyer, false);
    await cancelUnneeded();
    await endsIn(buyer.organizationId, 20);
    await renew();
    expect(await statesOf(buyer)).toEqual(['paid']);
  });

  it('[REC-08] a cancellation before the payment of the renewal applies to the period that is paid nevertheless', async () => {
    for (const deliverWhenPaid of [true, false]) {
      const buyer = await subscriber();
      await endsIn(buyer.organizationId, 20);
      const site = { ...SHOP, commerce: { ...SHOP.commerce!, deliverWhenPaid } };
      await renewSubscriptions({ database: world.database, logger: silentLogger }, new Map([['default', site]]));
      await setRenewal(buyer, false);
      await payRenewal(buyer);
      expect((await shown(buyer)).at(-1)).toEqual(['automatic', true]);
      await endsIn(buyer.organizationId, 20);
      await renew();
      expect(await statesOf(buyer)).toEqual(['paid']);
    }
  });

  it('[REC-08] an unpaid one is canceled with the subscription, also after its end', async () => {
    const buyer = await subscriber();
    await endsIn(buyer.organizationId, 20);
    await renew();
    const [subscription] = await subscriptionsOf(buyer.organizationId);
    const ended = { end_at: new Date(world.now.getTime() - 86_400_000) };
    await world.database.updateTable('subscription').set(ended).where('id', '=', subscription!.id).execute();
    await setRenewal(buyer, false);
    await cancelUnneeded();
    expect(await statesOf(buyer)).toEqual(['canceled']);
    const resumed = await ask<{ errors: object[] }>(
      `setSubscriptionRenewal(id: "${subscription!.id}", renews: true) { errors { message } }`,
      buyer.jwt,
    );
    expect(resumed.errors).toHaveLength(1);
  });

  it('[REC-08] when it is paid, the old subscription ends without days of grace', async () => {
    const [paid, unpaid] = [await subscriber(), await subscriber()];
    for (const buyer of [paid, unpaid]) await endsIn(buyer.organizationId, 20);
    await renew();
    await payRenewal(paid);
    for (const { organizationId } of [paid, unpaid])
      await sql`update subscription set end_at = clock_timestamp() - interval '1 day'
        where id = ${(await subscriptionsOf(organizationId))[0]!.id}`.execute(world.database);
    await endSubscriptions(world.database);
    const { rows } = await sql<{ status: string }>`
      select status from subscription where organization_id in (${paid.organizationId}, ${unpaid.organizationId}) order by id
    `.execute(world.database);
    expect(rows.map(({ status }) => status)).toEqual(['expired', 'active', 'active']);
  });

  it('[REC-08] are ordered for an offer that was only for a first purchase', async () => {
    const { organizationId } = await subscriber({ eligibility: 'first_purchase' });
    await endsIn(organizationId, 20);
    await renew();
    expect(await ordersOf(organizationId)).toMatchObject([{ state: 'paid' }, { state: 'placed', total: 11_300 }]);
  });

  it('[REC-08] are ordered in their quantity even if the product became an offer for a first purchase', async () => {
    const { organizationId, sold } = await subscriber({}, { quantity: '2', total: '22600' });
    await sql`update product set eligibility = 'first_purchase' where code = ${sold.code}`.execute(world.database);
    await endsIn(organizationId, 20);
    await renew();
    expect(await ordersOf(organizationId)).toMatchObject([{ state: 'paid' }, { state: 'placed', total: 22_600 }]);
  });

  it('[REC-08] are ordered even if many invoices of the organization are unpaid', async () => {
    const buyer = await subscriber();
    const sold = await product();
    for (let count = 0; count < MAX_UNPAID_ORDERS; count += 1) expect((await place(buyer, sold)).errors).toEqual([]);
    await endsIn(buyer.organizationId, 20);
    await renew();
    const orders = await ordersOf(buyer.organizationId);
    expect(orders.at(-1)!.state).toBe('placed');
    expect(orders.at(-1)!.key).toMatch(/^renewal:/);
    expect(orders).toHaveLength(MAX_UNPAID_ORDERS + 2);
  });

  it('[REC-08] are not ordered when the product is retired', async () => {
    const { organizationId, sold } = await subscriber();
    await endsIn(organizationId, 20);
    await sql`update product set retired_at = now() where code = ${sold.code}`.execute(world.database);
    await renew();
    expect(await ordersOf(organizationId)).toHaveLength(1);
  });
});
