import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import {
  balances,
  chargeCredits,
  grantCredits,
  makeTimedTransfers,
  refundCredits,
} from '../../domain/ledger/ledger.js';
import { revokedGrants } from './migrations/0098-revoked-grants.js';

describe('the migration of revoked grants', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.close());

  /** Inserted without the rules of orders, as the migration reads only the state of an order and its keys. */
  const order = (id: number, state: string, isWithdrawn: boolean) =>
    test.database.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`
        insert into customer_order (id, site, organization_id, key, language, product_id, price_id, product, quantity, currency,
          unit_amount, net_amount, tax_amount, total, tax, billing, provider, state, paid_at, delivered_at, withdrawn_at)
        overriding system value values (${id}, 'default', ${id}, 'k', 'en', 1, 1, '{}', 1, 'CAD', 1, 1, 0, 1, '{}', '{}', 'invoice',
          ${state}, now(), now(), ${isWithdrawn ? sql`now()` : null})
      `.execute(trx);
    });

  it.each([
    [1, 'refunded', true, 0n],
    [2, 'canceled', true, 0n],
    [3, 'paid', false, 2n],
  ])('[REC-08] order %s, which is %s: ends its grant if it was withdrawn', async (id, state, isWithdrawn, left) => {
    const { database } = test;
    const owner = { site: 'default', kind: 'organization', id: String(id) } as const;
    const movement = { owner, unit: 'job', cause: { kind: 'test' } };
    await order(id, state, isWithdrawn);
    await grantCredits(database, { ...movement, amount: 2n, key: `order:${id}:job`, source: 'purchased' });
    const charge = await chargeCredits(database, { ...movement, amount: 2n, key: 'job:1' });
    if (!charge.ok) throw new Error(charge.refusal);
    await database.transaction().execute((trx) => revokedGrants.up(trx));
    const refund = { transferId: charge.transferId, cause: { kind: 'test' } };
    expect(await refundCredits(database, refund)).toMatchObject({ ok: true, available: left });
    expect(await makeTimedTransfers(database)).toEqual({ voided: 0, expired: isWithdrawn ? 1 : 0 });
    expect(await balances(database, owner)).toMatchObject([{ unit: 'job', available: left }]);
  });
});
