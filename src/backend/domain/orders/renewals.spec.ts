import { sql } from 'kysely';
import { silentLogger } from '../../../../test/support/database.js';
import { orderWorld, SELLER } from '../../../../test/support/worlds/order-world.js';
import { commerceRules } from '#contract/commerce/commerce-rules.js';
import { findCanceledRenewals, renewSubscriptions } from './order-work.js';

describe('subscriptions that renew themselves', () => {
  const world = orderWorld();
  const { product, price, shopper, place, administer, stored } = world;
  const site = {
    name: 'default',
    languages: ['en'],
    countries: ['CA'],
    currencies: ['CAD'],
    demo: 'international' as const,
    commerce: commerceRules.parse({ seller: SELLER }),
  };
  const renew = () =>
    renewSubscriptions({ database: world.database, logger: silentLogger }, new Map([['default', site]]));
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
      .select(['id', 'start_at', 'end_at', 'job_slots'])
      .where('organization_id', '=', Number(organizationId))
      .orderBy('id')
      .execute();

  async function subscriber() {
    const sold = await product({ job_credits: 0, subscription_months: 12, job_slots: 5, renewal: 'automatic' });
    const buyer = await shopper();
    const { order } = await place(buyer, sold);
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
    const cancel = (organizationId: string) =>
      sql`update subscription set cancellation_at = now() where organization_id = ${organizationId}`.execute(
        world.database,
      );
    await cancel(canceled.organizationId);
    for (const { organizationId } of [canceled, late]) await endsIn(organizationId, 20);
    await renew();
    expect(await ordersOf(canceled.organizationId)).toHaveLength(1);
    const [, renewal] = await ordersOf(late.organizationId);
    await cancel(late.organizationId);
    expect(await findCanceledRenewals(world.database)).toEqual([renewal!.id]);
  });

  it('[REC-08] are not ordered when the product is retired', async () => {
    const { organizationId, sold } = await subscriber();
    await endsIn(organizationId, 20);
    await sql`update product set retired_at = now() where code = ${sold.code}`.execute(world.database);
    await renew();
    expect(await ordersOf(organizationId)).toHaveLength(1);
  });
});
