import type { BackendLogger } from '#contract/backend/backend.js';

/** Work whose caller is answered before it is done, so that nobody learns from the time it takes what there was to do. */
export class BackgroundWork {
  private readonly running = new Set<Promise<void>>();

  constructor(private readonly logger: BackendLogger) {}

  /** A failure is logged. @param name for the log: `A password link` */
  start(name: string, work: () => Promise<void>): void {
    const done: Promise<void> = work()
      .catch((error: unknown) => this.logger.error({ error: (error as Error).message }, `${name} failed`))
      .finally(() => this.running.delete(done));
    this.running.add(done);
  }

  /** Resolves when all of it is done. */
  async settled(): Promise<void> {
    await Promise.all(this.running);
  }
}
