import type { IndexRow } from '../../../src/backend/search/engines/memory/index-loader.js';

/** Makes an index row without a database. @param words lexemes with their positions */
export function indexRow(
  jobId: number,
  words: Record<string, readonly number[]>,
  row: Partial<IndexRow> = {},
): IndexRow {
  return {
    jobId,
    published: 1000 + jobId,
    organization: 1,
    combo: 1,
    point: 0,
    region: 0,
    scope: 1,
    pay: 0,
    currency: 0,
    closing: 32_767,
    ...row,
    words: textVector(words),
  };
}

/** Encodes words in the binary format of `tsvectorsend`. */
function textVector(words: Record<string, readonly number[]>): Uint8Array {
  const entries = Object.entries(words);
  const parts: Buffer[] = [number(entries.length, 4)];
  for (const [lexeme, positions] of entries)
    parts.push(
      Buffer.from(`${lexeme}\0`),
      number(positions.length, 2),
      ...positions.map((position) => number(position, 2)),
    );
  return new Uint8Array(Buffer.concat(parts));
}

function number(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}
