import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Presets, SingleBar } from 'cli-progress';
import type { BackendLogger } from '#contract/backend/backend.js';
import { slugify } from '#contract/pages/paths.js';
import { ClusterError } from '../platform/embedded-postgres/cluster-files.js';
import { fetchFeed, fileNameOf } from '../exchange/job-feed-import/fetching/fetch-feed.js';
import { importFile } from '../exchange/import/import-file.js';
import { isAddress, parseImportOptions, USAGE, type CliOptions } from './import-options.js';
import { reportLines, type ImportReport } from '../exchange/import/import-report.js';
import { openImporting } from '../exchange/import/open-importing.js';

interface ImportProgress {
  onBytes(phase: 'check' | 'import', bytes: number): void;
  stop(): void;
}

const NAMES = { check: 'Checking', import: 'Importing' };
const QUIET_MS = 5000;
const MEGABYTE = 1024 * 1024;

/** Shows a progress bar on a terminal; otherwise prints a line at intervals. */
function startProgress(size: number, output: NodeJS.WriteStream): ImportProgress {
  return output.isTTY ? startBar(size, output) : startLines(size, output);
}

function startBar(size: number, output: NodeJS.WriteStream): ImportProgress {
  const bar = new SingleBar(
    {
      stream: output,
      format: '{name} {bar} {percentage} % | {eta_formatted} left',
      hideCursor: true,
      clearOnComplete: true,
      stopOnComplete: false,
      gracefulExit: false,
    },
    Presets.shades_classic,
  );
  let current: string | undefined;
  return {
    onBytes(phase, bytes) {
      const name = NAMES[phase];
      if (name !== current) {
        bar.stop();
        bar.start(size, 0, { name });
        current = name;
      }
      bar.update(bytes);
    },
    stop: () => bar.stop(),
  };
}

function startLines(size: number, output: NodeJS.WriteStream): ImportProgress {
  let last = Date.now();
  return {
    onBytes(phase, bytes) {
      if (Date.now() - last < QUIET_MS) return;
      last = Date.now();
      output.write(`${NAMES[phase]}: ${(bytes / MEGABYTE).toFixed(0)} of ${(size / MEGABYTE).toFixed(0)} MB\n`);
    },
    stop: () => undefined,
  };
}

const EXIT_REFUSED = 1;
const EXIT_USAGE = 2;
const EXIT_INTERRUPTED = 130;

const complain = (line: string): boolean => process.stderr.write(`${line}\n`);

/** Logs only warnings and errors; progress has its own line. */
const logger: BackendLogger = {
  info: () => undefined,
  warn: (_details, message) => complain(message),
  error: (details, message) => complain(`${message} ${JSON.stringify(details)}`),
};

/** @returns the exit code */
async function run(options: CliOptions): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'causeboard-import-'));
  const interruption = new AbortController();
  const onSignal = (): void => interruption.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, onSignal);
  try {
    const local = isAddress(options.path) ? await download(options, folder, interruption.signal) : options.path;
    return local === undefined ? EXIT_REFUSED : await importLocal({ ...options, path: local }, interruption.signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns the downloaded file; undefined if the address was rejected, which has been reported */
async function download(
  { path: url, format, feedNetworks }: CliOptions,
  folder: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const path = join(folder, fileNameOf(url));
  const fetched = await fetchFeed({ url, path, format, networks: feedNetworks, signal });
  if (fetched.kind === 'refused') complain(`Refused, and nothing was written: ${fetched.reason}`);
  return fetched.kind === 'fetched' ? path : undefined;
}

async function importLocal(options: CliOptions, signal: AbortSignal): Promise<number> {
  const file = await stat(options.path).catch((error: unknown) => (error as NodeJS.ErrnoException).code ?? 'unknown');
  if (typeof file === 'string' || !file.isFile()) {
    complain(
      `${options.path} ${file === 'ENOENT' ? 'does not exist' : `is not a readable file (${typeof file === 'string' ? file : 'a folder'})`}.`,
    );
    return EXIT_REFUSED;
  }
  const { close, ...opened } = await openImporting(options, logger);
  const progress = startProgress(file.size, process.stdout);
  try {
    const result = await importFile(options, {
      ...opened,
      now: new Date(),
      onBytes: (phase, bytes) => progress.onBytes(phase, bytes),
      signal,
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
    await close();
  }
}

/** @returns the path of the report; undefined if it could not be written, which is not a failure of the import */
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
