import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import {
  balances,
  chargeCredits,
  holdCredits,
  type LedgerResult,
  makeTimedTransfers,
  refundCredits,
  statement,
  voidHold,
} from '../ledger/ledger.js';
import { endSubscriptions } from './create-entitlements.js';
import { deliverProduct, type DeliveredProduct, withdrawDelivery } from './delivery.js';

const NOTHING: DeliveredProduct = {
  code: 'pack',
  name: 'Pack',
  job_credits: 0,
  contact_credits: 0,
  credit_days: null,
  featured_days: 0,
  top_days: 0,
  subscription_months: null,
  job_slots: 0,
  contact_slots: 0,
  renewal: 'none',
};

describe('delivery of a product', () => {
  let test: TestDatabase;
  let organizationId = 100;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    organizationId += 1;
    await sql`insert into organization (id, site, slug, name, language, source, source_key)
      values (${organizationId}, 'default', ${`o${organizationId}`}, 'O', 'en', 'test', ${String(organizationId)})`.execute(
      test.database,
    );
  });

  const owner = () => ({ site: 'default', kind: 'organization', id: String(organizationId) }) as const;
  const deliver = (product: Partial<DeliveredProduct>, quantity = 1) =>
    deliverProduct(test.database, {
      site: 'default',
      organizationId,
      orderId: '7',
      reference: `order:${organizationId}:1`,
      product: { ...NOTHING, ...product },
      quantity,
      now: new Date(),
    });
  const withdraw = () =>
    withdrawDelivery(test.database, {
      site: 'default',
      organizationId,
      orderId: '7',
      reference: `order:${organizationId}:1`,
      reason: 'refunded',
    });
  const available = async () =>
    Object.fromEntries((await balances(test.database, owner())).map(({ unit, available: left }) => [unit, left]));
  const subscriptions = async () =>
    test.database
      .selectFrom('subscription')
      .select(['status', 'job_slots', 'resume_contact_slots', 'renewal'])
      .where('organization_id', '=', organizationId)
      .execute();
  const movement = (unit: 'job' | 'resume_contact', amount: bigint, key: string) => ({
    owner: owner(),
    unit,
    amount,
    key,
    cause: { kind: 'test' },
  });
  const settlementOf = (result: LedgerResult) => {
    if (!result.ok) throw new Error(result.refusal);
    return { transferId: result.transferId, cause: { kind: 'test' } };
  };

  it('[REC-08] grants credits of each type, once, however often it is delivered', async () => {
    const product = { job_credits: 2, contact_credits: 5, featured_days: 14, credit_days: 365 };
    for (let time = 0; time < 3; time += 1) await deliver(product, 2);
    expect(await available()).toEqual({ job: 4n, resume_contact: 10n, featured_day: 28n });
    const [movement] = await statement(test.database, { owner: owner(), unit: 'job' }, { limit: 5 });
    expect(movement).toMatchObject({ kind: 'grant', amount: 4n, cause: { kind: 'order', id: '7' } });
  });

  it('[REC-08] grants slots for a number of calendar months, once', async () => {
    const product = { subscription_months: 1, job_slots: 5, contact_slots: 10, renewal: 'automatic' as const };
    await Promise.all([deliver(product), deliver(product)]);
    expect(await subscriptions()).toEqual([
      { status: 'active', job_slots: 5, resume_contact_slots: 10, renewal: 'automatic' },
    ]);
  });

  it('[REC-07] slots end with their months, unless the subscription renews itself', async () => {
    await deliver({ subscription_months: 1, job_slots: 5 });
    expect(await endSubscriptions(test.database)).toBe(0);
    const over = async (days: number, columns: object = {}) => {
      const end = new Date(Date.now() - days * 86_400_000);
      const changed = test.database.updateTable('subscription').set({ status: 'active', end_at: end, ...columns });
      await changed.where('organization_id', '=', organizationId).execute();
      await endSubscriptions(test.database);
      return (await subscriptions())[0]!.status;
    };
    expect(await over(1)).toBe('expired');
    expect(await over(1, { renewal: 'automatic' })).toBe('active');
    expect(await over(15)).toBe('expired');
    expect(await over(1, { cancellation_at: new Date() })).toBe('expired');
  });

  it('[REC-08] is withdrawn as far as it is not spent', async () => {
    await deliver({ job_credits: 5 });
    await chargeCredits(test.database, movement('job', 2n, 'a'));
    expect(await withdraw()).toEqual({ delivered: 5n, withdrawn: 3n });
    expect(await available()).toEqual({ job: 0n });
    const movements = await statement(test.database, { owner: owner(), unit: 'job' }, { limit: 5 });
    expect(movements.map(({ kind, amount, balance }) => [kind, amount, balance])).toEqual([
      ['revoke', -3n, 0n],
      ['charge', -2n, 3n],
      ['grant', 5n, 5n],
    ]);
  });

  it.each([null, 365])(
    '[REC-08] credits refunded after its withdrawal expire at once (valid for %s days)',
    async (days) => {
      await deliver({ job_credits: 5, credit_days: days });
      const charge = settlementOf(await chargeCredits(test.database, movement('job', 5n, 'a')));
      expect(await withdraw()).toEqual({ delivered: 5n, withdrawn: 0n });
      expect(await refundCredits(test.database, charge)).toMatchObject({ ok: true, available: 0n });
      expect(await available()).toEqual({ job: 0n });
      const balance = test.database.selectFrom('credit_balance').select('amount');
      expect(await balance.where('organization_id', '=', organizationId).execute()).toEqual([{ amount: 0 }]);
      await makeTimedTransfers(test.database);
      const movements = await statement(test.database, { owner: owner(), unit: 'job' }, { limit: 5 });
      expect(movements.map((each) => [each.kind, each.amount, each.balance])).toEqual([
        ['expire', -5n, 0n],
        ['refund', 5n, 5n],
        ['charge', -5n, 0n],
        ['grant', 5n, 5n],
      ]);
    },
  );

  it('[REC-08] credits on hold at its withdrawal expire when they are released', async () => {
    await deliver({ contact_credits: 3 });
    const holds: LedgerResult[] = [];
    for (const key of ['a', 'b']) {
      const held = { ...movement('resume_contact', 1n, key), lapsesAfterSeconds: 600 };
      holds.push(await holdCredits(test.database, held));
    }
    expect(await withdraw()).toEqual({ delivered: 3n, withdrawn: 1n });
    for (const hold of holds) {
      expect(await voidHold(test.database, settlementOf(hold))).toMatchObject({ ok: true, available: 0n });
      await makeTimedTransfers(test.database);
    }
    const [balance] = await balances(test.database, owner());
    expect(balance).toMatchObject({ available: 0n, held: 0n });
    const movements = await statement(test.database, { owner: owner(), unit: 'resume_contact' }, { limit: 10 });
    const kinds = movements.map(({ kind }) => kind);
    expect(kinds).toEqual(['expire', 'void', 'expire', 'void', 'revoke', 'hold', 'hold', 'grant']);
    expect(movements[0]!.balance).toBe(0n);
  });

  it('[REC-08] is withdrawn once', async () => {
    await deliver({ job_credits: 5 });
    await Promise.all([withdraw(), withdraw()]);
    expect(await available()).toEqual({ job: 0n });
    await deliver({ subscription_months: 12, job_slots: 3 });
    expect(await withdraw()).toEqual({ delivered: 8n, withdrawn: 8n });
    expect(await subscriptions()).toMatchObject([{ status: 'canceled' }]);
  });
});
