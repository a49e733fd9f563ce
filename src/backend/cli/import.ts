import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { Presets, SingleBar } from 'cli-progress';
import type { BackendLogger } from '#contract/backend/backend.js';
import { slugify } from '#contract/pages/paths.js';
import { DEFAULT_TIME_ZONE, isTimeZone } from '#shared/time-zones/time-zone.js';
import { ClusterError } from '../platform/embedded-postgres/cluster-files.js';
import { fetchFeed, fileNameOf } from '../exchange/job-feed-import/fetching/fetch-feed.js';
import { importFile, DEFAULT_IMPORT_DAYS, type ImportOptions } from '../exchange/import/import-file.js';
import { reportLines, type ImportReport } from '../exchange/import/import-report.js';
import { openImporting } from '../exchange/import/open-importing.js';
import { FORMATS, type FileFormat } from '../exchange/import/reading/file-format.js';

const USAGE = `Usage: npm run import -- FILE-OR-ADDRESS [options]
  --organization NAME   employer of all advertisements; created if the site does not have it
  --site NAME           a folder in config/sites; default: SITE, or default if it is not set
  --format FORMAT       csv, json, jsonl or xml; default: detected from the file
  --source NAME         namespace of the advertisements' keys; default: import
  --allow-incomplete    also imports jobs without an employer or a way to apply, ranked below all others
  --dry-run             reports what would happen and writes nothing`;

const IDENTIFIER = /^[a-z0-9][a-z0-9-]{0,39}$/;
const RESERVED_SOURCES = new Set(['demo']);

interface ImportProgress {
  onBytes(phase: 'check' | 'import', bytes: number): void;
  stop(): void;
}

const PHASE_NAMES = { check: 'Checking', import: 'Importing' };
const QUIET_MS = 5000;
const MEGABYTE = 1024 * 1024;
const EXIT_REFUSED = 1;
const EXIT_USAGE = 2;
const EXIT_INTERRUPTED = 130;

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
      const name = PHASE_NAMES[phase];
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
      output.write(`${PHASE_NAMES[phase]}: ${(bytes / MEGABYTE).toFixed(0)} of ${(size / MEGABYTE).toFixed(0)} MB\n`);
    },
    stop: () => undefined,
  };
}

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

interface CliOptions extends ImportOptions {
  dataDir: string;
  databaseUrl?: string;
  /** Internal networks from which a file may be downloaded. */
  feedNetworks: string[];
}

/** @returns the options, or the error in the arguments */
function parseImportOptions(args: string[]): CliOptions | { error: string } {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        organization: { type: 'string' },
        site: { type: 'string', default: 'default' },
        // From the site's folder; passed by the script that reads it.
        languages: { type: 'string', default: 'en' },
        countries: { type: 'string', default: '' },
        'time-zone': { type: 'string', default: DEFAULT_TIME_ZONE },
        format: { type: 'string' },
        source: { type: 'string', default: 'import' },
        days: { type: 'string', default: String(DEFAULT_IMPORT_DAYS) },
        'allow-incomplete': { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
        'data-dir': { type: 'string', default: 'data' },
        'database-url': { type: 'string' },
        'feed-networks': { type: 'string', default: '' },
      },
    });
    const [path, ...others] = positionals;
    const { format, site, source } = values;
    const organization = values.organization?.replace(/\s+/g, ' ').trim();
    if (path === undefined) return { error: 'The file is missing.' };
    if (others.length > 0)
      return { error: `Only one file can be imported at a time; unexpected arguments: ${others.join(' ')}.` };
    if (format !== undefined && !isFormat(format))
      return { error: `--format ${format} is not one of ${FORMATS.join(', ')}.` };
    if (!IDENTIFIER.test(site)) return { error: `--site ${site} is not the name of a site.` };
    if (!isTimeZone(values['time-zone'])) return { error: `--time-zone ${values['time-zone']} is not a time zone.` };
    const importDays = readDays(values.days);
    if (importDays === undefined) return { error: `--days ${values.days} must be a number from 1 to 365.` };
    if (!IDENTIFIER.test(source))
      return { error: `--source ${source} must consist of at most 40 lower-case letters, digits and hyphens.` };
    if (RESERVED_SOURCES.has(source)) return { error: `--source ${source} is reserved for the program itself.` };
    if (organization !== undefined && (organization === '' || organization.length > 200))
      return { error: '--organization needs a name.' };
    return {
      path,
      site: {
        name: site,
        languages: list(values.languages),
        countries: list(values.countries),
        timeZone: values['time-zone'],
        importDays,
      },
      source,
      dryRun: values['dry-run'],
      allowIncomplete: values['allow-incomplete'],
      dataDir: values['data-dir'],
      feedNetworks: list(values['feed-networks']),
      ...(format === undefined ? {} : { format }),
      ...(organization === undefined ? {} : { organization }),
      ...(values['database-url'] === undefined ? {} : { databaseUrl: values['database-url'] }),
    };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

/** Whether a path is a URL, which has to be downloaded first. */
function isAddress(path: string): boolean {
  return /^[a-z][a-z+.-]+:\/\//i.test(path);
}

function readDays(text: string): number | undefined {
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return days >= 1 && days <= 365 ? days : undefined;
}

function isFormat(text: string): text is FileFormat {
  return (FORMATS as readonly string[]).includes(text);
}

function list(text: string): string[] {
  return text.split(',').filter((part) => part !== '');
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
