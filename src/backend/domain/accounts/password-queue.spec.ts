import type { BackendSite } from '#contract/backend/backend.js';
import { setImmediate } from 'node:timers/promises';
import { PasswordQueue } from './slow-work.js';

const site: BackendSite = { name: 'good', languages: ['de'], countries: [], demo: 'europe' };
const visitor = { site, locale: 'de' };
const BUSY = { message: expect.stringContaining('sehr viele Menschen') as string, extensions: { code: 'BUSY' } };

describe('PasswordTurns', () => {
  /** Work that ends on request. */
  function held() {
    let begun = 0;
    const ends: (() => void)[] = [];
    const work = () => {
      begun++;
      return new Promise<string>((resolve) => ends.push(() => resolve('done')));
    };
    return { work, begun: () => begun, end: () => ends.shift()?.() };
  }

  it('begins no waiting work, and turns callers away when too many wait', async () => {
    const turns = new PasswordQueue({ atOnce: 1, maxWaiting: 2, longestWaitMs: 60_000 });
    const { work, begun, end } = held();
    const answers = [1, 2, 3].map(() => turns.take(visitor, work));
    await expect(turns.take(visitor, work)).rejects.toMatchObject(BUSY);
    expect(begun()).toBe(1);
    for (const answer of answers) {
      end();
      expect(await answer).toBe('done');
      await setImmediate();
    }
    expect(begun()).toBe(3);
    const last = turns.take(visitor, work);
    end();
    expect(await last).toBe('done');
  });

  it('turns away callers who have waited too long, and does not do their work later', async () => {
    const turns = new PasswordQueue({ atOnce: 1, maxWaiting: 2, longestWaitMs: 1 });
    const { work, begun, end } = held();
    const first = turns.take(visitor, work);
    await expect(turns.take(visitor, work)).rejects.toMatchObject(BUSY);
    // Work that has started is awaited, however long it takes.
    end();
    expect(await first).toBe('done');
    await setImmediate();
    expect(begun()).toBe(1);
  });

  it('rejects with the errors of the work, and continues', async () => {
    const turns = new PasswordQueue({ atOnce: 1, maxWaiting: 2, longestWaitMs: 60_000 });
    await expect(turns.take(visitor, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await turns.take(visitor, () => Promise.resolve('fine'))).toBe('fine');
  });
});
