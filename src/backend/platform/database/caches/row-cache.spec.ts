import { LRUCache } from 'lru-cache';
import { RowCache } from './row-cache.js';

interface Row {
  id: number;
  version: number;
}

function replica(maxBytes = 1000) {
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
  const { table, reads, rows } = replica();
  for (const id of [1, 2, 3]) table.set(id, { id, version: 1 });
  expect(await rows.load([3, 1])).toEqual([table.get(3), table.get(1)]);
  expect(await rows.load([1, 2, 3])).toEqual([table.get(1), table.get(2), table.get(3)]);
  expect(reads).toEqual([[3, 1], [2]]);
});

test('missing rows are omitted and read again', async () => {
  const { table, rows } = replica();
  expect(await rows.load([7])).toEqual([]);
  table.set(7, { id: 7, version: 1 });
  expect(await rows.load([7])).toEqual([{ id: 7, version: 1 }]);
});

test('changed rows are read again', async () => {
  const { table, reads, rows } = replica();
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
  const { table, rows, gate } = replica();
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
  const { table, reads, rows } = replica(30);
  for (let id = 1; id <= 5; id++) table.set(id, { id, version: 1 });
  await rows.load([1, 2, 3, 4, 5]);
  await rows.load([5]);
  await rows.load([1]);
  expect(reads).toEqual([[1, 2, 3, 4, 5], [1]]);
});

test('everything is read again while changes are not reported', async () => {
  const { table, rows, feed } = replica();
  table.set(1, { id: 1, version: 1 });
  await rows.load([1]);
  feed.isCurrent = false;
  table.set(1, { id: 1, version: 2 });
  expect(await rows.load([1])).toEqual([{ id: 1, version: 2 }]);
});
