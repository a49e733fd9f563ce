import { sql } from 'kysely';
import { orderWorld } from '../../../../../test/support/worlds/order-world.js';
import { paymentQueue, reminderQueue } from './payment.queue.js';
import { measureQueues, type QueueSources } from './queue.resolvers.js';
import { findLateWork } from './queue-source.js';

const SERVED = ['default'];

interface Shown {
  summary: { kind: string; waiting: number; failed: number; nextAt: string | null }[];
  tasks: {
    id: string;
    site: string;
    name: string;
    about: string;
    attempts: number;
    reason: string;
    isRetryable: boolean;
  }[];
  total: number;
}

describe('[PAGE-08] [REC-08] deferred payment work', () => {
  const world = orderWorld();
  let administrator = '';
  beforeAll(async () => {
    administrator = await world.jwtOf((await world.person('administrator')).email);
  });

  const shown = (kind: string, state: string) =>
    world.ask<Shown>(
      `queue(kind: ${kind}, state: ${state}) { summary { kind waiting failed nextAt } tasks { id site name about attempts reason isRetryable } total }`,
      administrator,
    );
  const retry = (operation: string) => world.ask<{ tried: number }>(`${operation} { tried }`, administrator);
  const countsOf = ({ summary }: Shown, kind: string) => summary.find((each) => each.kind === kind);
  const event = (id: string, order: string | null, failure: string | null) =>
    sql`
      insert into payment_event (provider, id, type, order_id, attempts, failure, due_at)
      values ('stripe', ${id}, 'charge.refunded', ${order}, 3, ${failure}, clock_timestamp() + interval '1 hour')
    `.execute(world.database);

  it('events are shown with their order and the reason of their failure; a retry makes them due at once', async () => {
    const { order } = await world.place(await world.shopper(), await world.product());
    await event('evt_waiting', null, null);
    await event('evt_failed', order!.id, 'Error: order at https://shop.test/?token=secret');
    const failed = await shown('payment', 'failed');
    expect(countsOf(failed, 'payment')).toMatchObject({ waiting: 1, failed: 1, nextAt: expect.any(String) as string });
    expect(failed.tasks).toEqual([
      {
        id: 'stripe:evt_failed',
        site: 'default',
        name: 'charge.refunded',
        about: `Order ${order!.id}`,
        attempts: 3,
        reason: 'Error: order at …',
        isRetryable: true,
      },
    ]);
    expect((await shown('payment', 'waiting')).tasks).toMatchObject([{ id: 'stripe:evt_waiting', isRetryable: false }]);
    expect(await retry('retryTask(kind: payment, id: "stripe:evt_waiting")')).toEqual({ tried: 0 });
    expect(await retry('retryTask(kind: payment, id: "stripe:evt_failed")')).toEqual({ tried: 1 });
    const { rows } = await sql<{ due: boolean }>`
      select due_at <= clock_timestamp() as due from payment_event where id = 'evt_failed'
    `.execute(world.database);
    expect(rows).toEqual([{ due: true }]);
    await sql`update payment_event set done_at = clock_timestamp()`.execute(world.database);
    expect(await retry('retryTasks(kind: payment)')).toEqual({ tried: 0 });
    expect(countsOf(await shown('payment', 'failed'), 'payment')).toMatchObject({ waiting: 0, failed: 0 });
  });

  it('reminders of unpaid invoices are shown with the time of the next mail', async () => {
    const { order } = await world.place(await world.shopper(), await world.product());
    const waiting = await shown('reminder', 'waiting');
    expect(waiting.tasks).toContainEqual(
      expect.objectContaining({ name: `Order ${order!.id}`, about: 'books@maple.test', isRetryable: false }),
    );
    const before = waiting.total;
    await world.administer(`markOrderPaid(id: "${order!.id}", reason: "Seen")`);
    expect((await shown('reminder', 'waiting')).total).toBe(before - 1);
  });

  it('events are reported as late if nobody processes them', async () => {
    await sql`delete from payment_event`.execute(world.database);
    const { order } = await world.place(await world.shopper(), await world.product());
    expect(await findLateWork(world.database, SERVED, new Date())).toEqual([]);
    await event('evt_late', null, null);
    const soon = new Date(Date.now() + 20 * 60_000);
    expect(await findLateWork(world.database, SERVED, soon)).toContain('payment');
    await world.pass(order!.id, 20);
    expect(await findLateWork(world.database, SERVED, new Date())).toEqual(['reminder']);
  });

  it('[OPS-03] events are overdue since they arrived, although each attempt puts the next one off, until they are given up', async () => {
    const { database } = world;
    await sql`delete from payment_event`.execute(database);
    const now = new Date();
    const queues = { payment: paymentQueue } as QueueSources;
    const overdue = async () => (await measureQueues(database, queues, now))[0]!.overdueSeconds;
    await event('evt_retried', null, 'Error: away');
    await event('evt_given_up', null, 'Error: unknown');
    await sql`
      update payment_event set attempts = 170, due_at = ${now}, received_at = ${now}::timestamptz - interval '9 days'
      where id = 'evt_given_up'
    `.execute(database);
    const received = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
    await sql`update payment_event set received_at = ${received(10)} where id = 'evt_retried'`.execute(database);
    expect(await overdue()).toBe(600);
    expect(await findLateWork(database, SERVED, now)).not.toContain('payment');
    await sql`update payment_event set received_at = ${received(20)} where id = 'evt_retried'`.execute(database);
    expect(await overdue()).toBe(1200);
    expect(await findLateWork(database, SERVED, now)).toContain('payment');
    const { failed, nextAt } = await paymentQueue.count(database, now);
    expect([failed, nextAt! > now]).toEqual([2, true]);
  });

  it('[OPS-03] reminders of sites that this process does not serve are neither counted nor late', async () => {
    const { order } = await world.place(await world.shopper(), await world.product());
    await world.pass(order!.id, 20);
    expect(await findLateWork(world.database, ['elsewhere'], new Date())).not.toContain('reminder');
    const counted = (sites: string[]) => reminderQueue(sites).count(world.database, new Date());
    expect(await counted(['elsewhere'])).toEqual({ waiting: 0, running: 0, failed: 0, nextAt: null });
    expect((await counted(SERVED)).waiting).toBeGreaterThan(0);
  });
});
