/**
 * The time by which one piece of work has to be complete. A request creates one deadline and passes it to everything that it waits for, so
 * that all waits together do not exceed the limit.
 */
export class Deadline {
  private readonly endsAt: number;

  /** @param limitMs time from now, in milliseconds */
  constructor(limitMs: number) {
    this.endsAt = performance.now() + limitMs;
  }

  /** Remaining time in milliseconds; never negative. */
  get remainingMs(): number {
    return Math.max(0, this.endsAt - performance.now());
  }

  /** Returns the shorter of the remaining time and a limit, in milliseconds. */
  atMost(limitMs: number): number {
    return Math.min(limitMs, this.remainingMs);
  }
}

/** Thrown if a result is not available in time. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

/**
 * Waits for a result, but not longer than a limit. Clears its timer, so that a result in time does not stay in memory until the limit would
 * have passed.
 *
 * @param limitMs maximum time to wait, in milliseconds
 * @throws TimeoutError if it takes longer; the promise's own error if it rejects in time
 */
export async function withinMs<Value>(limitMs: number, answer: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new TimeoutError(`There was no answer within ${Math.round(limitMs)} ms.`)),
      limitMs,
    );
  });
  // A late rejection must not become an unhandled one.
  answer.catch(() => undefined);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
