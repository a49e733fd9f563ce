/** Why a document ends before its end. */
export class BrokenOff extends Error {
  override name = 'BrokenOff';
}

export interface BodyLimits {
  /** How long the next piece may take, from when somebody waits for it. */
  silenceMs: number;
  mostBytes: number;
}

/**
 * Passes pieces on as they are asked for. A reader that is slow makes the source wait, and costs it no patience. Ended before it has begun,
 * it ends the source too, which a generator would not.
 *
 * `next` rejects with BrokenOff when the source falls silent or does not end.
 */
export function limitedBody(
  pieces: AsyncIterable<Uint8Array>,
  { silenceMs, mostBytes }: BodyLimits,
): AsyncIterableIterator<Uint8Array> {
  const source = pieces[Symbol.asyncIterator]();
  let bytes = 0;
  function end(): Promise<IteratorResult<Uint8Array>> {
    // Not awaited: it may wait for the very piece that does not come.
    void Promise.resolve(source.return?.()).catch(() => undefined);
    return Promise.resolve({ done: true, value: undefined });
  }
  return {
    async next() {
      try {
        const result = await within(silenceMs, source.next());
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
