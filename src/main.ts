import 'reflect-metadata';
import { createLogger, type Logger } from './common/logger.js';
import { parseSettings, processEnvironment, type Settings } from './settings.js';
import type { RunningServer } from './worker-server.js';
import { startServer } from './server.js';

/** Time limit for shutting down after the last response: saving the search index and stopping the database. */
const CLOSING_MS = 15_000;

// If the reader of the log is gone, writing a line fails. Logging that error would fail too, and so on without end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

try {
  const settings = parseSettings(processEnvironment());
  const logger = createLogger(settings.LOG_LEVEL);
  const server = await startServer(settings, logger);
  stopOnSignals(server, settings, logger);
  process.stdout.write(`${server.welcome.join('\n')}\n`);
  // A process manager that waits for this message stops the old process only now.
  process.send?.('ready');
} catch (error) {
  process.stderr.write(`${reason(error)}\n`);
  process.exit(1);
}

/** The first signal shuts the server down in an orderly way, the second one at once. */
function stopOnSignals(
  server: RunningServer,
  { SHUTDOWN_DELAY_MS, SHUTDOWN_TIMEOUT_MS }: Settings,
  logger: Logger,
): void {
  let isStopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    const limit = SHUTDOWN_TIMEOUT_MS + CLOSING_MS;
    setTimeout(() => {
      logger.error(`Shutdown took too long: ended after ${limit} ms`);
      process.exit(1);
    }, limit).unref();
    // Ctrl+C in a terminal means that there is no load balancer; pm2 sends the same signal, but with clients on open connections.
    const delayMs = signal === 'SIGTERM' || isStartedByPm2() ? SHUTDOWN_DELAY_MS : 0;
    server.close(delayMs).then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
}

function isStartedByPm2(): boolean {
  return processEnvironment()['pm_id'] !== undefined;
}

/** Errors that an operator can fix are reported in one sentence; all others are bugs and are reported with their stack trace. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (['SettingsError', 'SiteError', 'ClusterError'].includes(error.name)) return error.message;
  if ('code' in error && error.code === 'EADDRINUSE')
    return `PORT: another program already listens on it (${error.message}).`;
  return error.stack ?? error.message;
}
