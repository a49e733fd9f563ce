import { outsideOfTraces } from '../telemetry/telemetry.js';

/**
 * Result of a round: the delay in milliseconds until the next round, which `wake` may shorten; or a rest during which another round would
 * be useless, so that `wake` has no effect.
 */
export type RoundResult = { nextInMs: number } | { restMs: number };

export interface RecurringWorkOptions {
  round: () => Promise<RoundResult>;
  /** Minimum and maximum time between the end of a round and the start of the next, in milliseconds. */
  shortestMs: number;
  longestMs: number;
  /** Delay after a failed round, in milliseconds. */
  retryMs: number;
  /** Not called once the work is stopped. */
  onFailure: (error: unknown) => void;
}

/** Repeated work of a process: one round at a time, when it is due or when `wake` is called. */
export class RecurringWork {
  private timer: NodeJS.Timeout | undefined;
  private wakesAt = Infinity;
  private running: Promise<void> | undefined;
  private wasWoken = false;
  private isResting = false;
  private stopped = false;

  constructor(private readonly options: RecurringWorkOptions) {}

  /** Lets long rounds check whether to end early. */
  get isStopped(): boolean {
    return this.stopped;
  }

  /**
   * Requests a round because there is new work. A round in progress may have missed it, so another one follows.
   *
   * @param inMs delay that lets more work arrive for the same round
   */
  wake(inMs = 0): void {
    if (this.running) this.wasWoken = true;
    else if (!this.isResting) this.wakeIn(inMs);
  }

  /** Resolves when the round in progress has ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private wakeIn(ms: number): void {
    const at = performance.now() + ms;
    if (this.stopped || at >= this.wakesAt) return;
    clearTimeout(this.timer);
    this.wakesAt = at;
    this.timer = setTimeout(() => {
      this.wakesAt = Infinity;
      this.wasWoken = false;
      this.running = outsideOfTraces(() => this.run()).then((sleepMs) => {
        this.running = undefined;
        this.wakeIn(this.wasWoken && !this.isResting ? this.options.shortestMs : sleepMs);
      });
    }, ms);
    this.timer.unref();
  }

  /** @returns the delay until the next round, unless woken */
  private async run(): Promise<number> {
    const { round, shortestMs, longestMs, retryMs, onFailure } = this.options;
    try {
      const result = await round();
      this.isResting = 'restMs' in result;
      return 'restMs' in result ? result.restMs : Math.min(Math.max(result.nextInMs, shortestMs), longestMs);
    } catch (error) {
      if (!this.stopped) onFailure(error);
      return retryMs;
    }
  }
}
