import { Random } from '../../../../../demo/random.js';
import { PackedCache } from './packed-cache.js';

const BLOCK = 1 << 18;

test('returns the last value of a key', () => {
  const cache = new PackedCache<string, unknown>(BLOCK);
  cache.set('a', { title: 'Zürich – „Köchin“ 😀', none: null });
  cache.set('b', [1]);
  cache.set('b', [2, 'two']);
  expect(cache.get('a')).toEqual({ title: 'Zürich – „Köchin“ 😀', none: null });
  expect(cache.get('b')).toEqual([2, 'two']);
  expect(cache.get('c')).toBeUndefined();
  cache.delete('a');
  expect(cache.get('a')).toBeUndefined();
  cache.clear();
  expect(cache.get('b')).toBeUndefined();
});

test.each([1, 3])('can be filled again after it was cleared (%i blocks)', (blocks) => {
  const cache = new PackedCache<string, string>(blocks * BLOCK);
  cache.set('a', 'before');
  cache.clear();
  cache.set('b', 'after');
  cache.set('c', 'and after');
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([undefined, 'after', 'and after']);
});

test('never returns an outdated value of a key', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const random = new Random(seed);
    const cache = new PackedCache<number, { key: number; text: string }>(3 * BLOCK);
    const set = new Map<number, string>();
    for (let step = 0; step < 400; step++) {
      const key = random.integer(0, 60);
      const text = 'é'.repeat(random.integer(0, 20_000));
      if (random.chance(0.1)) {
        cache.delete(key);
        set.delete(key);
      } else {
        cache.set(key, { key, text });
        set.set(key, text);
        expect(cache.get(key)).toEqual({ key, text });
      }
      const other = random.integer(0, 60);
      const found = cache.get(other);
      if (found) expect(found).toEqual({ key: other, text: set.get(other) });
    }
  }
});

test('keeps as much as fits, always including the last values, and ignores values that are too large', () => {
  const cache = new PackedCache<number, string>(3 * BLOCK);
  const half = 'x'.repeat(BLOCK / 2 - 10);
  const keys = Array.from({ length: 40 }, (_, key) => key);
  for (const key of keys) {
    cache.set(key, half);
    const kept = keys.filter((each) => cache.get(each) !== undefined);
    // Each block holds two values. When a block is reused, all its values are dropped.
    expect(kept.length).toBe(key < 6 ? key + 1 : 5 + (key % 2));
    expect(kept).toEqual(expect.arrayContaining(keys.slice(Math.max(0, key - 2), key + 1)));
  }
  cache.set(39, 'x'.repeat(BLOCK));
  expect(cache.get(39)).toBeUndefined();
  expect(cache.get(38)).toBe(half);
});

test('finds a good part of the values when more than fit are requested in turn', () => {
  const random = new Random(1);
  const cache = new PackedCache<number, string>(20 * BLOCK, () => random.next());
  const value = 'x'.repeat(BLOCK / 16);
  const entries = 20 * 15 * 1.25;
  let found = 0;
  for (let turn = 0; turn < 20; turn++)
    for (let key = 0; key < entries; key++) {
      if (cache.get(key)) found++;
      else cache.set(key, value);
    }
  expect(found / (20 * entries)).toBeGreaterThan(0.4);
});
