import fc from 'fast-check';
import { indexRow } from '../../../../../../test/support/search-index/index-row-maker.js';
import { MemoryIndex } from '../memory-index.js';
import { pageOf, ListCursor, SetCursor, type Cursor } from './hit-order.js';

const row = (jobId: number, published: number) => indexRow(jobId, { '1_': [] }, { published });

/** Builds an index with segments of these sizes, in which many jobs are published in the same second. */
async function indexOf(sizes: readonly number[], seconds: number): Promise<MemoryIndex> {
  const index = new MemoryIndex();
  let jobId = 0;
  for (const size of sizes)
    await index.apply({
      removed: [],
      rows: Array.from({ length: size }, () => {
        jobId++;
        return row(jobId, Math.imul(jobId, 2_654_435_761) >>> (0 % seconds));
      }),
    });
  return index;
}

describe('the order of hits', () => {
  it('returns the right page at any offset, newest or oldest first', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 7 }),
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: 5 }),
        fc.boolean(),
        fc.boolean(),
        fc.integer({ min: 0, max: 99 }),
        async (sizes, seconds, every, oldest, asLists, percent) => {
          const index = await indexOf(sizes, seconds);
          const hits: { published: number; jobId: number }[] = [];
          const cursors = (): Cursor[] =>
            index.segments.map(({ segment }) => {
              const { jobIds, published } = segment.arrays;
              const bits = new Uint32Array(segment.words);
              const documents = [...jobIds.keys()].filter((document) => jobIds[document]! % every === 0);
              for (const document of documents) {
                bits[document >>> 5]! |= 1 << (document & 31);
                hits.push({ published: published[document]!, jobId: jobIds[document]! });
              }
              return asLists
                ? new ListCursor(segment, documents, 0, documents.length, oldest)
                : new SetCursor(segment, bits, oldest);
            });
          const made = cursors();
          hits.sort((a, b) => b.published - a.published || b.jobId - a.jobId);
          if (oldest) hits.reverse();
          const offset = Math.floor((percent / 100) * hits.length);
          expect(pageOf([{ count: hits.length, cursors: () => made }], oldest, offset, 10)).toEqual(
            hits.slice(offset, offset + 10).map(({ jobId }) => String(jobId)),
          );
        },
      ),
      { numRuns: 60, seed: 4 },
    );
  });
});
