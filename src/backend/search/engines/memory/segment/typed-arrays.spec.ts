import fc from 'fast-check';
import { listDocuments, cardinalityOf, intersectionCardinality, wordsFor } from './typed-arrays.js';

const SETS = fc
  .integer({ min: 1, max: 700 })
  .chain((size) =>
    fc.tuple(
      fc.constant(size),
      fc.uniqueArray(fc.integer({ min: 0, max: size - 1 }), { maxLength: size }),
      fc.uniqueArray(fc.integer({ min: 0, max: size - 1 }), { maxLength: size }),
    ),
  );

function setOf(documents: readonly number[], size: number, from = 0): Uint32Array {
  const bits = new Uint32Array(from + wordsFor(size));
  for (const document of documents) bits[from + (document >>> 5)]! |= 1 << (document & 31);
  return bits;
}

describe('sets of documents', () => {
  it('are counted', () => {
    fc.assert(
      fc.property(SETS, fc.integer({ min: 0, max: 5 }), ([size, a, b], from) => {
        expect(cardinalityOf(setOf(a, size), wordsFor(size))).toBe(a.length);
        expect(intersectionCardinality(setOf(a, size, from), from, setOf(b, size), wordsFor(size))).toBe(
          a.filter((document) => b.includes(document)).length,
        );
      }),
    );
  });

  it('are listed, and so are their complements', () => {
    fc.assert(
      fc.property(SETS, ([size, documents]) => {
        const all = Array.from({ length: size }, (_, document) => document);
        const into = new Uint16Array(size);
        for (const inverted of [false, true]) {
          const length = listDocuments(setOf(documents, size), size, inverted, into);
          expect([...into.subarray(0, length)]).toEqual(all.filter((each) => documents.includes(each) !== inverted));
        }
      }),
    );
  });
});
