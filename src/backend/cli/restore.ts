import { verifyArchive } from '../platform/backup/archive-reader.js';
import { fileSource } from '../platform/backup/backup-file.js';
import { requireKnown, restoreBackup } from '../platform/backup/restore-backup.js';
import { openDatabase } from '../platform/database/open-database.js';
import { parseRestoreCommand, RESTORE_USAGE, type RestoreCommand } from './backup-options.js';
import { report, reportTable, runCommand, silent } from './command-report.js';

async function verify({ file, key }: RestoreCommand): Promise<void> {
  const { header, manifest } = await verifyArchive(fileSource(file), key);
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
  const of = header.site === null ? 'all sites' : `the site ${header.site}`;
  report(
    `${file} is complete: ${rows.toLocaleString('en')} rows of ${of}, taken at ${header.takenAt} by release ${header.release}.`,
  );
  requireKnown(header);
}

async function restore({ file, key, site, replace, dataDir, databaseUrl }: RestoreCommand): Promise<void> {
  const source = fileSource(file);
  const opened = await openDatabase({ dataDir, databaseUrl, logger: silent });
  try {
    const { header } = await restoreBackup(opened.target, source, { key, site, replace, onTable: reportTable });
    report(`The database is as it was at ${header.takenAt}.`);
  } finally {
    await opened.close();
  }
}

const command = parseRestoreCommand(process.argv.slice(2), process.env);
if ('error' in command) {
  report(`${command.error}\n${RESTORE_USAGE}`);
  process.exitCode = 2;
} else {
  await runCommand(() => (command.verify ? verify(command) : restore(command)));
}
