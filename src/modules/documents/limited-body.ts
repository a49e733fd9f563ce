/** Why a document was truncated. */
export class BrokenOff extends Error {
  override name = 'BrokenOff';
}

export interface BodyLimits {
  /** Maximum time to wait for the next chunk, counted from the reader's request for it. */
  silenceMs: number;
  mostBytes: number;
  /** Time already spent waiting for the source before its first chunk, in milliseconds. */
  waitedMs?: number;
}

/** A source slower than 10 kB per second is aborted: it could occupy its reader without limit although each chunk arrives in time. */
const MIN_BYTES_PER_MS = 10;

/**
 * Passes chunks on when they are requested. Backpressure of a slow reader does not count against the time limits of the source. If the
 * iterator is closed before its first chunk, it closes the source too, which a generator would not do.
 *
 * `next` rejects with BrokenOff if the source stalls, is too slow or is too large.
 */
export function limitedBody(
  pieces: AsyncIterable<Uint8Array>,
  { silenceMs, mostBytes, waitedMs = 0 }: BodyLimits,
): AsyncIterableIterator<Uint8Array> {
  const source = pieces[Symbol.asyncIterator]();
  let bytes = 0;
  let waited = waitedMs;
  function end(): Promise<IteratorResult<Uint8Array>> {
    // Not awaited: it may itself wait for the missing chunk.
    void Promise.resolve(source.return?.()).catch(() => undefined);
    return Promise.resolve({ done: true, value: undefined });
  }
  return {
    async next() {
      try {
        const began = performance.now();
        const limitMs = silenceMs + bytes / MIN_BYTES_PER_MS - waited;
        const result = await within(Math.min(silenceMs, Math.max(0, limitMs)), source.next());
        waited += performance.now() - began;
        bytes += result.done ? 0 : result.value.length;
        if (bytes > mostBytes) throw new BrokenOff(`The document is larger than ${mostBytes} bytes.`);
        return result;
      } catch (error) {
        await end();
        throw error;
      }
    },
    return: end,
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** @throws BrokenOff if it takes longer */
export async function within<Value>(ms: number, answer: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new BrokenOff(`Nothing came for ${ms} ms.`)), ms);
  });
  // A late promise may still reject when nothing handles it any more.
  answer.catch(() => undefined);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
