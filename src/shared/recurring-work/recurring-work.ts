import { outsideOfTraces } from '../telemetry/current-trace.js';

/**
 * What a round has found: in how many milliseconds the next one is due, sooner when it is woken; or for how long there is no use
 * in another one, whoever wakes it.
 */
export type RoundResult = { nextInMs: number } | { restMs: number };

export interface RecurringWorkOptions {
  round: () => Promise<RoundResult>;
  /** The least and the most that lies between the end of a round and the next. */
  shortestMs: number;
  longestMs: number;
  /** After a round that failed. */
  retryMs: number;
  /** Not called once the work is stopped. */
  onFailure: (error: unknown) => void;
}

/** Work that a process does again and again: a round at a time, when one is due or when it is woken. */
export class RecurringWork {
  private timer: NodeJS.Timeout | undefined;
  private wakesAt = Infinity;
  private running: Promise<void> | undefined;
  private wasWoken = false;
  private isResting = false;
  private stopped = false;

  constructor(private readonly options: RecurringWorkOptions) {}

  /** For rounds that take long. */
  get isStopped(): boolean {
    return this.stopped;
  }

  /**
   * There is something to do. During a round it may have come too late for it: another one follows.
   *
   * @param inMs what is to come together for one round
   */
  wake(inMs = 0): void {
    if (this.running) this.wasWoken = true;
    else if (!this.isResting) this.wakeIn(inMs);
  }

  /** Resolves when a round under way has ended. */
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

  /** @returns how long to sleep, unless woken */
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
