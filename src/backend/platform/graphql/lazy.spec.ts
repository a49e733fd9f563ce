import { perRequestLoader } from './lazy.js';
import type { RequestContext } from './request-context.js';

const context = (): RequestContext => ({
  site: { name: 'default', languages: ['en'], countries: [], demo: 'international' },
  locale: 'en',
  language: 'en',
  now: new Date(),
  requestId: undefined,
  viewer: null,
});

describe('perRequestLoader', () => {
  it('loads the keys of one turn together, each key once per request', async () => {
    const calls: number[][] = [];
    const loaderOf = perRequestLoader<number, string>((keys) => {
      calls.push(keys);
      return Promise.resolve(new Map(keys.filter((key) => key < 3).map((key) => [key, `v${key}`])));
    });
    const request = context();
    const loader = loaderOf(request);
    expect(await Promise.all([1, 2, 1, 3].map((key) => loader.load(key)))).toEqual(['v1', 'v2', 'v1', undefined]);
    expect(await loaderOf(request).load(2)).toBe('v2');
    expect(calls).toEqual([[1, 2, 3]]);
    await loaderOf(context()).load(2);
    expect(calls).toHaveLength(2);
  });

  it('reports a failure to all waiting callers', async () => {
    const loader = perRequestLoader<number, string>(() => Promise.reject(new Error('down')))(context());
    const results = await Promise.allSettled([loader.load(1), loader.load(2)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
