import { type ArchiveSource, verifyArchive } from '../platform/backup/archive.js';
import { BackupBucket } from '../platform/backup/backup-bucket.js';
import { fileSource } from '../platform/backup/backup-folder.js';
import { requireKnown, restoreBackup } from '../platform/backup/restore-backup.js';
import { openDatabase } from '../platform/database/open-database.js';
import { parseRestoreCommand, RESTORE_USAGE, type RestoreCommand } from './backup-options.js';
import { report, reportTable, runCommand, silent } from './command-report.js';

/** @returns the source of the archive, and its name in messages */
function sourceOf({ file, bucket }: RestoreCommand): { source: ArchiveSource; shown: string } {
  if (!bucket) return { source: fileSource(file), shown: file };
  const folder = new BackupBucket(bucket.bucket);
  return { source: folder.source(bucket.name), shown: folder.address + bucket.name };
}

async function verify(command: RestoreCommand): Promise<void> {
  const { source, shown } = sourceOf(command);
  const { header, manifest } = await verifyArchive(source, command.key);
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
  const of = header.site === null ? 'all sites' : `the site ${header.site}`;
  report(
    `${shown} is complete: ${rows.toLocaleString('en')} rows of ${of}, taken at ${header.takenAt} by release ${header.release}.`,
  );
  requireKnown(header);
}

async function restore(command: RestoreCommand): Promise<void> {
  const { key, site, replace, dataDir, databaseUrl } = command;
  const { source } = sourceOf(command);
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
