import type { BackendLogger } from '#contract/backend/backend.js';

/** Work that continues after the response, so that response times do not reveal whether there was anything to do. */
export class BackgroundWork {
  private readonly running = new Set<Promise<void>>();

  constructor(private readonly logger: BackendLogger) {}

  /** Starts the work; a failure is logged. @param name for the log: `A password link` */
  start(name: string, work: () => Promise<void>): void {
    const done: Promise<void> = work()
      .catch((error: unknown) => this.logger.error({ error: (error as Error).message }, `${name} failed`))
      .finally(() => this.running.delete(done));
    this.running.add(done);
  }

  /** Resolves when all started work is done. */
  async settled(): Promise<void> {
    await Promise.all(this.running);
  }
}
