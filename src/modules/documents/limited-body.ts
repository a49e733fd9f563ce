/** Why a document ends before its end. */
export class BrokenOff extends Error {
  override name = 'BrokenOff';
}

export interface BodyLimits {
  /** How long the next piece may take, from when somebody waits for it. */
  silenceMs: number;
  mostBytes: number;
  /** How long the source has been waited for before its first piece, in milliseconds. */
  waitedMs?: number;
}

/** A source that is slower than 10 kB a second drips: it would hold its reader for ever without ever falling silent. */
const MIN_BYTES_PER_MS = 10;

/**
 * Passes pieces on as they are asked for. A reader that is slow makes the source wait, and costs it no patience. Ended before it has begun,
 * it ends the source too, which a generator would not.
 *
 * `next` rejects with BrokenOff when the source falls silent, drips or does not end.
 */
export function limitedBody(
  pieces: AsyncIterable<Uint8Array>,
  { silenceMs, mostBytes, waitedMs = 0 }: BodyLimits,
): AsyncIterableIterator<Uint8Array> {
  const source = pieces[Symbol.asyncIterator]();
  let bytes = 0;
  let waited = waitedMs;
  function end(): Promise<IteratorResult<Uint8Array>> {
    // Not awaited: it may wait for the very piece that does not come.
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

/** @throws BrokenOff when it takes longer */
export async function within<Value>(ms: number, answer: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new BrokenOff(`Nothing came for ${ms} ms.`)), ms);
  });
  // Whoever is late may fail later, when nobody listens any more.
  answer.catch(() => undefined);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
