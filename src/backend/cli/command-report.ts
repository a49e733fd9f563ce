import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { fileStoreOf, parseFilesUrl } from '#contract/backend/file-store.js';
import { BackupError } from '../platform/backup/archive.js';
import type { TableProgress } from '../platform/backup/create-backup.js';
import { ObjectStoreError, withRetries } from '../platform/object-storage/s3-client.js';
import { ClusterError } from '../platform/embedded-postgres/cluster-files.js';
import type { StoredObjects } from '../platform/backup/stored-objects.js';
import { OBJECTS_LOCK } from '../platform/files/store/object-cleanup.js';
import { wholeOf } from '../platform/files/store/file-contents.js';
import { createS3Store, type ObjectStore } from '../platform/files/store/s3-store.js';

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

/** A command cannot do what it was asked to do; the message says why. */
export class CommandError extends Error {}

/** Errors that an operator can resolve. */
const EXPECTED = [CommandError, BackupError, ClusterError, ObjectStoreError];

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

type Environment = Readonly<Record<string, string | undefined>>;

/** @returns the file store configured in the environment, if any @throws CommandError if the configuration is invalid */
export function storeOf(environment: Environment): ObjectStore | undefined {
  const { FILES_URL: url } = environment;
  if (!url) return undefined;
  const read = parseFilesUrl(url);
  if ('error' in read) throw new CommandError(`FILES_URL: ${read.error}.`);
  const options = fileStoreOf(environment);
  if (!options) throw new CommandError('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are needed with FILES_URL.');
  return createS3Store(options);
}

/**
 * @param signal stops the retries of a read
 * @returns the stored objects that a backup needs
 * @throws CommandError if the configuration is invalid
 */
export function objectsOf(environment: Environment, signal?: AbortSignal): StoredObjects | undefined {
  const store = storeOf(environment);
  if (!store) return undefined;
  const options = signal ? { signal } : {};
  return { lock: OBJECTS_LOCK, read: (key) => withRetries(async () => wholeOf(await store.get(key)), options) };
}
