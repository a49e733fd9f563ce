import type { IndexRow } from './index-row.js';

/** A row of search_job as one piece of bytes, which costs least to send and to read. */
export const PACKED_ROW =
  'int8send(rank) || int8send(facets) || int4send(point) || int4send(region) || int2send(scope) || tsvectorsend(words)';

export function unpackRow(bytes: Buffer): IndexRow {
  return {
    published: bytes.readUInt32BE(0),
    jobId: bytes.readUInt32BE(4),
    organization: bytes.readUInt32BE(8),
    combo: bytes.readUInt32BE(12),
    point: bytes.readUInt32BE(16),
    region: bytes.readUInt32BE(20),
    scope: bytes.readUInt16BE(24),
    words: bytes.subarray(26),
  };
}
