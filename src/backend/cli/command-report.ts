import { readFileSync } from 'node:fs';
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

/** What an operator can put right. */
const EXPECTED = [BackupError, ClusterError, ObjectStoreError];

/** Does what a command is for. What an operator can put right is reported as a sentence, everything else with its stack; both end with status 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isExpected = EXPECTED.some((kind) => error instanceof kind);
    const { message, stack } = error as Error;
    report(isExpected ? message : String(stack));
    process.exitCode = 1;
  }
}
