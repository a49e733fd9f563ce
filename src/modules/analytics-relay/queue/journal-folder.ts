import { mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { OutcomeCounts } from '../outcome-counts.js';
import type { DestinationName, RelayEvent } from '../relay-event.js';
import { readRecord } from './journal-record.js';

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
      const isOurs = await rename(join(this.folder, name), path).then(
        () => true,
        () => false,
      );
      if (isOurs) journals.push({ path, journal: replayJournal(await readFile(path, 'utf8')) });
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
