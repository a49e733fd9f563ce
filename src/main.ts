import 'reflect-metadata';
import { createLogger } from './common/logger.js';
import { parseSettings, processEnvironment } from './settings.js';
import { startServer } from './server.js';

try {
  const settings = parseSettings(processEnvironment());
  const server = await startServer(settings, createLogger(settings.LOG_LEVEL));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      void server.close().then(() => process.exit(0));
    });
  }
  process.stdout.write(`${server.welcome.join('\n')}\n`);
} catch (error) {
  process.stderr.write(`${reason(error)}\n`);
  process.exit(1);
}

/** What an operator can mend is said in a sentence; everything else is a bug and comes with its stack. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (['SettingsError', 'SiteError', 'ClusterError'].includes(error.name)) return error.message;
  if ('code' in error && error.code === 'EADDRINUSE')
    return `PORT: another program listens there already (${error.message}).`;
  return error.stack ?? error.message;
}
