import { afterPendingInput, SharedRequest } from './shared-request.js';

describe('SharedRequest', () => {
  const answers: ((answer: string) => void)[] = [];
  const refusals: ((error: Error) => void)[] = [];
  const question = new SharedRequest(
    () =>
      new Promise<string>((resolve, reject) => {
        answers.push(resolve);
        refusals.push(reject);
      }),
  );
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  beforeEach(() => {
    answers.length = refusals.length = 0;
  });

  it('is sent once for all calls during another request, after their arrival', async () => {
    const first = question.ask();
    const others = Array.from({ length: 100 }, () => question.ask());
    expect(answers).toHaveLength(1);
    answers[0]!('one');
    expect(await first).toBe('one');
    await turn();
    expect(answers).toHaveLength(2);
    const later = question.ask();
    answers[1]!('two');
    expect(new Set(await Promise.all(others))).toEqual(new Set(['two']));
    await turn();
    answers[2]!('three');
    expect(await later).toBe('three');
    expect(answers).toHaveLength(3);
  });

  it('is never sent twice in parallel, whatever the timing of calls', async () => {
    let open = 0;
    let most = 0;
    const slow = new SharedRequest(async () => {
      most = Math.max(most, ++open);
      await turn();
      open--;
    });
    const again = async (): Promise<void> => {
      for (let n = 0; n < 20; n++) {
        await slow.ask();
        for (let ticks = n % 7; ticks > 0; ticks--) await Promise.resolve();
      }
    };
    await Promise.all(Array.from({ length: 10 }, again));
    expect(most).toBe(1);
  });

  it('continues after a failure, which only its own callers receive', async () => {
    const first = question.ask();
    const second = question.ask();
    refusals[0]!(new Error('down'));
    await expect(first).rejects.toThrow('down');
    await turn();
    answers[1]!('up');
    expect(await second).toBe('up');
  });

  it('waits for its schedule, and is sent for all earlier callers', async () => {
    const scheduled: (() => void)[] = [];
    let send = 0;
    const patient = new SharedRequest(
      () => Promise.resolve(++send),
      (schedule) => void scheduled.push(schedule),
    );
    const first = patient.ask();
    const second = patient.ask();
    expect([send, scheduled.length]).toEqual([0, 1]);
    scheduled.shift()!();
    const third = patient.ask();
    expect(await Promise.all([first, second])).toEqual([1, 1]);
    expect([send, scheduled.length]).toEqual([1, 1]);
    scheduled.shift()!();
    expect(await third).toBe(2);
  });

  it('is sent once for callers of the same turn of the event loop', async () => {
    let send = 0;
    const gathered = new SharedRequest(() => Promise.resolve(++send), afterPendingInput);
    const asked = [gathered.ask()];
    await new Promise<void>((resolve) => {
      process.nextTick(() => asked.push(gathered.ask()));
      setImmediate(() => {
        asked.push(gathered.ask());
        resolve();
      });
    });
    expect(await Promise.all(asked)).toEqual([1, 1, 1]);
  });
});
