import { waitFor } from '../../../../test/support/wait-for.js';
import { RecurringWork, type RecurringWorkOptions, type RoundResult } from '#shared/recurring-work/recurring-work.js';

const NEVER = 3_600_000;
const cleanups: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanups.splice(0)) await cleanUp();
});

/** Creates a RecurringWork whose rounds are ended by the test, with a chosen result. */
function controlled(options: Partial<RecurringWorkOptions> = {}) {
  const ends: ((result: RoundResult | Error) => void)[] = [];
  const failures: unknown[] = [];
  const work = new RecurringWork({
    shortestMs: 5,
    longestMs: NEVER,
    retryMs: NEVER,
    round: () =>
      new Promise((resolve, reject) =>
        ends.push((result) => (result instanceof Error ? reject(result) : resolve(result))),
      ),
    onFailure: (error) => failures.push(error),
    ...options,
  });
  cleanups.push(() => {
    for (const end of ends) end({ nextInMs: NEVER });
    return work.stop();
  });
  const rounds = (count: number) => waitFor(`round ${count}`, () => ends.length === count);
  return { work, ends, failures, rounds };
}

/** Waits until all due timers have fired. */
async function whileTimersPass(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('RecurringWork', () => {
  it('sleeps as long as the round says, within the minimum and maximum', async () => {
    const { work, ends, rounds } = controlled({ longestMs: 10 });
    work.wake();
    await rounds(1);
    ends[0]!({ nextInMs: -1000 });
    await rounds(2);
    ends[1]!({ nextInMs: Infinity });
    await rounds(3);
  });

  it('runs one round when it is woken repeatedly, and does not delay an earlier wake-up', async () => {
    const { work, ends, rounds } = controlled();
    work.wake(5);
    work.wake(NEVER);
    work.wake(5);
    await rounds(1);
    ends[0]!({ nextInMs: NEVER });
    await whileTimersPass();
    expect(ends).toHaveLength(1);
    work.wake(5);
    await rounds(2);
  });

  it('runs another round after a wake-up during one, and never two at once', async () => {
    const { work, ends, rounds } = controlled();
    work.wake();
    await rounds(1);
    work.wake();
    await whileTimersPass();
    expect(ends).toHaveLength(1);
    ends[0]!({ nextInMs: NEVER });
    await rounds(2);
    ends[1]!({ nextInMs: NEVER });
    await whileTimersPass();
    expect(ends).toHaveLength(2);
  });

  it('notices a wake-up at the very end of a round', async () => {
    const { work, ends, rounds } = controlled();
    work.wake();
    await rounds(1);
    ends[0]!({ nextInMs: NEVER });
    for (let step = 0; step < 6; step++) {
      await Promise.resolve();
      work.wake();
    }
    await rounds(2);
  });

  it('ignores wake-ups during a pause', async () => {
    const { work, ends, rounds } = controlled();
    work.wake();
    await rounds(1);
    work.wake();
    ends[0]!({ restMs: NEVER });
    await whileTimersPass();
    work.wake();
    await whileTimersPass();
    expect(ends).toHaveLength(1);
  });

  it('pauses no longer than the round says', async () => {
    const { work, ends, rounds } = controlled();
    work.wake();
    await rounds(1);
    ends[0]!({ restMs: 5 });
    await rounds(2);
  });

  it('reports a failure and tries again', async () => {
    const { work, ends, failures, rounds } = controlled({ retryMs: 5 });
    work.wake();
    await rounds(1);
    ends[0]!(new Error('no'));
    await rounds(2);
    expect(failures).toEqual([new Error('no')]);
  });

  it('stops for good after the current round', async () => {
    const { work, ends, failures, rounds } = controlled({ retryMs: 5 });
    work.wake();
    await rounds(1);
    let isOver = false;
    const over = work.stop().then(() => (isOver = true));
    await whileTimersPass();
    expect([isOver, work.isStopped]).toEqual([false, true]);
    ends[0]!(new Error('the end'));
    await over;
    work.wake();
    await whileTimersPass();
    expect([ends.length, failures]).toEqual([1, []]);
  });
});
