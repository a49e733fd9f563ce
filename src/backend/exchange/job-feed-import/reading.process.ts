import type { BackendLogger } from '#contract/backend/backend.js';
import { openImporting } from '../import/open-importing.js';
import type { LogLine, ReadingOrder } from './reading-process.js';
import { runDueFeeds } from './run-feed.js';

const send = (line: LogLine): void => {
  if (process.connected) process.send?.(line);
};
const logger: BackendLogger = {
  info: (details, message) => send({ level: 'info', details, message }),
  warn: (details, message) => send({ level: 'warn', details, message }),
  error: (details, message) => send({ level: 'error', details, message }),
};

/** Reads the due feeds and exits. The parent process may have ended by then. */
async function read({ sites, networks, ...where }: ReadingOrder): Promise<void> {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());
  const { close, ...opened } = await openImporting(where, logger);
  try {
    const { signal } = interruption;
    await runDueFeeds({ ...opened, sites, fetching: { networks }, clock: () => new Date(), signal }, logger);
  } finally {
    await close();
  }
}

process.once('message', (order) => {
  read(order as ReadingOrder)
    .catch((error: unknown) => {
      logger.error({ error: (error as Error).stack }, 'The feed reader failed');
      process.exitCode = 1;
    })
    .finally(() => {
      if (process.connected) process.disconnect();
    });
});
