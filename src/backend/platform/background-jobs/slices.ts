import { setImmediate, setTimeout } from 'node:timers/promises';

/** Long work that yields at regular points and can be resumed. */
export type Slices<Result> = Generator<undefined, Result, undefined>;

const SLICE_MS = 1;

/**
 * Runs long work in slices of a millisecond, so that requests are answered in between: a page that makes six database requests waits for at
 * most as many slices. Shorter work is completed at once.
 *
 * @param restMs pause between slices, for work that nobody waits for
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
