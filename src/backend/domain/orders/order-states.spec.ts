import { sql } from 'kysely';
import { orderWorld } from '../../../../test/support/worlds/order-world.js';
import { ORDER_TRANSITIONS } from './order-states.js';

const STATES = ['placed', 'overdue', 'paid', 'disputed', 'canceled', 'refunded'] as const;
const PAIRS = STATES.flatMap((from) => STATES.filter((to) => to !== from).map((to) => [from, to] as const));

describe('the states of an order', () => {
  const world = orderWorld();
  const { place, shopper, product } = world;

  /** Whether the database allows a transition between two states, by any action; rolled back afterwards. */
  async function isAllowed(id: string, from: string, to: string): Promise<boolean> {
    const undone = new Error('undone');
    let allowed = true;
    const attempt = world.database.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`update customer_order set state = ${from}, paid_at = clock_timestamp() where id = ${id}`.execute(trx);
      await sql`set local session_replication_role = origin`.execute(trx);
      try {
        await sql`update customer_order set state = ${to} where id = ${id}`.execute(trx);
      } catch (error) {
        expect((error as { code: string }).code).toBe('23001');
        allowed = false;
      }
      throw undone;
    });
    await expect(attempt).rejects.toBe(undone);
    return allowed;
  }

  it('[REC-08] change in the database exactly as the table of transitions defines', async () => {
    const { order } = await place(await shopper(), await product());
    const outcomes: string[] = [];
    for (const [from, to] of PAIRS) if (await isAllowed(order!.id, from, to)) outcomes.push(`${from} ${to}`);
    const expected = ORDER_TRANSITIONS.filter(([from, , to]) => from !== to).map(([from, , to]) => `${from} ${to}`);
    expect(outcomes.sort()).toEqual([...new Set(expected)].sort());
  });
});
