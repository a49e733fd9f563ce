import { setImmediate, setTimeout } from 'node:timers/promises';

/** A long work that stops now and then; it goes on when asked. */
export type Slices<Result> = Generator<undefined, Result, undefined>;

const SLICE_MS = 1;

/**
 * Does a long work a millisecond at a time, so that searches are answered in between: a page that waits for the database six times has as
 * many slices before it. What takes less is done at once.
 *
 * @param restMs between slices, for what nobody waits for
 */
export async function inSlices<Result>(work: Slices<Result>, restMs = 0): Promise<Result> {
  for (;;) {
    const end = performance.now() + SLICE_MS;
    do {
      const { done, value } = work.next();
      if (done) return value;
    } while (performance.now() < end);
    await (restMs > 0 ? setTimeout(restMs, undefined, { ref: false }) : setImmediate());
  }
}
