import { mkdir, readdir, readFile, rename, rm, stat, utimes, type FileHandle, open } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { constants } from 'node:fs';
import {
  type DestinationName,
  type RelayEvent,
  type OutcomeCounts,
  DESTINATIONS,
  DROP_REASONS,
  type FinalOutcome,
} from '../relay-event.js';

/**
 * Processes update the modification time of their journals more often than this, for other machines, which cannot check the process itself.
 */
const ABANDONED_AFTER_MS = 5 * 60_000;
const NAME = /^([\w-]+)\.(\d+)\.(\d+)(?:-\d+)?\.jsonl$/;

/** Content of a journal. */
export interface ReplayedJournal {
  /** Undefined if the journal was truncated within its first line. */
  id: string | undefined;
  /** Ids of the journals that were merged into this one. */
  adopted: string[];
  counts: Record<DestinationName, OutcomeCounts>;
  events: { event: RelayEvent; bytes: number; attempts: number; firstTriedAt?: number; wasSending: boolean }[];
}

/** The folder in which each process has a journal. Journals of dead processes are adopted by others. */
export class JournalFolder {
  private readonly owner = `${hostname().replace(/[^\w-]/g, '-')}.${process.pid}.${Date.now()}`;
  private taken = 0;

  constructor(private readonly folder: string) {}

  get ownPath(): string {
    return join(this.folder, `${this.owner}.jsonl`);
  }

  /** @throws if the folder cannot be created */
  async create(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
  }

  /** Shows other processes that the owner of the journal is alive. */
  async touch(now = new Date()): Promise<void> {
    await utimes(this.ownPath, now, now).catch(() => undefined);
  }

  /**
   * Adopts journals of dead processes. Renaming the file decides which process gets it; if that process dies too, its journals are adopted
   * in turn.
   *
   * @param adopt must have stored the content of the journal when it resolves
   */
  async adopt(adopt: (journal: ReplayedJournal) => Promise<void>): Promise<void> {
    const journals: { path: string; journal: ReplayedJournal }[] = [];
    for (const name of await readdir(this.folder)) {
      if (!(await this.isAbandoned(name))) continue;
      const path = join(this.folder, `${this.owner}-${(this.taken += 1)}.jsonl`);
      const text = await this.take(join(this.folder, name), path);
      if (text !== undefined) journals.push({ path, journal: replayJournal(text) });
    }
    const adopted = new Set<string | undefined>(journals.flatMap(({ journal }) => journal.adopted));
    // First delete journals whose adopter died after storing their content but before deleting them: their events count only once.
    for (const { path, journal } of journals) if (adopted.has(journal.id)) await rm(path, { force: true });
    for (const { path, journal } of journals) {
      if (adopted.has(journal.id)) continue;
      await adopt(journal);
      await rm(path, { force: true });
    }
  }

  /** @returns the content of the journal; undefined if another process has taken it */
  private async take(abandoned: string, path: string): Promise<string | undefined> {
    // Renaming keeps the modification time, by which another process would regard the renamed journal as abandoned too.
    const now = new Date();
    const isOurs = await utimes(abandoned, now, now)
      .then(() => rename(abandoned, path))
      .then(
        () => true,
        () => false,
      );
    if (!isOurs) return undefined;
    return readFile(path, 'utf8').catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    });
  }

  private async isAbandoned(name: string): Promise<boolean> {
    const [, host, pid, start] = NAME.exec(name) ?? [];
    if (!pid || `${host}.${pid}.${start}` === this.owner) return false;
    const isHere = this.owner.startsWith(`${host}.`);
    if (isHere && (Number(pid) === process.pid || !isRunning(Number(pid)))) return true;
    const { mtimeMs } = await stat(join(this.folder, name)).catch(() => ({ mtimeMs: Date.now() }));
    return mtimeMs + ABANDONED_AFTER_MS < Date.now();
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** @param text content of a journal; its last line may be truncated */
export function replayJournal(text: string): ReplayedJournal {
  let id: string | undefined;
  const adopted: string[] = [];
  const counts: ReplayedJournal['counts'] = { measurement: {}, conversion: {} };
  const events = new Map<string, ReplayedJournal['events'][number]>();
  const add = (destination: DestinationName, outcome: keyof OutcomeCounts, by: number): void => {
    counts[destination][outcome] = (counts[destination][outcome] ?? 0) + by;
  };
  for (const line of text.split('\n')) {
    const record = readRecord(line);
    if (record?.kind === 'journal') id ??= record.id;
    else if (record?.kind === 'adopted') adopted.push(record.id);
    else if (record?.kind === 'counts') {
      for (const [destination, some] of Object.entries(record.counts))
        for (const [outcome, count] of Object.entries(some))
          add(destination as DestinationName, outcome as keyof OutcomeCounts, count);
    } else if (record?.kind === 'event') {
      const { event, attempts, firstTriedAt } = record;
      if (events.has(event.id)) continue;
      // The counts of a snapshot already include these events.
      if (attempts === undefined) add(event.destination, 'accepted', 1);
      const bytes = Buffer.byteLength(line);
      events.set(event.id, { event, bytes, attempts: attempts ?? 0, firstTriedAt, wasSending: false });
    } else if (record?.kind === 'counted') add(record.destination, record.outcome, 1);
    else if (record) {
      for (const id of record.ids) {
        const queued = events.get(id);
        if (!queued) continue;
        queued.wasSending = record.kind === 'sending';
        if (record.kind === 'sending') {
          queued.attempts += 1;
          queued.firstTriedAt ??= record.at;
        } else if (record.kind === 'finished') {
          add(queued.event.destination, record.outcome, 1);
          events.delete(id);
        }
      }
    }
  }
  return { id, adopted, counts, events: [...events.values()] };
}

/** A line of the journal. */
export type JournalRecord =
  /** Identifies the journal independently of its file name. */
  | { kind: 'journal'; id: string }
  /** The content of the journal with this id is part of this journal. */
  | { kind: 'adopted'; id: string }
  | { kind: 'counts'; counts: Readonly<Record<string, OutcomeCounts>> }
  | { kind: 'event'; event: RelayEvent; attempts?: number; firstTriedAt?: number }
  /** Sending has begun: after a crash it is unknown whether these events arrived. */
  | { kind: 'sending'; ids: readonly string[]; at: number }
  /** These events were not sent, or may be sent again. */
  | { kind: 'waiting'; ids: readonly string[] }
  | { kind: 'finished'; ids: readonly string[]; outcome: FinalOutcome }
  /** An event that was counted but not queued. */
  | { kind: 'counted'; destination: RelayEvent['destination']; outcome: 'suppressed' | 'duplicate' };

/** @returns undefined for a line that is truncated or invalid */
function readRecord(line: string): JournalRecord | undefined {
  if (line === '') return undefined;
  try {
    const record = JSON.parse(line) as JournalRecord;
    if (record.kind === 'event' && !DESTINATIONS.includes(record.event.destination)) return undefined;
    if (record.kind === 'finished' && record.outcome !== 'delivered' && !DROP_REASONS.includes(record.outcome))
      return undefined;
    return record;
  } catch {
    return undefined;
  }
}

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
