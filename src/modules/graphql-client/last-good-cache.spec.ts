import { LastGoodCache } from './last-good-cache.js';

const failed = { ok: false, failure: { kind: 'timeout', message: '' } } as const;

describe('kept answers', () => {
  let now = 0;
  let asked = 0;
  let cache: LastGoodCache<number>;
  const ask = () => Promise.resolve({ ok: true, data: ++asked } as const);

  beforeEach(() => {
    now = asked = 0;
    cache = new LastGoodCache(60_000, () => now);
  });

  it('are asked for once for a version, however many want them', async () => {
    await Promise.all([cache.get('a', '1', ask), cache.get('a', '1', ask)]);
    now = 1e9;
    expect(await cache.get('a', '1', ask)).toEqual({ ok: true, data: 1 });
    expect(await cache.get('a', '2', ask)).toEqual({ ok: true, data: 2 });
    expect(await cache.get('b', '2', ask)).toEqual({ ok: true, data: 3 });
  });

  it('last a while where there are no versions', async () => {
    await cache.get('a', undefined, ask);
    now = 59_000;
    expect(await cache.get('a', undefined, ask)).toMatchObject({ data: 1 });
    now = 60_000;
    expect(await cache.get('a', undefined, ask)).toMatchObject({ data: 2 });
  });

  it('a failure is not kept, and leaves what was known', async () => {
    await cache.get('a', '1', ask);
    expect(await cache.get('a', '2', () => Promise.resolve(failed))).toEqual({ ...failed, old: 1 });
    expect(await cache.get('a', '2', ask)).toEqual({ ok: true, data: 2 });
    expect(await cache.get('b', '2', () => Promise.resolve(failed))).toEqual(failed);
    expect(await cache.get('b', '2', ask)).toEqual({ ok: true, data: 3 });
  });

  it('an answer that cannot be read fails for whoever asked, and for nobody after', async () => {
    await cache.get('a', '1', ask);
    await expect(cache.get('a', '2', () => Promise.reject(new TypeError('no list')))).rejects.toThrow('no list');
    expect(await cache.get('a', '2', ask)).toEqual({ ok: true, data: 2 });
    await expect(cache.get('b', '2', () => Promise.reject(new TypeError('no list')))).rejects.toThrow('no list');
    expect(await cache.get('b', '2', ask)).toEqual({ ok: true, data: 3 });
  });
});
