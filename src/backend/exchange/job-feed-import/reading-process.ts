import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { BackendLogger } from '#contract/backend/backend.js';
import type { ImportSite } from '../import/import-file.js';

/** A site with all settings that an import uses: a missing one would silently be replaced by its default. */
export type SiteToRead = { [Setting in keyof Required<ImportSite>]: ImportSite[Setting] };

/** Message to the process that reads feeds. */
export interface ReadingOrder {
  dataDir: string;
  databaseUrl?: string;
  sites: SiteToRead[];
  networks: string[];
}

/** Log line sent by the reading process. */
export interface LogLine {
  level: 'info' | 'warn' | 'error';
  details: Record<string, unknown>;
  message: string;
}

const PROGRAM = fileURLToPath(new URL('reading.process.js', import.meta.url));

/**
 * Reads due feeds in a separate process: parsing and indexing take whole seconds, during which a server could not respond.
 *
 * @throws if the process fails
 */
export async function readInProcess(order: ReadingOrder, logger: BackendLogger, signal: AbortSignal): Promise<void> {
  // Not passed as an argument, because the order may contain the database password, which a list of processes would show.
  const child = fork(PROGRAM, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const stop = (): void => void child.kill('SIGTERM');
  signal.addEventListener('abort', stop);
  child.on('message', (line) => {
    const { level, details, message } = line as LogLine;
    logger[level](details, message);
  });
  try {
    const ended = new Promise<number | string | null>((resolve, reject) => {
      // May be emitted more than once.
      child.on('error', reject);
      child.once('exit', (code, killedBy) => resolve(code ?? killedBy));
    });
    // A process that did not start may have no channel. Why it did not start is said by its own error, not by that of the channel.
    if (child.connected) child.send(order, (error) => error && child.kill('SIGTERM'));
    const code = await ended;
    if (code !== 0 && !signal.aborted) throw new Error(`The process that reads feeds exited with ${String(code)}`);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
