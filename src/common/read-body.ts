import type { Readable } from 'node:stream';

/**
 * Reads what somebody sends, up to a bound.
 *
 * @param most bytes
 * @returns undefined when it is more; the rest is not read
 */
export async function readBody(stream: Readable, most: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Whoever sent it is to be answered: the connection stays.
  for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
