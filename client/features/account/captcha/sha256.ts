const WORDS = 64;
const BLOCK = 64;
const ROUNDS = roundConstants();

/**
 * SHA-256 (FIPS 180-4) at once, without a promise for each hash, and also on pages without https, where `crypto.subtle` is missing.
 *
 * @param text ASCII
 * @returns the digest's eight words
 */
export function sha256(text: string): Uint32Array {
  const length = text.length;
  const bytes = new Uint8Array((((length + 8) >> 6) + 1) * BLOCK);
  for (let at = 0; at < length; at++) bytes[at] = text.charCodeAt(at);
  bytes[length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 4, length * 8);
  const state = Uint32Array.of(
    ...[0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19],
  );
  const words = new Uint32Array(WORDS);
  for (let offset = 0; offset < bytes.length; offset += BLOCK) {
    for (let at = 0; at < 16; at++) words[at] = view.getUint32(offset + at * 4);
    for (let at = 16; at < WORDS; at++) {
      const early = words[at - 15]!;
      const late = words[at - 2]!;
      const one = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
      const two = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
      words[at] = words[at - 16]! + one + words[at - 7]! + two;
    }
    compress(state, words);
  }
  return state;
}

function compress(state: Uint32Array, words: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let at = 0; at < WORDS; at++) {
    const mixed = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = (h + mixed + ((e & f) ^ (~e & g)) + ROUNDS[at]! + words[at]!) | 0;
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((value, at) => (state[at]! += value));
}

function rotate(value: number, by: number): number {
  return (value >>> by) | (value << (32 - by));
}

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
function roundConstants(): Uint32Array {
  const found: number[] = [];
  for (let candidate = 2; found.length < WORDS; candidate++) {
    let isPrime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor++) if (candidate % divisor === 0) isPrime = false;
    if (isPrime) found.push((Math.cbrt(candidate) % 1) * 2 ** 32);
  }
  return Uint32Array.from(found);
}
