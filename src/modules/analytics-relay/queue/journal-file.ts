import { constants } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';

/** Delay before writing is retried after a failure, in milliseconds. */
const RETRY_MS = 30_000;

interface JournalFileOptions {
  path: string;
  /** Returns the complete state, line by line, at the moment when it replaces the file. */
  snapshot: () => Iterable<string>;
  /** Number of bytes by which the file may grow before a snapshot replaces it. */
  maxGrowthBytes: number;
  /** Called once when the file cannot be written, and once when it can be written again. */
  onStateChange: (failure: Error | undefined) => void;
}

/**
 * An append-only file of lines that is replaced by a snapshot when it has grown enough. Lines that are appended at the same time are
 * written together. A written line survives a crash of the process but not of the machine, because there is no fsync.
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
    // A failure is followed by a snapshot, which contains the state of these lines.
    if (!this.hasFailed) this.lines.push(line);
  }

  /** Resolves when all lines appended so far are written, or writing has failed. Never rejects. */
  flush(): Promise<void> {
    // Calls during a write share the write that follows it.
    this.next ??= this.current.then(() => {
      this.next = undefined;
      this.current = this.write();
      return this.current;
    });
    return this.next;
  }

  /** Replaces the file with a snapshot. */
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
    // Starts with a line break, so that a chunk truncated by a full disk does not corrupt the next line.
    const chunk = Buffer.from(`\n${this.lines.join('\n')}\n`);
    this.lines = [];
    await handle.appendFile(chunk);
    this.grownBytes += chunk.length;
  }

  private async writeSnapshot(): Promise<void> {
    const { path, snapshot } = this.options;
    const text = `${[...snapshot()].join('\n')}\n`;
    // The snapshot contains the state of these lines.
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
