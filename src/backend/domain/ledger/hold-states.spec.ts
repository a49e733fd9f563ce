import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { HOLD_TRANSITIONS, type HoldState } from './hold-states.js';
import { grantCredits, holdCredits, postHold, refundCredits, voidHold, type LedgerResult } from './ledger.js';
import { makeTimedTransfers } from './timed-transfers.js';

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

  /** @returns the transfer that a settlement of the hold names: of a posted one, that which posted it. */
  async function holdIn(state: HoldState): Promise<string> {
    const owner = { site: 'default', kind: 'user', id: randomUUID() } as const;
    const movement = { owner, unit: 'resume_contact', amount: 1n, cause };
    await grantCredits(test.database, { ...movement, key: 'grant', source: 'granted' });
    const lapsesAfterSeconds = state === 'lapsed' ? 0 : 3600;
    const transferId = idOf(await holdCredits(test.database, { ...movement, key: 'hold', lapsesAfterSeconds }));
    if (state === 'held' || state === 'lapsed') return transferId;
    if (state === 'voided') {
      await voidHold(test.database, { transferId, cause });
      return transferId;
    }
    const posted = idOf(await postHold(test.database, { transferId, cause }));
    if (state === 'refunded') await refundCredits(test.database, { transferId: posted, cause });
    return posted;
  }

  it.each(CASES)(
    '[REC-09] %s changes one that is %s only where the table of transitions says so',
    async (name, state) => {
      const result = await SETTLEMENTS[name](test.database, { transferId: await holdIn(state), cause });
      const isExpected = HOLD_TRANSITIONS.some(([from, by]) => from === state && by === name);
      expect(result.ok && !result.isRepeated).toBe(isExpected);
    },
  );

  it('[REC-09] the job voids those alone whose time is over', async () => {
    for (const state of STATES) {
      await makeTimedTransfers(test.database);
      await holdIn(state);
      const isExpected = HOLD_TRANSITIONS.some(([from, by]) => from === state && by === 'job');
      expect([state, (await makeTimedTransfers(test.database)).voided]).toEqual([state, isExpected ? 1 : 0]);
    }
  });
});
