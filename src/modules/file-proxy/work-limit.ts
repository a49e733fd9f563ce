/** Lets so many pieces of work run at once and so many wait; whoever comes beyond that is turned away. */
export class WorkLimit {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly queue: number,
  ) {}

  /** @returns undefined when too many wait already */
  async run<Result>(work: () => Promise<Result>): Promise<{ result: Result } | undefined> {
    if (this.running >= this.atOnce) {
      if (this.waiting.length >= this.queue) return undefined;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else {
      this.running += 1;
    }
    try {
      return { result: await work() };
    } finally {
      // The place goes to the next one without being free in between.
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
