import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { createTestDatabase, silentLogger, type TestDatabase } from '../../../../test/support/database.js';
import { openPool } from '../../platform/database/pool.js';
import {
  chargeCredits,
  correctCredits,
  grantCredits,
  holdCredits,
  postHold,
  refundCredits,
  voidHold,
  type LedgerOwner,
  type LedgerResult,
  makeTimedTransfers,
  balances,
  statement,
} from './ledger.js';

const ACTOR = randomUUID();
const TEST = { kind: 'test' };
const UNIT = 'job';
const DAY_MS = 86_400_000;
const HOUR_S = 3600;

describe('the ledger', () => {
  let test: TestDatabase;
  let owner: LedgerOwner;
  let owners = 1000;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.close());
  beforeEach(() => {
    owner = { site: 'default', kind: 'organization', id: String(++owners) };
  });

  const movement = (amount: bigint, key: string = randomUUID()) => ({ owner, unit: UNIT, amount, key, cause: TEST });
  const grant = (amount: bigint, origin: { source?: 'granted' | 'purchased'; expiresAt?: Date } = {}) =>
    grantCredits(test.database, { source: 'granted', ...movement(amount), ...origin });
  const charge = (amount: bigint, key?: string) => chargeCredits(test.database, movement(amount, key));
  const hold = (amount: bigint, lapsesAfterSeconds = HOUR_S) =>
    holdCredits(test.database, { ...movement(amount), lapsesAfterSeconds });
  const available = async () => (await balances(test.database, owner))[0]?.available;
  const kinds = async () =>
    (await statement(test.database, { owner, unit: UNIT }, { limit: 50 })).map(({ kind }) => kind);
  const idOf = (result: LedgerResult): string => {
    if (!result.ok) throw new Error(result.refusal);
    return result.transferId;
  };

  it('[REC-06] never spends more than the balance, and returns what is left', async () => {
    await grant(3n);
    expect(await charge(2n)).toMatchObject({ ok: true, isRepeated: false, available: 1n });
    expect(await charge(2n)).toEqual({ ok: false, refusal: 'insufficient', available: 1n });
    expect(await available()).toBe(1n);
  });

  it('[REC-06] is idempotent by key, and refuses the key for anything else', async () => {
    await grant(5n);
    const first = await charge(1n, 'click');
    expect(await charge(1n, 'click')).toEqual({ ...first, isRepeated: true });
    const others = [
      charge(2n, 'click'),
      grantCredits(test.database, { ...movement(1n, 'click'), source: 'granted' }),
      chargeCredits(test.database, { ...movement(1n, 'click'), cause: { kind: 'test', id: '2' } }),
      chargeCredits(test.database, { ...movement(1n, 'click'), unit: 'resume_contact' }),
    ];
    for (const other of await Promise.all(others)) expect(other).toMatchObject({ ok: false, refusal: 'keyReused' });
    expect(await available()).toBe(4n);
    const down = { ...movement(-1n, 'down'), reason: 'Counted twice', actorId: ACTOR };
    await correctCredits(test.database, down);
    expect(await correctCredits(test.database, { ...down, amount: 1n })).toMatchObject({ refusal: 'keyReused' });
    expect(await available()).toBe(3n);
  });

  it('[REC-06] consumes granted before purchased credits, and within those the earliest expiry first', async () => {
    const soon = new Date(Date.now() + DAY_MS);
    const later = new Date(Date.now() + 2 * DAY_MS);
    await grant(1n, { source: 'purchased', expiresAt: soon });
    await grant(1n);
    await grant(1n, { expiresAt: later });
    await grant(1n, { expiresAt: soon });
    const order: unknown[] = [];
    for (let turn = 0; turn < 4; turn++) {
      await charge(1n);
      const { rows } = await sql<{ source: string; expires_at: Date | null }>`
        select g.source, g.expires_at from ledger_grant g join ledger_entry e on e.grant_id = g.id
        join ledger_account a on a.id = e.account_id
        where a.owner_id = ${owner.id} and a.kind = 'spent' order by e.id desc limit 1
      `.execute(test.database);
      order.push([rows[0]!.source, rows[0]!.expires_at?.getTime()]);
    }
    expect(order).toEqual([
      ['granted', soon.getTime()],
      ['granted', later.getTime()],
      ['granted', undefined],
      ['purchased', soon.getTime()],
    ]);
  });

  it('[REC-09] posts or voids a hold, once', async () => {
    await grant(2n);
    const [posted, voided] = [idOf(await hold(1n)), idOf(await hold(1n))];
    expect(await balances(test.database, owner)).toMatchObject([{ available: 0n, held: 2n }]);
    const settle = { transferId: posted, cause: TEST };
    const all = await Promise.all(Array.from({ length: 5 }, () => postHold(test.database, settle)));
    expect(all.filter((each) => each.ok && !each.isRepeated)).toHaveLength(1);
    expect(await voidHold(test.database, settle)).toMatchObject({ ok: false, refusal: 'settled' });
    expect(await voidHold(test.database, { transferId: voided, cause: TEST })).toMatchObject({ ok: true });
    expect(await postHold(test.database, { transferId: voided, cause: TEST })).toMatchObject({ refusal: 'settled' });
    expect(await postHold(test.database, { transferId: '999999999', cause: TEST })).toMatchObject({
      refusal: 'notFound',
    });
    expect(await balances(test.database, owner)).toMatchObject([{ available: 1n, held: 0n }]);
  });

  it('[REC-09] of 50 concurrent requests for one credit, one gets a hold, and the others a reason', async () => {
    await grant(1n);
    const pool = openPool(test.target, silentLogger, { max: 20 });
    try {
      const asked = Array.from({ length: 50 }, () =>
        holdCredits(pool, { ...movement(1n), lapsesAfterSeconds: HOUR_S }),
      );
      const results = await Promise.all(asked);
      expect(results.filter(({ ok }) => ok)).toHaveLength(1);
      const refused = results.filter(({ ok }) => !ok);
      expect(refused).toEqual(refused.map(() => ({ ok: false, refusal: 'insufficient', available: 0n })));
    } finally {
      await pool.destroy();
    }
  });

  it('[REC-09] does not post a lapsed hold, and releases it', async () => {
    await grant(1n);
    const lapsed = idOf(await hold(1n, 0));
    expect(await postHold(test.database, { transferId: lapsed, cause: TEST })).toMatchObject({ refusal: 'lapsed' });
    await makeTimedTransfers(test.database);
    expect(await available()).toBe(1n);
    expect(await kinds()).toEqual(['void', 'hold', 'grant']);
  });

  it('[REC-06] never spends expired credits, even before the expiry is booked', async () => {
    await grant(4n, { expiresAt: new Date(Date.now() - 1) });
    expect(await charge(1n)).toEqual({ ok: false, refusal: 'insufficient', available: 0n });
    expect(await available()).toBe(0n);
    await makeTimedTransfers(test.database);
    expect(await makeTimedTransfers(test.database)).toEqual({ voided: 0, expired: 0 });
    expect(await kinds()).toEqual(['expire', 'grant']);
  });

  it('[REC-06] refunds a payment once, to its original grant', async () => {
    await grant(1n, { expiresAt: new Date(Date.now() + DAY_MS) });
    const transferId = idOf(await charge(1n));
    expect(await refundCredits(test.database, { transferId, cause: TEST })).toMatchObject({ ok: true, available: 1n });
    expect(await refundCredits(test.database, { transferId, cause: TEST })).toMatchObject({ isRepeated: true });
    const [balance] = await balances(test.database, owner);
    expect(balance).toMatchObject({ nextExpiry: expect.any(Date) as Date, expiring: 1n });
    const held = idOf(await hold(1n));
    expect(await refundCredits(test.database, { transferId: held, cause: TEST })).toMatchObject({
      refusal: 'notFound',
    });
  });

  it('[REC-06] lists every movement with its balance, in pages', async () => {
    await grant(9n);
    for (let n = 0; n < 3; n++) await charge(1n);
    await correctCredits(test.database, { ...movement(2n), reason: 'Apology', actorId: ACTOR });
    const first = await statement(test.database, { owner, unit: UNIT }, { limit: 2 });
    const before = first.at(-1)!.transferId;
    const rest = await statement(test.database, { owner, unit: UNIT }, { limit: 50, before });
    const shown = [...first, ...rest].map(({ kind, amount, balance }) => [kind, amount, balance]);
    expect(shown).toEqual([
      ['correct', 2n, 8n],
      ['charge', -1n, 6n],
      ['charge', -1n, 7n],
      ['charge', -1n, 8n],
      ['grant', 9n, 9n],
    ]);
    expect(first[0]).toMatchObject({ reason: 'Apology', actorId: ACTOR });
  });

  describe('is protected by the database', () => {
    const entry = (side: string, amount: number) => sql`
      insert into ledger_entry (transfer_id, account_id, grant_id, amount)
      select max(e.transfer_id), a.id, max(e.grant_id), ${amount} from ledger_account a, ledger_entry e
      join ledger_account own on own.id = e.account_id
      where a.owner_id = ${owner.id} and own.owner_id = a.owner_id and a.kind = ${side} group by a.id`;

    it('[REC-06] against a transfer with only one side', async () => {
      await grant(5n);
      await expect(entry('spent', 1).execute(test.database)).rejects.toThrow('do not balance');
      await expect(entry('available', -1).execute(test.database)).rejects.toThrow('do not balance');
      await expect(
        sql`insert into ledger_transfer (site, owner_kind, owner_id, unit, kind, amount, key, cause_kind)
          values ('default', 'organization', ${owner.id}, 'job', 'grant', 1, 'empty', 'test')`.execute(test.database),
      ).rejects.toThrow('do not balance');
      expect(await available()).toBe(5n);
    });

    it('[REC-06] against negative balances, and further entries of an existing transfer', async () => {
      await grant(1n);
      await expect(entry('held', -1).execute(test.database)).rejects.toThrow('ledger_balance_sign');
      await expect(entry('available', -2).execute(test.database)).rejects.toThrow(/ledger_(balance_sign|grant_remain)/);
      await expect(
        test.database.transaction().execute(async (trx) => {
          await entry('available', -1).execute(trx);
          await entry('spent', 1).execute(trx);
        }),
      ).rejects.toThrow('do not balance');
    });

    it('[REC-06] against a later expiry of a grant, but not an earlier one', async () => {
      const expiresAt = new Date(Date.now() + DAY_MS);
      await grant(2n, { expiresAt });
      const change = (expiry: string) =>
        sql`
        update ledger_grant set ${sql.raw(expiry)}
        where account_id = ledger_account_of('default', 'organization', ${owner.id}, ${UNIT}, 'available')
      `.execute(test.database);
      const refused = [
        `expires_at = expires_at + interval '1 second'`,
        'expires_at = null',
        'expires_at = clock_timestamp(), remaining = 0',
        `expires_at = clock_timestamp(), source = 'purchased'`,
      ];
      for (const expiry of refused) await expect(change(expiry)).rejects.toMatchObject({ code: '23001' });
      expect(await balances(test.database, owner)).toMatchObject([{ available: 2n, nextExpiry: expiresAt }]);
      await change('expires_at = clock_timestamp()');
      await makeTimedTransfers(test.database);
      expect(await kinds()).toEqual(['expire', 'grant']);
    });

    it.each([
      'update ledger_account set balance = balance + 1',
      'update ledger_grant set remaining = 0',
      'update ledger_transfer set amount = 9',
      'update ledger_entry set amount = 9',
      'delete from ledger_account',
      'delete from ledger_grant',
      'delete from ledger_transfer',
      'delete from ledger_entry',
      'truncate ledger_entry',
      'truncate ledger_account, ledger_transfer, ledger_grant, ledger_entry cascade',
    ])('[REC-06] against: %s', async (statementText) => {
      await grant(1n);
      await expect(sql.raw(statementText).execute(test.database)).rejects.toMatchObject({ code: '23001' });
    });
  });
});
