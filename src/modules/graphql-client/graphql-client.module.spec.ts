import { LastGoodCache } from './graphql-client.module.js';

const failed = { ok: false, failure: { kind: 'timeout', message: '' } } as const;
const PUBLIC = {};

describe('cached responses', () => {
  let now = 0;
  let asked = 0;
  let cache: LastGoodCache<number>;
  const ask = () => Promise.resolve({ ok: true, data: ++asked } as const);

  beforeEach(() => {
    now = asked = 0;
    cache = new LastGoodCache(60_000, () => now);
  });

  it('are requested once per version, whatever the number of callers', async () => {
    await Promise.all([cache.get('a', '1', PUBLIC, ask), cache.get('a', '1', PUBLIC, ask)]);
    now = 1e9;
    expect(await cache.get('a', '1', PUBLIC, ask)).toEqual({ ok: true, data: 1 });
    expect(await cache.get('a', '2', PUBLIC, ask)).toEqual({ ok: true, data: 2 });
    expect(await cache.get('b', '2', PUBLIC, ask)).toEqual({ ok: true, data: 3 });
  });

  it('are reused for a while if there are no versions', async () => {
    await cache.get('a', undefined, PUBLIC, ask);
    now = 59_000;
    expect(await cache.get('a', undefined, PUBLIC, ask)).toMatchObject({ data: 1 });
    now = 60_000;
    expect(await cache.get('a', undefined, PUBLIC, ask)).toMatchObject({ data: 2 });
  });

  it('a failure is not cached, and the previous response is kept', async () => {
    await cache.get('a', '1', PUBLIC, ask);
    expect(await cache.get('a', '2', PUBLIC, () => Promise.resolve(failed))).toEqual({ ...failed, old: 1 });
    expect(await cache.get('a', '2', PUBLIC, ask)).toEqual({ ok: true, data: 2 });
    expect(await cache.get('b', '2', PUBLIC, () => Promise.resolve(failed))).toEqual(failed);
    expect(await cache.get('b', '2', PUBLIC, ask)).toEqual({ ok: true, data: 3 });
  });

  it('a failure leaves the previous response to all that wait for the same one', async () => {
    await cache.get('a', '1', PUBLIC, ask);
    const fail = () => Promise.resolve(failed);
    const answers = await Promise.all([cache.get('a', '2', PUBLIC, fail), cache.get('a', '2', PUBLIC, ask)]);
    expect(answers).toEqual([
      { ...failed, old: 1 },
      { ...failed, old: 1 },
    ]);
    expect(await cache.get('a', '2', PUBLIC, ask)).toEqual({ ok: true, data: 2 });
  });

  it('an unreadable response fails for its own callers only', async () => {
    await cache.get('a', '1', PUBLIC, ask);
    await expect(cache.get('a', '2', PUBLIC, () => Promise.reject(new TypeError('no list')))).rejects.toThrow(
      'no list',
    );
    expect(await cache.get('a', '2', PUBLIC, ask)).toEqual({ ok: true, data: 2 });
    await expect(cache.get('b', '2', PUBLIC, () => Promise.reject(new TypeError('no list')))).rejects.toThrow(
      'no list',
    );
    expect(await cache.get('b', '2', PUBLIC, ask)).toEqual({ ok: true, data: 3 });
  });

  it('[ROUTE-18] for the visual editor are neither cached nor taken from the cache', async () => {
    const editor = { visualEditor: true };
    expect(await cache.get('a', '1', editor, ask)).toEqual({ ok: true, data: 1 });
    expect(await cache.get('a', '1', PUBLIC, ask)).toEqual({ ok: true, data: 2 });
    expect(await cache.get('a', '1', editor, ask)).toEqual({ ok: true, data: 3 });
    expect(await cache.get('a', '1', { visualEditor: false }, ask)).toEqual({ ok: true, data: 2 });
    expect(await cache.get('a', '2', editor, () => Promise.resolve(failed))).toEqual(failed);
  });
});
