import 'reflect-metadata';
import { createLogger } from './common/logger.js';
import { parseSettings, processEnvironment, SettingsError } from './settings.js';
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
  const expected =
    error instanceof SettingsError || (error instanceof Error && error.name.endsWith('Error') && 'expected' in error);
  process.stderr.write(
    `${error instanceof Error ? (expected ? error.message : (error.stack ?? error.message)) : String(error)}\n`,
  );
  process.exit(1);
}
