import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { BackendLogger } from '#contract/backend/backend.js';
import type { ImportSite } from '../import/import-file.js';

/** What the process that reads feeds is told. */
export interface ReadingOrder {
  dataDir: string;
  databaseUrl?: string;
  sites: ImportSite[];
  networks: string[];
}

/** What it has to say. */
export interface LogLine {
  level: 'info' | 'warn' | 'error';
  details: Record<string, unknown>;
  message: string;
}

const PROGRAM = fileURLToPath(new URL('reading.process.js', import.meta.url));

/**
 * Reads what is due in a process of its own: parsing and indexing take whole seconds, in which a server would answer nobody.
 *
 * @throws when it ended with a fault
 */
export async function readInProcess(order: ReadingOrder, logger: BackendLogger, signal: AbortSignal): Promise<void> {
  // The order may hold the password of the database, which a list of processes would show.
  const child = fork(PROGRAM, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const stop = (): void => void child.kill('SIGTERM');
  signal.addEventListener('abort', stop);
  child.on('message', (line) => {
    const { level, details, message } = line as LogLine;
    logger[level](details, message);
  });
  try {
    const ended = new Promise<number | string | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code, killedBy) => resolve(code ?? killedBy));
    });
    child.send(order);
    const code = await ended;
    if (code !== 0 && !signal.aborted) throw new Error(`The process that reads feeds ended with ${String(code)}`);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
