export const HASH_START = 0x811c9dc5;

/** One step of the FNV-1a hash. */
export function hashStep(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x01000193);
}

/** Mixes the hash, so that its lower bits depend on all bits. */
export function finishHash(hash: number): number {
  return (hash ^ (hash >>> 15)) >>> 0;
}

export function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = HASH_START;
  for (let at = from; at < to; at++) hash = hashStep(hash, bytes[at]!);
  return finishHash(hash);
}

/**
 * Builds a hash table of terms: a lookup usually costs one cache miss, where a binary search costs a dozen. It uses open addressing;
 * entries are term numbers plus one, and 0 is a free slot.
 */
export function tableOfTerms(termBytes: Uint8Array, termStarts: Uint32Array, terms: number): Uint32Array {
  const table = new Uint32Array(2 ** Math.ceil(Math.log2(terms * 1.4 + 1)));
  const mask = table.length - 1;
  for (let term = 0; term < terms; term++) {
    let slot = hashOf(termBytes, termStarts[term]!, termStarts[term + 1]!) & mask;
    while (table[slot] !== 0) slot = (slot + 1) & mask;
    table[slot] = term + 1;
  }
  return table;
}
