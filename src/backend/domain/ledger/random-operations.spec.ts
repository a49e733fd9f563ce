import fc from 'fast-check';
import { sql, type Kysely } from 'kysely';
import { createTestDatabase, silentLogger, type TestDatabase } from '../../../../test/support/database.js';
import { openPool } from '../../platform/database/pool.js';
import type { Database } from '../../platform/database/schema.js';
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

const OPERATIONS = 10_000;
const CONNECTIONS = 8;
const ACTOR = '00000000-0000-4000-8000-000000000001';
const CAUSE = { kind: 'test' };
const UNITS = ['job', 'resume_contact', 'CAD'];
const OWNERS: LedgerOwner[] = [
  { site: 'default', kind: 'organization', id: '1' },
  { site: 'uk', kind: 'organization', id: '1' },
  { site: 'default', kind: 'user', id: ACTOR },
];

const operation = fc.record({
  name: fc.constantFrom('buy', 'buy', 'spend', 'spend', 'hold', 'hold', 'post', 'void', 'refund', 'correct', 'expire'),
  owner: fc.constantFrom(...OWNERS),
  unit: fc.constantFrom(...UNITS),
  amount: fc.bigInt({ min: 1n, max: 6n }),
  isCorrectedDownwards: fc.boolean(),
  /** Some keys are repeated, with the same content or another. */
  key: fc.integer({ min: 1, max: OPERATIONS * 2 }).map(String),
  source: fc.constantFrom('granted' as const, 'purchased' as const),
  /** Undefined if they never expire. */
  lifetimeMs: fc.option(fc.integer({ min: 0, max: 3000 }), { nil: undefined }),
  holdSeconds: fc.constantFrom(0, 1, 600),
  /** Whether a settlement refers to any earlier transfer, instead of one that can be settled that way. */
  isOfAnyKind: fc.integer({ min: 0, max: 9 }).map((digit) => digit === 0),
  earlier: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
});
/** Ids of the transfers, by the settlements that are possible. */
type Made = Record<'hold' | 'payment' | 'other', string[]>;
const KIND_OF: Partial<Record<string, keyof Made>> = { hold: 'hold', spend: 'payment', post: 'payment' };
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

describe('the books, after 10,000 random operations on 8 connections', () => {
  let test: TestDatabase;
  const outcomes: Record<string, number> = {};
  beforeAll(async () => {
    test = await createTestDatabase();
    const pool = openPool(test.target, silentLogger, { max: CONNECTIONS });
    const operations = fc.sample(operation, { numRuns: OPERATIONS, seed: 23 });
    const made: Made = { hold: [], payment: [], other: [] };
    const work = async (): Promise<void> => {
      for (let next = operations.pop(); next; next = operations.pop()) {
        const result = await perform(pool, next, made);
        if (!result) continue;
        if (result.ok) made[KIND_OF[next.name] ?? 'other'].push(result.transferId);
        const outcome = `${next.name} ${result.ok ? (result.isRepeated ? 'repeated' : 'done') : result.refusal}`;
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, work));
    await pool.destroy();
  }, 240_000);
  afterAll(() => test.close());

  const rowsOf = async (text: string) => (await sql.raw(text).execute(test.database)).rows;

  it('[REC-06] had every kind of transfer and refusal', () => {
    const seen = Object.keys(outcomes);
    const done = ['buy', 'spend', 'hold', 'post', 'void', 'refund', 'correct'].map((name) => `${name} done`);
    expect(seen).toEqual(expect.arrayContaining([...done, 'spend insufficient', 'post settled', 'spend keyReused']));
  });

  it('[REC-06] add up to zero, with no balance below zero', async () => {
    expect(await rowsOf('select sum(amount)::bigint as total from ledger_entry')).toEqual([{ total: 0 }]);
    expect(await rowsOf('select transfer_id from ledger_entry group by 1 having sum(amount) <> 0')).toEqual([]);
    expect(await rowsOf(`select id from ledger_account where balance < 0 and kind <> 'source'`)).toEqual([]);
    const settledTwice = 'select settles_id from ledger_transfer where settles_id > 0 group by 1 having count(*) > 1';
    expect(await rowsOf(settledTwice)).toEqual([]);
  });

  it('[REC-06] have balances equal to the sums of their entries', async () => {
    const accounts = `select a.id from ledger_account a left join ledger_entry e on e.account_id = a.id
      group by a.id having a.balance <> coalesce(sum(e.amount), 0)`;
    expect(await rowsOf(accounts)).toEqual([]);
    const grants = `select g.id from ledger_grant g
      left join ledger_entry e on e.grant_id = g.id and e.account_id = g.account_id
      group by g.id having g.remaining <> coalesce(sum(e.amount), 0)`;
    expect(await rowsOf(grants)).toEqual([]);
    const running = `select id from (
      select id, balance_after, sum(amount) over (partition by account_id order by id) as expected from ledger_entry
    ) e where balance_after <> expected`;
    expect(await rowsOf(running)).toEqual([]);
  });

  it('[REC-06] show the balance that the earlier movements of the statement add up to', async () => {
    await sql`select pg_sleep(greatest(0, extract(epoch from max(expires_at) - clock_timestamp())))
      from ledger_grant where remaining > 0`.execute(test.database);
    await makeTimedTransfers(test.database);
    for (const owner of OWNERS) {
      for (const { unit, available } of await balances(test.database, owner)) {
        const movements = await statement(test.database, { owner, unit }, { limit: OPERATIONS });
        const total = movements.reduce((sum, { amount }) => sum + amount, 0n);
        expect([owner, unit, total, movements[0]?.balance ?? 0n]).toEqual([owner, unit, available, available]);
      }
    }
  });
});

async function perform(
  database: Kysely<Database>,
  { name, owner, unit, amount, key, ...rest }: Operation,
  made: Made,
): Promise<LedgerResult | undefined> {
  const movement = { owner, unit, amount, key, cause: CAUSE };
  // Mostly transfers that can be settled that way, so that several operations settle the same one.
  const settled = rest.isOfAnyKind ? made.other : name === 'refund' ? made.payment : made.hold;
  const settlement = { transferId: settled[Math.floor(rest.earlier * settled.length)] ?? '0', cause: CAUSE };
  const { lifetimeMs, source, holdSeconds: lapsesAfterSeconds } = rest;
  if (name === 'buy') {
    const expiry = lifetimeMs === undefined ? {} : { expiresAt: new Date(Date.now() + lifetimeMs) };
    return grantCredits(database, { ...movement, source, ...expiry });
  }
  if (name === 'spend') return chargeCredits(database, movement);
  if (name === 'hold') return holdCredits(database, { ...movement, lapsesAfterSeconds });
  if (name === 'post') return postHold(database, settlement);
  if (name === 'void') return voidHold(database, settlement);
  if (name === 'refund') return refundCredits(database, settlement);
  if (name === 'correct') {
    const corrected = rest.isCorrectedDownwards ? -amount : amount;
    return correctCredits(database, { ...movement, amount: corrected, reason: 'Miscounted', actorId: ACTOR });
  }
  await makeTimedTransfers(database);
  return undefined;
}
