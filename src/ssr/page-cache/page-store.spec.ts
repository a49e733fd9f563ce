import fc from 'fast-check';
import { ENCODINGS } from './encodings.js';
import { PageStore, CachedPage } from './page-store.js';

const page = (length: number) =>
  new CachedPage(Buffer.from('x'.repeat(length)), {
    page: '/jobs',
    version: '1',
    until: Infinity,
    madeAt: 0,
    headers: {},
  });

describe('the page store', () => {
  it('never exceeds its limit', async () => {
    const step = fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 30_000 }), fc.boolean());
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const store = new PageStore(60_000);
        for (const [key, length, asked] of steps) {
          if (asked) await store.get(String(key))?.in(length % 2 ? 'gzip' : 'identity');
          else store.set(String(key), page(length));
          expect(store.bytes).toBeLessThanOrEqual(60_000);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('counts the size of each encoding', async () => {
    const store = new PageStore(1_000_000);
    const kept = page(20_000);
    store.set('a', kept);
    const whole = store.bytes;
    await kept.in('br');
    const packed = store.bytes;
    expect(packed).toBeLessThan(whole / 4);
    await kept.in('identity');
    expect(store.bytes).toBeGreaterThan(packed + 20_000);
  });

  it.each(ENCODINGS)('retains no more memory for %s than it counts', async (encoding) => {
    const kept = page(20_000);
    const { body } = await kept.in(encoding);
    expect(body.buffer.byteLength).toBe(body.length);
  });

  it('keeps repeatedly requested pages when thousands are requested once', () => {
    const store = new PageStore(100_000);
    store.set('popular', page(10_000));
    expect(store.get('popular')).toBeDefined();
    for (let at = 0; at < 1000; at += 1) store.set(`crawled ${at}`, page(10_000));
    expect(store.get('popular')).toBeDefined();
    expect(store.get('crawled 0')).toBeUndefined();
    expect(store.get('crawled 999')).toBeDefined();
  });
});
