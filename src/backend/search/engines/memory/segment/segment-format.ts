import { Segment, type SegmentArrays, type Positions } from './segment.js';

// The bytes 'CBS3', which machines with another byte order read as another number.
const MAGIC = 0x33534243;

const COLUMNS = ['jobIds', 'published', 'combos', 'organizations', 'points', 'regions', 'pays'] as const;
const HALF_WORD_COLUMNS = ['scopes', 'currencies', 'closings'] as const;
// Wider types come first, so that every array is aligned.
const LAYOUT = [
  ...COLUMNS,
  'termStarts',
  'frequencies',
  'postings',
  'bitmaps',
  'positionStarts',
  'skipStarts',
  'skips',
  ...HALF_WORD_COLUMNS,
  'byJobId',
  'byPoint',
  'lists',
  'termBytes',
] as const satisfies Exclude<keyof SegmentArrays, 'positions'>[];
const HALF_WORDS: readonly string[] = [...HALF_WORD_COLUMNS, 'byJobId', 'byPoint', 'lists'];
const BYTES: readonly string[] = ['termBytes'];

// Magic number, words per set, lengths of the columns and, last, of the positions.
const HEADER_WORDS = 3 + LAYOUT.length;
const HEADER_BYTES = HEADER_WORDS * 4;

/** A segment in the form in which it is saved. */
export interface SegmentPieces {
  head: readonly Uint8Array[];
  positions: Positions;
}

/**
 * @param deleted set of deleted documents, which is saved with the segment
 * @returns the data to write: the pieces of the head in order, most of them the segment's own arrays, then the positions
 */
export function segmentToPieces({ arrays, words }: Segment, deleted: Uint32Array | undefined): SegmentPieces {
  const header = new Uint32Array(HEADER_WORDS + words);
  header.set([MAGIC, words, ...LAYOUT.map((name) => arrays[name].length), arrays.positions.length]);
  if (deleted) header.set(deleted.subarray(0, words), HEADER_WORDS);
  const head = [header, ...LAYOUT.map((name) => arrays[name])].map(
    ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength),
  );
  return { head, positions: arrays.positions };
}

/**
 * Checks only the format and the lengths: walking through all postings would take longer than reading the file, and the
 * checksum of a snapshot has shown already that its contents are those that were written.
 *
 * @param head the head as a single array, which the segment keeps using
 * @returns undefined if the data is not in the format of `segmentToPieces`, or has another length
 */
export function segmentFrom(
  head: Uint8Array,
  positions: Positions,
): { segment: Segment; deleted: Uint32Array } | undefined {
  const own = head.byteOffset % 4 === 0 ? head : new Uint8Array(head);
  if (own.byteLength < HEADER_BYTES) return undefined;
  const [magic, words, ...lengths] = new Uint32Array(own.buffer, own.byteOffset, HEADER_WORDS);
  const columns = LAYOUT.reduce((sum, name, index) => sum + lengths[index]! * widthOf(name), 0);
  if (HEADER_BYTES + words! * 4 + columns !== own.byteLength) return undefined;
  if (magic !== MAGIC || lengths[LAYOUT.length] !== positions.length) return undefined;
  const deleted = new Uint32Array(own.buffer, own.byteOffset + HEADER_BYTES, words);
  let at = own.byteOffset + HEADER_BYTES + words! * 4;
  const entries = LAYOUT.map((name, index) => {
    const array = viewOf(name, own.buffer, at, lengths[index]!);
    at += array.byteLength;
    return [name, array];
  });
  const arrays = { ...Object.fromEntries(entries), positions } as SegmentArrays;
  return { segment: new Segment(arrays), deleted };
}

function widthOf(name: string): number {
  if (BYTES.includes(name)) return 1;
  return HALF_WORDS.includes(name) ? 2 : 4;
}

function viewOf(
  name: string,
  buffer: ArrayBufferLike,
  at: number,
  length: number,
): Uint8Array | Uint16Array | Uint32Array {
  if (BYTES.includes(name)) return new Uint8Array(buffer, at, length);
  return HALF_WORDS.includes(name) ? new Uint16Array(buffer, at, length) : new Uint32Array(buffer, at, length);
}
