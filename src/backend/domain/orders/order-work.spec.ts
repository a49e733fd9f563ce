import { sql } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import { orderWorld, SHOP, type Shopper } from '../../../../test/support/worlds/order-world.js';
import { OrderPayments } from './order-payments.js';
import { cancelAbandoned, remindOfPayments, renewSubscriptions, workHourly } from './order-work.js';

const SUBSCRIPTION = { job_credits: 0, subscription_months: 12, job_slots: 5, renewal: 'automatic' };

describe('the hourly work of orders', () => {
  const world = orderWorld();
  const { product, shopper, place, administer, credits, stored, pass } = world;
  const sites = new Map([['default', SHOP]]);
  let warned: object[] = [];
  const logger: BackendLogger = {
    info: () => undefined,
    warn: (details, message) => void warned.push({ ...details, message }),
    error: () => undefined,
  };
  const deps = () => ({ database: world.database, logger });

  beforeAll(async () => {
    await sql`create table refused_organization (id bigint)`.execute(world.database);
    await sql
      .raw(
        `create function refuse_order() returns trigger language plpgsql as $$ begin
          if new.organization_id in (select id from refused_organization) then raise exception 'Refused'; end if;
          return new;
        end $$;
        create trigger order_refused before insert or update on customer_order for each row execute function refuse_order()`,
      )
      .execute(world.database);
  });
  beforeEach(async () => {
    warned = [];
    await sql`delete from refused_organization`.execute(world.database);
    // Each test logs warnings for its own subscriptions only.
    await sql`update subscription set renewal = 'none'`.execute(world.database);
  });

  /** Makes the database refuse each change of the organization's orders from now on. */
  const refuse = ({ organizationId }: Shopper) =>
    sql`insert into refused_organization values (${organizationId})`.execute(world.database);

  const ordersOf = ({ organizationId }: Shopper) =>
    world.database
      .selectFrom('customer_order')
      .select(['id', 'state'])
      .where('organization_id', '=', Number(organizationId))
      .orderBy('id')
      .execute();

  /** A buyer with an invoice that is overdue for the given number of days. */
  async function debtor(days: number) {
    const buyer = await shopper();
    const { order } = await place(buyer, await product());
    await pass(order!.id, 14 + days);
    return { ...buyer, order: order!.id };
  }

  /** A buyer with a subscription that ends in the given number of days. */
  async function subscriber(days: number) {
    const sold = await product(SUBSCRIPTION);
    const buyer = await shopper();
    const { order } = await place(buyer, sold);
    await administer(`markOrderPaid(id: "${order!.id}", reason: "Seen")`);
    const { rows } = await sql<{ id: number }>`
      update subscription set end_at = clock_timestamp() + make_interval(days => ${days})
      where organization_id = ${buyer.organizationId} returning id
    `.execute(world.database);
    return { ...buyer, sold, order: order!.id, subscription: rows[0]!.id };
  }

  /** An unpaid order whose organization was deleted. */
  async function orphan() {
    const buyer = await shopper();
    const { order } = await place(buyer, await product());
    await sql`delete from organization where id = ${buyer.organizationId}`.execute(world.database);
    return { ...buyer, order: order!.id };
  }

  /** Closes an organization, as the deletion of its owner does; a suspended one can return. */
  const close = ({ organizationId }: Shopper, suspendedFrom: 'public' | null = null) =>
    sql`update organization set state = 'closed', suspended_from = ${suspendedFrom} where id = ${organizationId}`.execute(
      world.database,
    );

  it('[REC-08] sends the other reminders if one cannot be sent', async () => {
    const failing = await debtor(2);
    await refuse(failing);
    const later = await debtor(1);
    await remindOfPayments(deps(), sites);
    expect((await stored(failing.order)).order.state).toBe('placed');
    expect((await stored(later.order)).mails).toEqual(['order-invoice', 'payment-overdue']);
    const message = 'A payment reminder could not be sent';
    expect(warned).toEqual([{ order: Number(failing.order), error: 'error', message }]);
  });

  it('[REC-08] cancels the other orders of deleted organizations if one cannot be canceled', async () => {
    const failing = await orphan();
    await refuse(failing);
    const later = await orphan();
    await cancelAbandoned(deps(), sites);
    expect((await stored(failing.order)).order.state).toBe('placed');
    expect((await stored(later.order)).order.state).toBe('canceled');
    const message = 'An order that nobody has to pay could not be canceled';
    expect(warned).toEqual([{ order: Number(failing.order), error: 'error', message }]);
  });

  it('[REC-08] cancels unpaid orders of closed organizations, and waits for suspended ones', async () => {
    const [closed, suspended, delivered] = [await debtor(1), await debtor(1), await debtor(1)];
    await close(closed);
    await close(suspended, 'public');
    await sql`update customer_order set delivered_at = now() where id = ${delivered.order}`.execute(world.database);
    await close(delivered);
    await remindOfPayments(deps(), sites);
    await cancelAbandoned(deps(), sites);
    const result = async ({ order: id }: { order: string }) => {
      const { order, mails } = await stored(id);
      return { state: order.state, mails };
    };
    expect(await result(closed)).toEqual({ state: 'canceled', mails: ['order-invoice', 'order-canceled'] });
    expect(await result(suspended)).toEqual({ state: 'overdue', mails: ['order-invoice', 'payment-overdue'] });
    // The organization owes the money, but nobody is left whom reminders would reach: an administrator decides.
    expect(await result(delivered)).toEqual({ state: 'overdue', mails: ['order-invoice'] });
  });

  it('[REC-08] delivers to suspended organizations only, and to closed ones nothing', async () => {
    const [closed, suspended] = [await debtor(0), await debtor(0)];
    await close(closed);
    await close(suspended, 'public');
    for (const { order } of [closed, suspended])
      expect((await administer(`markOrderPaid(id: "${order}", reason: "Seen")`)).errors).toEqual([]);
    expect((await stored(closed.order)).order).toMatchObject({ state: 'paid', delivered_at: null });
    expect([await credits(closed), await credits(suspended)]).toEqual([0, 5]);
  });

  it('[REC-08] renews the other subscriptions if one cannot be renewed', async () => {
    const failing = await subscriber(10);
    await refuse(failing);
    const later = await subscriber(11);
    await renewSubscriptions(deps(), sites);
    expect([await ordersOf(failing), await ordersOf(later)]).toMatchObject([[{}], [{}, { state: 'placed' }]]);
    const message = 'A subscription could not be renewed';
    expect(warned).toEqual([{ subscription: failing.subscription, error: 'error', message }]);
  });

  it('[REC-08] renews a subscription although a hundred that end earlier are not renewed', async () => {
    const refused = await subscriber(10);
    await sql`update product set retired_at = now() where code = ${refused.sold.code}`.execute(world.database);
    await sql`
      with made as (
        insert into customer_order (site, organization_id, key, language, product_id, price_id, product, quantity, currency,
          unit_amount, net_amount, tax_amount, total, tax, billing, provider)
        select site, organization_id, 'copy-' || number, language, product_id, price_id, product, quantity, currency,
          unit_amount, net_amount, tax_amount, total, tax, billing, provider
        from customer_order, generate_series(1, 120) number where id = ${refused.order}
        returning id
      )
      insert into subscription (organization_id, type, status, product_id, product_name, label, start_at, end_at, job_slots,
        reference, renewal)
      select s.organization_id, s.type, s.status, s.product_id, s.product_name, s.label, s.start_at, s.end_at, s.job_slots,
        'order:' || made.id, s.renewal
      from made, subscription s where s.id = ${refused.subscription}
    `.execute(world.database);
    const later = await subscriber(20);
    await renewSubscriptions(deps(), sites);
    expect(await ordersOf(later)).toMatchObject([{}, { state: 'placed' }]);
    expect(new Set(warned.map((entry) => (entry as { subscription: number }).subscription)).size).toBe(121);
  });

  it('[REC-08] does the remaining steps if the site of an order sells nothing any more', async () => {
    const failing = await orphan();
    const { commerce, ...closed } = SHOP;
    const all = [closed, { ...closed, name: 'shop', commerce }];
    const renewed = await subscriber(10);
    await product({ ...SUBSCRIPTION, site: 'shop', code: renewed.sold.code });
    await sql`update organization set site = 'shop' where id = ${renewed.organizationId}`.execute(world.database);
    const payments = new OrderPayments({ database: world.database, sites: all, logger });
    await workHourly({ ...deps(), payments, sites: all });
    expect(warned).toContainEqual({
      order: Number(failing.order),
      error: 'Error',
      message: 'An order that nobody has to pay could not be canceled',
    });
    expect(await ordersOf(renewed)).toMatchObject([{}, { state: 'placed' }]);
  });

  it('[REC-08] does the remaining steps if one fails as a whole', async () => {
    const renewed = await subscriber(10);
    // PostgreSQL rejects the name of this site, so that neither reminders nor abandoned orders can be loaded.
    const all = [SHOP, { ...SHOP, name: '\0' }];
    const payments = new OrderPayments({ database: world.database, sites: all, logger });
    await workHourly({ ...deps(), payments, sites: all });
    expect(await ordersOf(renewed)).toMatchObject([{}, { state: 'placed' }]);
    expect(warned).toMatchObject([
      { message: 'Payment reminders could not be sent' },
      { message: 'Orders that nobody has to pay could not be canceled' },
    ]);
  });
});
