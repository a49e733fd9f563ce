import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { exportContent, type ContentFile } from '../exchange/content-files/site-content.js';
import { importContent } from '../exchange/content-files/import-content.js';
import { roleOf } from '../exchange/content-files/content-format.js';
import type { ContentChange, ImportOptions } from '../exchange/content-files/write-content.js';
import { openDatabase } from '../platform/database/open-database.js';
import { FileContents } from '../platform/files/store/file-contents.js';
import { prepareDatabase } from '../reference/prepare-database.js';
import { databaseOf } from './backup-options.js';
import { CommandError, report, runCommand, silent, storeOf } from './command-report.js';

const USAGE = `Usage: npm run content -- export FOLDER [--site NAME]
       npm run content -- import FOLDER [--site NAME] [--delete-missing] [--dry-run]
  export  writes the menus, pages, articles, consent texts and pictures of a site into a new folder
  import  makes the site as the files of a folder say; if one of them has an error, nothing is written
  --site NAME       a folder in config/sites; default: SITE, or default if it is not set
  --delete-missing  deletes the pages and articles that have no file
  --dry-run         reports what would happen and writes nothing
Database: DATA_DIR or DATABASE_URL.`;

const DESCRIPTIONS: Record<Exclude<ContentChange['change'], 'unchanged'>, string> = {
  created: 'created',
  changed: 'changed',
  deleted: 'deleted',
  revised: 'changed: a new revision, for which earlier consents do not count',
  restored: 'restored: the previous revision, for which earlier consents count again',
};

type ContentCommand = { folder: string; site: string } & (
  { name: 'export' } | { name: 'import'; options: Omit<ImportOptions, 'now'> }
);

/** @returns the parsed command, or the error in the arguments */
function parseContentCommand(args: string[]): ContentCommand | { error: string } {
  const options = {
    site: { type: 'string', default: 'default' },
    // From the site's folder; passed by the script that reads it.
    languages: { type: 'string', default: 'en' },
    'delete-missing': { type: 'boolean', default: false },
    'dry-run': { type: 'boolean', default: false },
  } as const;
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [name, folder, ...others] = positionals;
    const { site, languages, 'delete-missing': deletesMissing, 'dry-run': isDryRun } = values;
    if (name !== 'export' && name !== 'import') return { error: 'The command is export or import.' };
    if (!folder) return { error: 'The folder is missing.' };
    if (others.length > 0) return { error: `Unexpected arguments: ${others.join(' ')}.` };
    if (name === 'import')
      return { name, folder, site, options: { site, languages: languages.split(','), deletesMissing, isDryRun } };
    if (deletesMissing || isDryRun) return { error: '--delete-missing and --dry-run are options of import.' };
    return { name, folder, site };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

async function run(command: ContentCommand): Promise<void> {
  const files = command.name === 'import' ? await readFolder(command.folder) : [];
  if (files === undefined) throw new CommandError(`${command.folder} is not a folder that can be read.`);
  if (command.name === 'export' && !(await isNew(command.folder)))
    throw new CommandError(`${command.folder} already contains files. Choose a new folder.`);
  const opened = await openDatabase({ ...databaseOf(process.env), logger: silent });
  try {
    const { database } = opened;
    await prepareDatabase(database);
    const contents = new FileContents(database, storeOf(process.env), silent);
    if (command.name === 'import') {
      const outcome = await importContent(files, { ...command.options, now: new Date() }, { database, contents });
      if ('errors' in outcome) {
        for (const { file, message } of outcome.errors) report(`${file}: ${message}.`);
        throw new CommandError('Nothing was written.');
      }
      reportChanges(outcome.changes, command.options);
    } else {
      const exported = await exportContent(database, contents, command.site);
      for (const file of exported) await write(command.folder, file);
      report(`${exported.length} files of the site ${command.site} are in ${command.folder}.`);
    }
  } finally {
    await opened.close();
  }
}

function reportChanges(changes: readonly ContentChange[], { site, isDryRun }: Omit<ImportOptions, 'now'>): void {
  let unchanged = 0;
  for (const { path, change } of changes) {
    if (change === 'unchanged') unchanged += 1;
    else report(`${path}: ${DESCRIPTIONS[change]}.`);
  }
  const counts = `${changes.length - unchanged} changes of the site ${site}, ${unchanged} files without a change.`;
  report(isDryRun ? `${counts} Nothing was written, because this is a dry run.` : counts);
}

async function isNew(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  return names.length === 0;
}

async function write(folder: string, { path, bytes }: ContentFile): Promise<void> {
  const target = join(folder, path);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, bytes);
}

/** @returns the files that belong to the content, in the order of their paths; undefined if there is no such folder */
async function readFolder(folder: string): Promise<ContentFile[] | undefined> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => undefined);
  const paths = entries
    ?.filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((path) => roleOf(path) !== undefined)
    .sort();
  return paths && Promise.all(paths.map(async (path) => ({ path, bytes: await readFile(join(folder, path)) })));
}

const command = parseContentCommand(process.argv.slice(2));
if ('error' in command) {
  report(`${command.error}\n${USAGE}`);
  process.exitCode = 2;
} else {
  await runCommand(() => run(command));
}
