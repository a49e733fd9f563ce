import { LRUCache } from 'lru-cache';
import { Random } from '../../../../demo/random.js';
import { ResultCache, PackedCache, RowCache, rowPacker } from './caches.js';

const asText = { pack: (answer: number) => `${answer}`, unpack: (packed: string) => Number(packed) };
const BLOCK = 1 << 18;

function replica() {
  const feed = { isCurrent: true };
  const answers = new ResultCache(new PackedCache<string, string>(1_000_000), () => feed.isCurrent);
  let found = 0;
  const ask = (question: unknown): Promise<number> => answers.get(question, () => Promise.resolve(++found), asText);
  return { feed, answers, ask };
}

test('computes the result of each question once', async () => {
  const { ask } = replica();
  expect([await ask({ page: 1 }), await ask({ page: 1 }), await ask({ page: 2 })]).toEqual([1, 1, 2]);
});

test('results are computed again after a change, and while changes are not reported', async () => {
  const { feed, answers, ask } = replica();
  expect(await ask('x')).toBe(1);
  answers.invalidate();
  expect(await ask('x')).toBe(2);
  feed.isCurrent = false;
  expect([await ask('x'), await ask('x')]).toEqual([3, 4]);
});

test('a result is not kept if a change happens during its computation', async () => {
  const { answers, ask } = replica();
  let found: (answer: number) => void = () => undefined;
  const old = answers.get<number>('x', () => new Promise((resolve) => (found = resolve)), asText);
  answers.invalidate();
  found(7);
  expect(await old).toBe(7);
  expect(await ask('x')).toBe(1);
});

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

interface Row {
  id: number;
  version: number;
}

function servingReplica(maxBytes = 1000) {
  const feed = { isCurrent: true };
  const table = new Map<number, Row>();
  const reads: number[][] = [];
  const gate: { open?: Promise<void> } = {};
  const rows = new RowCache<Row>({
    cache: new LRUCache({ maxSize: maxBytes, sizeCalculation: () => 10 }),
    isCurrent: () => feed.isCurrent,
    async read(ids) {
      reads.push([...ids]);
      const seen = new Map(ids.flatMap((id) => (table.has(id) ? [[id, table.get(id)!]] : [])));
      await gate.open;
      return seen;
    },
  });
  return {
    table,
    reads,
    rows,
    gate,
    feed,
  };
}

test('rows are returned in the requested order, and are read once', async () => {
  const { table, reads, rows } = servingReplica();
  for (const id of [1, 2, 3]) table.set(id, { id, version: 1 });
  expect(await rows.load([3, 1])).toEqual([table.get(3), table.get(1)]);
  expect(await rows.load([1, 2, 3])).toEqual([table.get(1), table.get(2), table.get(3)]);
  expect(reads).toEqual([[3, 1], [2]]);
});

test('missing rows are omitted and read again', async () => {
  const { table, rows } = servingReplica();
  expect(await rows.load([7])).toEqual([]);
  table.set(7, { id: 7, version: 1 });
  expect(await rows.load([7])).toEqual([{ id: 7, version: 1 }]);
});

test('changed rows are read again', async () => {
  const { table, reads, rows } = servingReplica();
  for (const id of [1, 2]) table.set(id, { id, version: 1 });
  await rows.load([1, 2]);
  table.set(1, { id: 1, version: 2 });
  rows.invalidate([1]);
  expect(await rows.load([1, 2])).toEqual([
    { id: 1, version: 2 },
    { id: 2, version: 1 },
  ]);
  rows.invalidate();
  await rows.load([1, 2]);
  expect(reads).toEqual([[1, 2], [1], [1, 2]]);
});

test('a row is not kept if it changes while it is read', async () => {
  const { table, rows, gate } = servingReplica();
  table.set(1, { id: 1, version: 1 });
  let open: () => void = () => undefined;
  gate.open = new Promise((resolve) => (open = resolve));
  const old = rows.load([1]);
  table.set(1, { id: 1, version: 2 });
  rows.invalidate([1]);
  open();
  expect(await old).toEqual([{ id: 1, version: 1 }]);
  expect(await rows.load([1])).toEqual([{ id: 1, version: 2 }]);
});

test('memory is bounded', async () => {
  const { table, reads, rows } = servingReplica(30);
  for (let id = 1; id <= 5; id++) table.set(id, { id, version: 1 });
  await rows.load([1, 2, 3, 4, 5]);
  await rows.load([5]);
  await rows.load([1]);
  expect(reads).toEqual([[1, 2, 3, 4, 5], [1]]);
});

test('everything is read again while changes are not reported', async () => {
  const { table, rows, feed } = servingReplica();
  table.set(1, { id: 1, version: 1 });
  await rows.load([1]);
  feed.isCurrent = false;
  table.set(1, { id: 1, version: 2 });
  expect(await rows.load([1])).toEqual([{ id: 1, version: 2 }]);
});

describe('a row that was read together with other data', () => {
  it('is not read again', async () => {
    const { reads, rows } = servingReplica();
    const store = rows.reading();
    store(1, () => ({ id: 1, version: 1 }));
    expect(await rows.load([1])).toEqual([{ id: 1, version: 1 }]);
    expect(reads).toEqual([]);
  });

  it('is not kept if it changes while it is read', async () => {
    const { table, rows } = servingReplica();
    const store = rows.reading();
    table.set(1, { id: 1, version: 2 });
    rows.invalidate([1]);
    store(1, () => ({ id: 1, version: 1 }));
    expect(await rows.load([1])).toEqual([{ id: 1, version: 2 }]);
  });

  it('is not kept while changes are not reported', async () => {
    const { table, rows, feed } = servingReplica();
    feed.isCurrent = false;
    const store = rows.reading();
    store(1, () => ({ id: 1, version: 1 }));
    feed.isCurrent = true;
    table.set(1, { id: 1, version: 2 });
    expect(await rows.load([1])).toEqual([{ id: 1, version: 2 }]);
  });

  it('is not made if it is cached already', async () => {
    const { table, rows } = servingReplica();
    table.set(1, { id: 1, version: 1 });
    await rows.load([1]);
    let made = 0;
    rows.reading()(1, () => ({ id: 1, version: ++made }));
    expect(made).toBe(0);
  });
});

describe('a packed row', () => {
  const packer = rowPacker<{ id: number; name: string | null; place: string | null }>({
    id: true,
    name: true,
    place: true,
  });

  it('has the same values when it is unpacked, without nulls at its end until then', () => {
    const rows = [
      { id: 1, name: 'Nurse', place: 'Ottawa' },
      { id: 2, name: null, place: 'Ottawa' },
      { id: 3, name: null, place: null },
    ];
    const packed = rows.map((row) => packer.pack(row));
    expect(packed).toEqual([[1, 'Nurse', 'Ottawa'], [2, null, 'Ottawa'], [3]]);
    expect(packed.map((values) => packer.unpack(values))).toEqual(rows);
  });
});
