import { indexRow } from '../../../../../test/support/search-index/index-row-maker.js';
import { MemoryIndex } from './memory-index.js';

const row = (jobId: number, published = jobId) => indexRow(jobId, { '1_': [], [`1_w${jobId}`]: [1] }, { published });
const live = (index: MemoryIndex): number[] =>
  index.segments
    .flatMap((each) => [...each.segment.arrays.jobIds].filter((_, document) => each.isLive(document)))
    .sort((a, b) => a - b);
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at);

describe('MemoryIndex', () => {
  it('is empty at first', () => {
    expect(new MemoryIndex()).toMatchObject({ documents: 0, bytes: 0, version: 0 });
  });

  it('replaces, removes and counts', async () => {
    const index = new MemoryIndex();
    await index.apply({ removed: [], rows: [row(1), row(2), row(3), { ...row(3), combo: 9 }] });
    await index.apply({ removed: [2, 77], rows: [{ ...row(1), organization: 5 }] });
    expect(live(index)).toEqual([1, 3]);
    expect(index.tallies.of(1)?.total).toBe(2);
    expect(index.tallies.of(1)?.organizations.counts[5]).toBe(1);
    expect(index.largest.combo).toBe(9);
    expect(index.version).toBe(2);
    await index.apply({ removed: [1, 3], rows: [] });
    expect(index.segments).toEqual([]);
  });

  it('applies changes in the order of the calls', async () => {
    const index = new MemoryIndex();
    const many = index.apply({ removed: [], rows: range(1, 3000).map((id) => row(id)) });
    const few = index.apply({ removed: range(1, 2990), rows: [] });
    await Promise.all([many, few]);
    expect(live(index)).toEqual(range(2990, 3000));
  });

  it('continues after a change that failed', async () => {
    const index = new MemoryIndex();
    const bad = { ...row(1), words: new Uint8Array([0, 0, 0, 9, 65]) };
    await expect(index.apply({ removed: [], rows: [bad, row(2)] })).rejects.toThrow('text vector');
    await index.apply({ removed: [], rows: [row(3)] });
    expect(live(index)).toEqual([3]);
  });

  it('keeps few segments however many changes there are', async () => {
    const index = new MemoryIndex();
    for (let id = 1; id <= 300; id++) {
      await index.apply({ removed: [], rows: [row(id)] });
      await index.maintain();
    }
    expect(index.segments.length).toBeLessThan(16);
    expect(live(index)).toEqual(range(1, 301));
  });

  it('keeps few segments even if merging pauses, and changes arrive faster than it merges', async () => {
    const index = new MemoryIndex();
    let most = 0;
    for (let id = 1; id <= 300; id++) {
      await index.apply({ removed: [], rows: [row(id)] });
      void index.maintain(1);
      most = Math.max(most, index.segments.length);
      await new Promise(setImmediate);
    }
    await index.maintain(1);
    expect(most).toBeLessThan(64);
    expect(index.segments.length).toBeLessThan(16);
    expect(live(index)).toEqual(range(1, 301));
  });

  it('frees the memory of deleted documents', async () => {
    const index = new MemoryIndex();
    await index.apply({ removed: [], rows: range(1, 1001).map((id) => row(id)) });
    const { bytes } = index;
    await index.apply({ removed: range(1, 901), rows: [] });
    await index.maintain();
    expect(index.bytes).toBeLessThan(bytes / 4);
    expect(live(index)).toEqual(range(901, 1001));
  });

  it('deletes documents that are deleted while segments are merged', async () => {
    const index = new MemoryIndex();
    for (let part = 0; part < 4; part++)
      await index.apply({ removed: [], rows: range(part * 4000 + 1, part * 4000 + 4001).map((id) => row(id)) });
    const state = { merged: false };
    const merging = index.maintain().then(() => (state.merged = true));
    let gone = 0;
    while (!state.merged) {
      gone++;
      await index.apply({ removed: [gone * 7], rows: [] });
      await new Promise(setImmediate);
    }
    await merging;
    expect(gone).toBeGreaterThan(1);
    expect(index.segments).toHaveLength(1);
    expect(live(index)).toEqual(range(1, 16_001).filter((id) => id % 7 !== 0 || id > gone * 7));
  });

  it('is saved in its current state', async () => {
    const index = new MemoryIndex();
    await index.apply({ removed: [], rows: range(1, 101).map((id) => row(id)) });
    await index.apply({ removed: [4], rows: [row(200)] });
    const saved = index.toPieces();
    await index.apply({ removed: [5], rows: [] });
    const joined = saved.map(({ head, positions }) => ({ head: new Uint8Array(Buffer.concat(head)), positions }));
    const restored = MemoryIndex.fromPieces(joined);
    expect(live(restored!)).toEqual([...range(1, 101), 200].filter((id) => id !== 4));
    expect(restored!.tallies.of(1)?.total).toBe(100);
    expect(restored!.largest).toEqual(index.largest);
    await restored!.apply({ removed: [200], rows: [row(4)] });
    expect(live(restored!)).toEqual(range(1, 101));
    const [first, second] = joined;
    expect(MemoryIndex.fromPieces([first!, { ...second!, head: second!.head.subarray(0, -1) }])).toBeUndefined();
  });
});
