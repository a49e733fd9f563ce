import type { Strategy } from 'passport';
import { runStrategy } from './oauth-flow.js';

type Actions = Record<'success' | 'fail' | 'redirect' | 'pass' | 'error', (...given: unknown[]) => void>;

/** Creates a strategy with the given `authenticate`. */
function strategyOf(authenticate: (this: Actions) => void): Strategy {
  return { authenticate } as unknown as Strategy;
}

const run = (authenticate: (this: Actions) => void, limitMs = 1000) =>
  runStrategy<{ id: string }>(strategyOf(authenticate), { query: {} }, {}, limitMs);

describe('runStrategy', () => {
  it('returns the result of a Passport strategy', async () => {
    const user = { id: '1' };
    expect(
      await run(function () {
        this.success(user);
      }),
    ).toEqual({ kind: 'success', user });
    expect(
      await run(function () {
        this.redirect('https://a.example/');
      }),
    ).toEqual({ kind: 'redirect', url: 'https://a.example/' });
    expect(
      await run(function () {
        this.fail({ message: 'no' }, 403);
      }),
    ).toEqual({ kind: 'fail', reason: 'no' });
    expect(
      await run(function () {
        this.fail('no');
      }),
    ).toEqual({ kind: 'fail', reason: 'no' });
    expect(
      await run(function () {
        this.fail(403);
      }),
    ).toEqual({ kind: 'fail', reason: 'refused' });
    expect(
      await run(function () {
        this.pass();
      }),
    ).toMatchObject({ kind: 'fail' });
    expect(
      await run(function () {
        this.error(new Error('away'));
      }),
    ).toEqual({ kind: 'error', error: new Error('away') });
  });

  it('treats an exception as an error, and a late result as a timeout', async () => {
    const broken = await run(function () {
      throw new Error('broken');
    });
    expect(broken).toEqual({ kind: 'error', error: new Error('broken') });
    expect(await run(() => undefined, 5)).toMatchObject({ kind: 'error', error: { message: 'No answer in 5 ms' } });
  });

  it('does not modify the strategy', async () => {
    const strategy = strategyOf(function () {
      this.pass();
    });
    await runStrategy(strategy, { query: {} }, {}, 1000);
    expect(Object.keys(strategy)).toEqual(['authenticate']);
  });
});
