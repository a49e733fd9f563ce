/**
 * The time until which one piece of work has to be done. A request makes one and hands it to everything that it waits for, so that
 * the waits add up to no more than the limit, however many there are.
 */
export class Deadline {
  private readonly endsAt: number;

  /** @param limitMs how long from now */
  constructor(limitMs: number) {
    this.endsAt = performance.now() + limitMs;
  }

  /** How long is left, in milliseconds; never less than 0. */
  get remainingMs(): number {
    return Math.max(0, this.endsAt - performance.now());
  }

  /** The earlier one of this deadline and a limit from now, in milliseconds. */
  atMost(limitMs: number): number {
    return Math.min(limitMs, this.remainingMs);
  }
}

/** Thrown in place of an answer that did not come in time. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

/**
 * Waits for an answer no longer than a limit. Leaves no timer behind, so that an answer in time is not held in memory until the limit
 * would have passed.
 *
 * @param limitMs how long to wait
 * @throws TimeoutError when it takes longer; the answer's own error when it fails in time
 */
export async function withinMs<Value>(limitMs: number, answer: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new TimeoutError(`There was no answer within ${Math.round(limitMs)} ms.`)),
      limitMs,
    );
  });
  // An answer that fails too late fails for nobody.
  answer.catch(() => undefined);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
