import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { BackupError } from '../platform/backup/archive-contents.js';
import type { TableProgress } from '../platform/backup/create-backup.js';
import { ObjectStoreError } from '../platform/object-storage/s3-client.js';
import { ClusterError } from '../platform/embedded-postgres/cluster-files.js';

const MEGABYTE = 1_000_000;

/** Writes a message to standard error, because standard output may be the backup. */
export function report(line: string): void {
  process.stderr.write(`${line}\n`);
}

export function reportTable({ table, rows, bytes, position, tables }: TableProgress): void {
  if (rows === 0) return;
  report(`${position}/${tables} ${table}: ${rows.toLocaleString('en')} rows, ${(bytes / MEGABYTE).toFixed(1)} MB`);
}

const ignore = (): void => undefined;
/** Logger that discards its messages: the command itself reports errors of the database. */
export const silent = { info: ignore, warn: ignore, error: ignore };

/** @returns the version of this release, from package.json */
export function readRelease(): string {
  return (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version;
}

/** Error of a command that was terminated by a signal before it was complete. */
class Interruption extends Error {
  constructor(readonly signal: NodeJS.Signals) {
    super(`It was ended by ${signal} before it was complete.`);
  }

  /** Exit status by the convention of shells. */
  get status(): number {
    return 128 + constants.signals[this.signal];
  }
}

/**
 * Lets a command clean up when the terminal, a timer or a container terminates it. A second signal terminates it at once.
 *
 * @returns an abort signal; a command that throws its reason exits with the status of the terminating signal
 */
export function interruptible(): AbortSignal {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => interruption.abort(new Interruption(signal)));
  return interruption.signal;
}

/** Errors that an operator can resolve. */
const EXPECTED = [BackupError, ClusterError, ObjectStoreError];

/**
 * Runs a command. Errors that an operator can resolve are reported as a sentence, all others with their stack; both exit with status 1,
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
