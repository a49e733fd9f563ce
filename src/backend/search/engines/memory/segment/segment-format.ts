import { MAX_DOCUMENTS, cardinality, wordsFor, isDense } from './typed-arrays.js';
import { Segment, skipsOf, type SegmentArrays, type Positions, Room } from './segment.js';

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
 * @param head the head as a single array, which the segment keeps using
 * @returns undefined if the data is not a valid result of `segmentToPieces`
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
  return isSound(arrays, words!) && areWithin(deleted, arrays.jobIds.length)
    ? { segment: new Segment(arrays), deleted }
    : undefined;
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

/** Whether no lookup can exceed the bounds of the arrays or loop forever, even if the contents are corrupt. */
function isSound(arrays: SegmentArrays, words: number): boolean {
  const size = arrays.jobIds.length;
  const terms = arrays.frequencies.length;
  return (
    size > 0 &&
    size <= MAX_DOCUMENTS &&
    words === wordsFor(size) &&
    [...COLUMNS, ...HALF_WORD_COLUMNS, 'byJobId' as const, 'byPoint' as const].every(
      (name) => arrays[name].length === size,
    ) &&
    arrays.postings.length === terms &&
    ascend(arrays.termStarts, terms, arrays.termBytes.length) &&
    ascend(arrays.positionStarts, terms, arrays.positions.length) &&
    ascend(arrays.skipStarts, terms, arrays.skips.length) &&
    arrays.byJobId.every((document) => document < size) &&
    arrays.byPoint.every((document) => document < size) &&
    haveDocuments(arrays, size, words) &&
    havePositions(arrays)
  );
}

function ascend(starts: Uint32Array, terms: number, end: number): boolean {
  if (starts.length !== terms + 1 || starts[0] !== 0 || starts[terms] !== end) return false;
  for (let term = 0; term < terms; term++) if (starts[term]! > starts[term + 1]!) return false;
  return true;
}

function haveDocuments(
  { frequencies, postings, lists, bitmaps, skipStarts }: SegmentArrays,
  size: number,
  words: number,
): boolean {
  for (let term = 0; term < frequencies.length; term++) {
    const frequency = frequencies[term]!;
    const from = postings[term]!;
    if (frequency === 0 || frequency > size) return false;
    if (skipStarts[term + 1]! - skipStarts[term]! !== skipsOf(frequency)) return false;
    if (isDense(frequency, words)) {
      if (from + words > bitmaps.length) return false;
      let found = 0;
      for (let word = from; word < from + words; word++) found += cardinality(bitmaps[word]!);
      if (found !== frequency || !endsWithin(bitmaps[from + words - 1]!, size)) return false;
    } else {
      if (from + frequency > lists.length || lists[from + frequency - 1]! >= size) return false;
      for (let at = from + 1; at < from + frequency; at++) if (lists[at - 1]! >= lists[at]!) return false;
    }
  }
  return true;
}

function areWithin(bits: Uint32Array, size: number): boolean {
  return endsWithin(bits[bits.length - 1]!, size);
}

function endsWithin(lastWord: number, size: number): boolean {
  const rest = size & 31;
  return rest === 0 || lastWord >>> rest === 0;
}

/** Whether the positions of every term cover exactly its documents, and every skip is the start of a document's positions. */
function havePositions({ frequencies, positionStarts, positions, skipStarts, skips }: SegmentArrays): boolean {
  const room = new Room();
  for (let term = 0; term < frequencies.length; term++) {
    const own = positions.read(positionStarts[term]!, positionStarts[term + 1]!, room);
    const end = own.length;
    let document = 0;
    let at = 0;
    while (at < end) {
      if (document > 0 && document % 64 === 0 && skips[skipStarts[term]! + document / 64 - 1] !== at) return false;
      for (let isLast = false; !isLast;) {
        if (at >= end) return false;
        isLast = (own[at]! & 1) !== 0;
        while (at < end && own[at]! > 127) at++;
        at++;
      }
      document++;
    }
    if (document !== frequencies[term] || at !== end) return false;
  }
  return true;
}
