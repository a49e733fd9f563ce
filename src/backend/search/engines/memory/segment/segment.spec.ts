import fc from 'fast-check';
import { indexRow } from '../../../../../../test/support/search-index/index-row-maker.js';
import type { IndexRow } from '../index-loader.js';
import { WordMatcher, compileLexeme } from '../query/word-matcher.js';
import { MAX_WORDS } from './typed-arrays.js';
import { buildSegment } from './build-segment.js';
import { mergeSegments } from './merge-segments.js';
import { type Segment, PositionsInMemory, Room } from './segment.js';
import { segmentFrom, segmentToPieces } from './segment-format.js';
import type { Slices } from '../../../../platform/background-jobs/slices.js';

function done<Result>(work: Slices<Result>): Result {
  for (;;) {
    const { done: isDone, value } = work.next();
    if (isDone) return value;
  }
}

const matcher = new WordMatcher();
const lexeme = compileLexeme;

/** Returns the job ids of the matches, in document order. */
function found(segment: Segment, query: Parameters<WordMatcher['match']>[0]): number[] {
  const bits = new Uint32Array(MAX_WORDS);
  if (!matcher.match(query, segment, bits)) return [];
  return [...segment.arrays.jobIds].filter((_, document) => (bits[document >>> 5]! & (1 << (document & 31))) !== 0);
}

/** Returns the contents of a segment in a form that can be compared. */
function contents({ arrays, terms }: Segment) {
  const terms_ = Array.from({ length: terms }, (_, term) =>
    Buffer.from(arrays.termBytes.subarray(arrays.termStarts[term], arrays.termStarts[term + 1])).toString(),
  );
  return {
    ...arrays,
    terms: terms_,
  };
}

// Few words and many documents: some terms are bitmaps, some have skips.
const LEXEMES = ['a', 'ab', 'abc', 'b', 'bé', 'common', 'x'.repeat(40)];
const wordsOf = fc
  .record(
    Object.fromEntries(
      LEXEMES.map((text) => [
        text,
        fc.uniqueArray(fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 16_383 })), {
          maxLength: 4,
        }),
      ]),
    ),
    { requiredKeys: [] },
  )
  .map((words) =>
    Object.fromEntries(
      Object.entries(words).map(([text, positions]) => [text, (positions ?? []).sort((a, b) => a - b)]),
    ),
  );
const rows = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 4_000_000_000 }), fc.nat(50), fc.nat(9), wordsOf), {
    minLength: 1,
    maxLength: 90,
    selector: ([jobId]) => jobId,
  })
  .map((all): IndexRow[] =>
    all.map(([jobId, published, point, words]) =>
      indexRow(jobId, words, { published, point, organization: jobId % 7 }),
    ),
  );

describe('a segment', () => {
  it('numbers its documents newest first and finds them by word, prefix, job and point', () => {
    const segment = done(
      buildSegment([
        indexRow(5, { nurse: [1] }, { published: 10, point: 3 }),
        indexRow(9, { nurse: [2], nursing: [1] }, { published: 30 }),
        indexRow(7, { manager: [1] }, { published: 10, point: 3 }),
      ]),
    );
    expect([...segment.arrays.jobIds]).toEqual([9, 7, 5]);
    expect(found(segment, lexeme('nurse', false))).toEqual([9, 5]);
    expect(found(segment, lexeme('nurs', true))).toEqual([9, 5]);
    expect(found(segment, lexeme('nurs', false))).toEqual([]);
    expect(found(segment, lexeme('', true))).toEqual([9, 7, 5]);
    expect([9, 7, 5, 6, 10].map((jobId) => segment.documentOf(jobId))).toEqual([0, 1, 2, -1, -1]);
    const at = new Uint32Array(1);
    segment.addDocumentsAt(3, at);
    expect(at[0]).toBe(0b110);
  });

  it('finds phrases among many documents', () => {
    const segment = done(
      buildSegment(
        Array.from({ length: 3000 }, (_, number) =>
          indexRow(number + 1, {
            night: [3, 500 + number],
            shift: number % 100 === 7 ? [4, 9000] : [1, 9000],
            ...(number % 20 === 0 ? { rare: [499 + number] } : {}),
          }),
        ),
      ),
    );
    const phrase = (...words: string[]) => ({
      kind: 'phrase' as const,
      words: words.map((word) => [lexeme(word, false)]),
    });
    const expected = (meets: (number: number) => boolean) =>
      Array.from({ length: 3000 }, (_, number) => number)
        .filter(meets)
        .map((number) => number + 1)
        .reverse();
    expect(found(segment, phrase('night', 'shift'))).toEqual(expected((number) => number % 100 === 7));
    expect(found(segment, phrase('rare', 'night'))).toEqual(expected((number) => number % 20 === 0));
    expect(found(segment, phrase('night', 'rare'))).toEqual([]);
  });

  it('finds documents with several words, frequent and rare', () => {
    const steps = { most: 2, many: 11, some: 32, few: 200, rare: 600 };
    const numbers = Array.from({ length: 4000 }, (_, number) => number);
    const segment = done(
      buildSegment(
        numbers.map((number) =>
          indexRow(
            number + 1,
            Object.fromEntries(
              Object.entries(steps).flatMap(([text, step]) => (number % step === 0 ? [[text, [1]]] : [])),
            ),
          ),
        ),
      ),
    );
    for (const words of [
      ['most', 'many'],
      ['some', 'few'],
      ['some', 'rare'],
      ['rare', 'most', 'some'],
      ['few', 'many'],
    ]) {
      const wanted = words.map((word) => lexeme(word, false));
      const has = (number: number) => words.every((word) => number % steps[word as keyof typeof steps] === 0);
      expect(found(segment, { kind: 'and', wanted, unwanted: [] })).toEqual(
        numbers
          .filter(has)
          .map((number) => number + 1)
          .reverse(),
      );
    }
  });

  it('is the same whether it is merged from parts or built at once', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 5 }), fc.nat(), (all, parts, salt) => {
        const inputs = Array.from({ length: parts }, (_, part) =>
          all.filter(({ jobId }) => (jobId + (jobId >>> 8) + salt) % parts === part),
        )
          .filter((own) => own.length > 0)
          .map((own) => {
            const segment = done(buildSegment(own));
            const deleted = new Uint32Array(segment.words);
            segment.arrays.jobIds.forEach((jobId, document) => {
              if (jobId % 3 === 0) deleted[document >>> 5]! |= 1 << (document & 31);
            });
            return { segment, deleted };
          });
        const alive = all.filter(({ jobId }) => jobId % 3 !== 0);
        const merged = done(mergeSegments(inputs));
        if (alive.length === 0) expect(merged).toBeUndefined();
        else expect(contents(merged!.segment)).toEqual(contents(done(buildSegment(alive))));
        inputs.forEach(({ segment }, input) =>
          segment.arrays.jobIds.forEach((jobId, document) => {
            const number = merged?.numbers[input]![document] ?? -1;
            expect(number < 0 ? undefined : merged!.segment.arrays.jobIds[number]).toBe(
              jobId % 3 === 0 ? undefined : jobId,
            );
          }),
        );
      }),
      { numRuns: 60, seed: 1 },
    );
  });

  it('is unchanged after being written to a buffer and read', () => {
    fc.assert(
      fc.property(rows, fc.nat(3), (all, shift) => {
        const segment = done(buildSegment(all));
        const deleted = new Uint32Array(segment.words);
        deleted[0] = 1;
        const { head, positions } = segmentToPieces(segment, deleted);
        const bytes = Buffer.concat([Buffer.alloc(shift), ...head]);
        const read = segmentFrom(
          new Uint8Array(bytes.buffer, bytes.byteOffset + shift, bytes.length - shift),
          positions,
        );
        expect(contents(read!.segment)).toEqual(contents(segment));
        expect([...read!.deleted]).toEqual([...deleted]);
      }),
      { numRuns: 40, seed: 1 },
    );
  });

  it('rejects data of another length or format', () => {
    const rows_ = Array.from({ length: 70 }, (_, number) =>
      indexRow(number + 1, { a: [1], ...(number % 3 === 0 ? { ab: [2, 400] } : {}) }),
    );
    const { head, positions } = segmentToPieces(done(buildSegment(rows_)), undefined);
    const whole = new Uint8Array(Buffer.concat([...head]));
    expect(segmentFrom(whole, positions)).toBeDefined();
    for (let length = 0; length < whole.length; length++)
      expect(segmentFrom(whole.subarray(0, length), positions)).toBeUndefined();
    expect(segmentFrom(new Uint8Array([...whole, 0, 0, 0, 0]), positions)).toBeUndefined();
    const part = positions.read(0, positions.length - 1, new Room());
    expect(segmentFrom(whole, new PositionsInMemory(part))).toBeUndefined();
    const other = Uint8Array.from(whole);
    other[3]! += 1;
    expect(segmentFrom(other, positions)).toBeUndefined();
  });
});
