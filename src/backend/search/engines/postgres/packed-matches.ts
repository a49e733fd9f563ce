import type { Matches } from './roll-up.js';

/** As the statement returns them: big-endian numbers in a row; null: none. */
export interface PackedMatches {
  facets: Buffer | null;
  ranks: Buffer | null;
  scores?: Buffer | null;
}

export function unpackMatches(packed: PackedMatches | undefined): Matches {
  return {
    facets: words(packed?.facets),
    ranks: words(packed?.ranks),
    scores: packed?.scores ? halfWords(packed.scores) : undefined,
  };
}

function words(bytes: Buffer | null | undefined): Uint32Array {
  if (!bytes) return new Uint32Array(0);
  const own = aligned(bytes).swap32();
  return new Uint32Array(own.buffer, own.byteOffset, own.length / 4);
}

function halfWords(bytes: Buffer): Uint16Array {
  const own = aligned(bytes).swap16();
  return new Uint16Array(own.buffer, own.byteOffset, own.length / 2);
}

/** Small buffers are parts of a larger one and may begin anywhere in it. */
function aligned(bytes: Buffer): Buffer {
  if (bytes.byteOffset % 8 === 0) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
