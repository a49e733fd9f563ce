import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { BackupError } from '../platform/backup/archive-contents.js';
import type { TableProgress } from '../platform/backup/create-backup.js';
import { ObjectStoreError } from '../platform/object-storage/store-error.js';
import { ClusterError } from '../platform/embedded-postgres/cluster-error.js';

const MEGABYTE = 1_000_000;

/** Writes a line for people; standard output may be a backup. */
export function report(line: string): void {
  process.stderr.write(`${line}\n`);
}

export function reportTable({ table, rows, bytes, position, tables }: TableProgress): void {
  if (rows === 0) return;
  report(`${position}/${tables} ${table}: ${rows.toLocaleString('en')} rows, ${(bytes / MEGABYTE).toFixed(1)} MB`);
}

const ignore = (): void => undefined;
/** Errors of the database reach the command itself. */
export const silent = { info: ignore, warn: ignore, error: ignore };

/** The release that this is, as package.json says. */
export function readRelease(): string {
  return (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version;
}

/** A command was told to end before it had done its work. */
class Interruption extends Error {
  constructor(readonly signal: NodeJS.Signals) {
    super(`It was ended by ${signal} before it was complete.`);
  }

  /** As shells have it. */
  get status(): number {
    return 128 + constants.signals[this.signal];
  }
}

/**
 * Lets a command put right what it has begun when the terminal, a timer or a container ends it. A second signal ends it at once.
 *
 * @returns a signal whose reason, thrown out of the command, gives it the exit status of what has ended it
 */
export function interruptible(): AbortSignal {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => interruption.abort(new Interruption(signal)));
  return interruption.signal;
}

/** What an operator can put right. */
const EXPECTED = [BackupError, ClusterError, ObjectStoreError];

/**
 * Does what a command is for. What an operator can put right is reported as a sentence, everything else with its stack; both end with status 1,
 * an interruption with that of its signal.
 */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Interruption) {
      report(error.message);
      process.exitCode = error.status;
      return;
    }
    const isExpected = EXPECTED.some((kind) => error instanceof kind);
    const { message, stack } = error as Error;
    report(isExpected ? message : String(stack));
    process.exitCode = 1;
  }
}
