import { mkdir, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { constants, setPriority } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import type { BackendLogger } from '../../contract/backend.js';
import { slugify } from '../../contract/paths.js';
import { ClusterError } from '../database/cluster-error.js';
import { migrate } from '../database/migrate.js';
import { openDatabase } from '../database/open-database.js';
import { createSearch } from '../search/create-search.js';
import { seedTerms } from '../taxonomy/seed-terms.js';
import { GazetteerPlaceFinder } from './fields/gazetteer.place-finder.js';
import { importFile } from './import-file.js';
import { parseImportOptions, USAGE, type CliOptions } from './import-options.js';
import { startProgress } from './import-progress.js';
import { reportLines, type ImportReport } from './import-report.js';

const EXIT_REFUSED = 1;
const EXIT_USAGE = 2;
const EXIT_INTERRUPTED = 130;

const complain = (line: string): boolean => process.stderr.write(`${line}\n`);

/** Only what an operator must know; progress has its own line. */
const logger: BackendLogger = {
  info: () => undefined,
  warn: (_details, message) => complain(message),
  error: (details, message) => complain(`${message} ${JSON.stringify(details)}`),
};

/** @returns the exit code. */
async function run(options: CliOptions): Promise<number> {
  const file = await stat(options.path).catch((error: unknown) => (error as NodeJS.ErrnoException).code ?? 'unknown');
  if (typeof file === 'string' || !file.isFile()) {
    complain(
      `${options.path} ${file === 'ENOENT' ? 'does not exist' : `is no file that can be read (${typeof file === 'string' ? file : 'a folder'})`}.`,
    );
    return EXIT_REFUSED;
  }
  const opened = await openDatabase({ dataDir: options.dataDir, databaseUrl: options.databaseUrl, logger });
  // Not before: a database server that this process had to start serves others too.
  yieldToServers();
  try {
    const { database } = opened;
    await migrate(database);
    const terms = await seedTerms(database);
    const search = createSearch({ database, terms, clock: () => new Date(), logger });
    const interruption = new AbortController();
    const onSignal = (): void => interruption.abort();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, onSignal);
    const progress = startProgress(file.size, process.stdout);
    try {
      const result = await importFile(options, {
        database,
        terms,
        indexer: search.indexer,
        places: new GazetteerPlaceFinder(database, search.gazetteer),
        now: new Date(),
        onBytes: (phase, bytes) => progress.onBytes(phase, bytes),
        signal: interruption.signal,
      });
      progress.stop();
      if ('refused' in result) {
        complain(`Refused, and nothing was written: ${result.refused}`);
        return EXIT_REFUSED;
      }
      const savedTo = await saveReport(result.report, options.dataDir);
      for (const line of reportLines(result.report, savedTo)) process.stdout.write(`${line}\n`);
      return result.report.interrupted ? EXIT_INTERRUPTED : 0;
    } finally {
      progress.stop();
      await search.close();
    }
  } finally {
    await opened.close();
  }
}

/** @returns where it lies; undefined when it could not be written, which is no reason to fail. */
async function saveReport(report: ImportReport, dataDir: string): Promise<string | undefined> {
  const folder = join(dataDir, 'reports');
  const path = join(folder, `import-report-${slugify(basename(report.file))}.json`);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(path, `${JSON.stringify(report, null, 2)}\n`);
    return path;
  } catch (error) {
    complain(`The report could not be saved: ${(error as Error).message}`);
    return undefined;
  }
}

/** People who look at pages do not wait for an import. */
function yieldToServers(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not everywhere is it allowed.
  }
}

// Batches leave much behind that is soon garbage: collected early, a file of any size is imported in some 250 MB.
setFlagsFromString('--heap-growing-percent=45');

const options = parseImportOptions(process.argv.slice(2));
if ('error' in options) {
  complain(`${options.error}\n${USAGE}`);
  process.exitCode = EXIT_USAGE;
} else {
  try {
    process.exitCode = await run(options);
  } catch (error) {
    const { message, stack } = error as Error;
    complain(error instanceof ClusterError ? message : `The import failed: ${stack ?? message}`);
    process.exitCode = EXIT_REFUSED;
  }
}
