import { BrokenOff, limitedBody } from './backend-documents.js';

async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const piece of body) bytes += piece.length;
  return bytes;
}

async function* pieces(count: number, size: number, pauseMs: number): AsyncGenerator<Uint8Array> {
  for (let each = 0; each < count; each += 1) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    yield new Uint8Array(size);
  }
}

describe('a limited body', () => {
  it('passes all chunks on', async () => {
    expect(await bytesOf(limitedBody(pieces(3, 100, 0), { silenceMs: 5000, mostBytes: 300 }))).toBe(300);
  });

  it('is truncated at the maximum size', async () => {
    const body = limitedBody(pieces(4, 100, 0), { silenceMs: 5000, mostBytes: 300 });
    await expect(bytesOf(body)).rejects.toBeInstanceOf(BrokenOff);
  });

  it('is truncated if the source is too slow, although it never stalls for long', async () => {
    const body = limitedBody(pieces(1000, 1, 5), { silenceMs: 200, mostBytes: 10_000 });
    await expect(bytesOf(body)).rejects.toBeInstanceOf(BrokenOff);
  });

  it('includes the time spent waiting before the first chunk', async () => {
    const body = limitedBody(pieces(1, 1, 200), { silenceMs: 1000, mostBytes: 10, waitedMs: 950 });
    await expect(bytesOf(body)).rejects.toBeInstanceOf(BrokenOff);
  });
});
