import { WorkLimit } from './work-limit.js';

describe('WorkLimit', () => {
  it('runs so many at once, lets so many wait in their order, and turns the others away', async () => {
    const limit = new WorkLimit(2, 2);
    const started: number[] = [];
    const ends: (() => void)[] = [];
    const work = (name: number) => () =>
      new Promise<number>((resolve) => {
        started.push(name);
        ends.push(() => resolve(name));
      });
    const runs = [0, 1, 2, 3, 4].map((name) => limit.run(work(name)));
    await expect(runs[4]).resolves.toBeUndefined();
    expect(started).toEqual([0, 1]);
    ends[0]!();
    await expect(runs[0]).resolves.toEqual({ result: 0 });
    await Promise.resolve();
    expect(started).toEqual([0, 1, 2]);
    ends[1]!();
    ends[2]!();
    await Promise.all([runs[1], runs[2]]);
    await Promise.resolve();
    ends[3]!();
    await expect(runs[3]).resolves.toEqual({ result: 3 });
  });

  it('gives the place of work that failed to the next', async () => {
    const limit = new WorkLimit(1, 1);
    const failing = limit.run(() => Promise.reject(new Error('no')));
    const next = limit.run(() => Promise.resolve('yes'));
    await expect(failing).rejects.toThrow('no');
    await expect(next).resolves.toEqual({ result: 'yes' });
    await expect(limit.run(() => Promise.resolve('again'))).resolves.toEqual({ result: 'again' });
  });
});
