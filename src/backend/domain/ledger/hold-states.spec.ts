import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { HOLD_TRANSITIONS, type HoldState } from './hold-states.js';
import {
  grantCredits,
  holdCredits,
  postHold,
  refundCredits,
  voidHold,
  type LedgerResult,
  makeTimedTransfers,
} from './ledger.js';

const SETTLEMENTS = { postHold, voidHold, refundCredits };
const STATES: HoldState[] = ['held', 'lapsed', 'posted', 'voided', 'refunded'];
const CASES = STATES.flatMap((state) =>
  (Object.keys(SETTLEMENTS) as (keyof typeof SETTLEMENTS)[]).map((name) => [name, state] as const),
);
const cause = { kind: 'test' };

describe('the states of a hold', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.close());

  const idOf = (result: LedgerResult): string => {
    if (!result.ok) throw new Error(result.refusal);
    return result.transferId;
  };

  /** @returns the transfer ids of the hold and of the payment that posted it, which a refund refers to */
  async function holdIn(state: HoldState): Promise<{ hold: string; payment: string }> {
    const owner = { site: 'default', kind: 'user', id: randomUUID() } as const;
    const movement = { owner, unit: 'resume_contact', amount: 1n, cause };
    await grantCredits(test.database, { ...movement, key: 'grant', source: 'granted' });
    const lapsesAfterSeconds = state === 'lapsed' ? 0 : 3600;
    const hold = idOf(await holdCredits(test.database, { ...movement, key: 'hold', lapsesAfterSeconds }));
    if (state === 'voided') await voidHold(test.database, { transferId: hold, cause });
    if (state !== 'posted' && state !== 'refunded') return { hold, payment: hold };
    const payment = idOf(await postHold(test.database, { transferId: hold, cause }));
    if (state === 'refunded') await refundCredits(test.database, { transferId: payment, cause });
    return { hold, payment };
  }

  it.each(CASES)(
    '[REC-09] %s changes one that is %s only if the table of transitions allows it',
    async (name, state) => {
      const { hold, payment } = await holdIn(state);
      const transferId = name === 'refundCredits' ? payment : hold;
      const result = await SETTLEMENTS[name](test.database, { transferId, cause });
      const isExpected = HOLD_TRANSITIONS.some(([from, by]) => from === state && by === name);
      expect(result.ok && !result.isRepeated).toBe(isExpected);
    },
  );

  it('[REC-09] the worker voids only lapsed holds', async () => {
    for (const state of STATES) {
      await makeTimedTransfers(test.database);
      await holdIn(state);
      const isExpected = HOLD_TRANSITIONS.some(([from, by]) => from === state && by === 'job');
      expect([state, (await makeTimedTransfers(test.database)).voided]).toEqual([state, isExpected ? 1 : 0]);
    }
  });
});
