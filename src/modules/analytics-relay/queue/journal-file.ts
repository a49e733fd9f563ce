import { constants } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';

/** How long after a failure writing is tried again. */
const RETRY_MS = 30_000;

interface JournalFileOptions {
  path: string;
  /** Everything that a reader has to know, line by line; taken at the moment in which it replaces the file. */
  snapshot: () => Iterable<string>;
  /** How much the file may grow before it is replaced by a snapshot. */
  maxGrowthBytes: number;
  /** Told once when the file cannot be written, and once when it can be again. */
  onStateChange: (failure: Error | undefined) => void;
}

/**
 * A file of lines that grows, and is replaced by a snapshot when it has grown enough. Lines that come at the same time are written
 * together. A line that was written survives the end of the process, not that of the machine: nothing waits for the disk.
 */
export class JournalFile {
  private lines: string[] = [];
  private current: Promise<void> = Promise.resolve();
  private next: Promise<void> | undefined;
  private handle: FileHandle | undefined;
  private grownBytes = 0;
  private retryAt = 0;
  private hasFailed = false;

  constructor(private readonly options: JournalFileOptions) {}

  append(line: string): void {
    // A failure is followed by a snapshot, which holds what the lines would have said.
    if (!this.hasFailed) this.lines.push(line);
  }

  /** Resolves when all lines appended so far are written, or cannot be. Never rejects. */
  flush(): Promise<void> {
    // Whoever comes while something is written shares the write that follows it.
    this.next ??= this.current.then(() => {
      this.next = undefined;
      this.current = this.write();
      return this.current;
    });
    return this.next;
  }

  /** Replaces the file by a snapshot. */
  async replace(): Promise<void> {
    await this.flush();
    this.grownBytes = Infinity;
    await this.flush();
  }

  async close(): Promise<void> {
    await this.flush();
    await this.handle?.close().catch(() => undefined);
    this.handle = undefined;
  }

  private async write(): Promise<void> {
    if (this.hasFailed && Date.now() < this.retryAt) return;
    try {
      if (!this.handle || this.hasFailed || this.grownBytes > this.options.maxGrowthBytes) await this.writeSnapshot();
      else await this.writeLines(this.handle);
      if (this.hasFailed) this.options.onStateChange(undefined);
      this.hasFailed = false;
    } catch (error) {
      if (!this.hasFailed) this.options.onStateChange(error as Error);
      this.hasFailed = true;
      this.lines = [];
      this.retryAt = Date.now() + RETRY_MS;
    }
  }

  private async writeLines(handle: FileHandle): Promise<void> {
    if (this.lines.length === 0) return;
    // A line break first: a chunk that a full disk cut short does not swallow what follows it.
    const chunk = Buffer.from(`\n${this.lines.join('\n')}\n`);
    this.lines = [];
    await handle.appendFile(chunk);
    this.grownBytes += chunk.length;
  }

  private async writeSnapshot(): Promise<void> {
    const { path, snapshot } = this.options;
    const text = `${[...snapshot()].join('\n')}\n`;
    // The snapshot holds what they say.
    this.lines = [];
    const next = await open(`${path}.next`, constants.O_CREAT | constants.O_TRUNC | constants.O_WRONLY, 0o600);
    try {
      await next.writeFile(text);
      await rename(`${path}.next`, path);
    } catch (error) {
      await next.close().catch(() => undefined);
      await rm(`${path}.next`, { force: true }).catch(() => undefined);
      throw error;
    }
    await this.handle?.close().catch(() => undefined);
    this.handle = next;
    this.grownBytes = 0;
  }
}
