import { parseArgs } from 'node:util';
import { openDatabase, type OpenDatabase } from '../platform/database/open-database.js';
import { deleteReleasedObjects, compareObjects } from '../platform/files/store/object-cleanup.js';
import { moveFiles, type MoveReport, type Placement, writePlacement } from '../platform/files/store/move-files.js';
import type { ObjectStore } from '../platform/files/store/s3-store.js';
import { prepareDatabase } from '../reference/prepare-database.js';
import { databaseOf } from './backup-options.js';
import { CommandError, report, runCommand, silent, storeOf } from './command-report.js';

const USAGE = `Usage: npm run files -- move --to store|database
       npm run files -- check [--delete-unknown]
  move   moves all files while the site runs; can be interrupted and run again. New files are then stored there as well
  check  compares the file store with the database: missing objects, and objects that are not registered in the database
  --delete-unknown  deletes the latter if they are older than a day
The store is that of FILES_URL, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. Database: DATA_DIR or DATABASE_URL.`;

const MEGABYTE = 1_000_000;
const FILES_PER_LINE = 100;
const LISTED = 20;

type FilesCommand = { name: 'move'; to: Placement } | { name: 'check'; deletesUnknown: boolean };

/** @returns undefined if the arguments are invalid */
function parseFilesCommand(args: string[]): FilesCommand | undefined {
  try {
    const options = { to: { type: 'string' }, 'delete-unknown': { type: 'boolean', default: false } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const { to, 'delete-unknown': deletesUnknown } = values;
    const [name, ...others] = positionals;
    if (others.length > 0) return undefined;
    if (name === 'move' && !deletesUnknown && (to === 'store' || to === 'database')) return { name, to };
    return name === 'check' && to === undefined ? { name, deletesUnknown } : undefined;
  } catch {
    return undefined;
  }
}

/** Resources of a command. */
interface Tools {
  opened: OpenDatabase;
  store: ObjectStore;
}

async function move(to: Placement, { opened, store }: Tools): Promise<void> {
  const { database } = opened;
  const interrupted = new AbortController();
  const isStopped = (): boolean => interrupted.signal.aborted;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
  // Done first, so that no process moves the same files in the other direction.
  await writePlacement(database, to);
  const logger = { ...silent, error: logProblem };
  const onFile = (done: MoveReport): void => {
    if (done.files % FILES_PER_LINE === 0) report(`${describe(done)} so far`);
  };
  const options = { database, store, logger, isStopped, onFile };
  const done = await moveFiles(to, options);
  // Moves files that other processes were still moving in the other direction.
  for (let more = done; more.files > 0 && !isStopped();) {
    more = await moveFiles(to, { ...options, onFile: undefined });
    done.files += more.files;
    done.bytes += more.bytes;
  }
  const deleted = await deleteReleasedObjects(database, store, isStopped);
  report(`${describe(done)} ${to === 'store' ? 'are in the file store now' : 'are in the database again'}.`);
  if (deleted > 0) report(`${deleted.toLocaleString('en')} unreferenced objects were deleted.`);
  if (isStopped()) throw new CommandError('Interrupted. Run the command again to move the remaining files.');
  if (done.failed > 0) throw new CommandError(`${done.failed} files could not be moved; see above.`);
}

function logProblem(details: Record<string, unknown>, message: string): void {
  report(`${message}: ${Object.values(details).join(', ')}`);
}

function describe({ files, bytes }: MoveReport): string {
  return `${files.toLocaleString('en')} files (${(bytes / MEGABYTE).toFixed(1)} MB)`;
}

async function check(deletesUnknown: boolean, { opened, store }: Tools): Promise<void> {
  const { objects, unknown, missing } = await compareObjects(opened.database, store, new Date());
  report(`The store has ${objects.toLocaleString('en')} objects.`);
  if (unknown.length > 0) report(`${unknown.length} of them are not registered in the database: ${someOf(unknown)}`);
  if (deletesUnknown) {
    for (const key of unknown) await store.delete(key);
    report(`${unknown.length} objects were deleted.`);
  }
  if (missing.length > 0)
    throw new CommandError(`${missing.length} objects of files are missing in the file store: ${someOf(missing)}`);
}

function someOf(keys: readonly string[]): string {
  return keys.slice(0, LISTED).join(', ') + (keys.length > LISTED ? ' …' : '');
}

async function run(command: FilesCommand): Promise<void> {
  const store = storeOf(process.env);
  if (!store) throw new CommandError('FILES_URL is not set: there is no file store.');
  const opened = await openDatabase({ ...databaseOf(process.env), logger: silent });
  try {
    await prepareDatabase(opened.database);
    await (command.name === 'move'
      ? move(command.to, { opened, store })
      : check(command.deletesUnknown, { opened, store }));
  } finally {
    await opened.close();
  }
}

const command = parseFilesCommand(process.argv.slice(2));
if (command) await runCommand(() => run(command));
else {
  report(USAGE);
  process.exitCode = 2;
}
