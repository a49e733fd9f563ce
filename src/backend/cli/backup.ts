import { join } from 'node:path';
import { writeCompleteFile } from '../platform/backup/backup-file.js';
import { backupName, deleteOldBackups } from '../platform/backup/backup-folder.js';
import { createBackup } from '../platform/backup/create-backup.js';
import { openDatabase } from '../platform/database/open-database.js';
import { type BackupCommand, BACKUP_USAGE, parseBackupCommand } from './backup-options.js';
import { objectsOf } from './file-store.js';
import { readRelease, report, reportTable, runCommand, silent } from './command-report.js';

async function backup({ target, site, key, dataDir, databaseUrl }: BackupCommand): Promise<void> {
  const now = new Date();
  const file = 'file' in target ? target.file : join(target.folder, backupName(now, site));
  const release = readRelease();
  const opened = await openDatabase({ dataDir, databaseUrl, logger: silent });
  try {
    const objects = objectsOf(process.env);
    const request = { site, key, release, now, onTable: reportTable, ...(objects ? { objects } : {}) };
    const rows =
      file === '-'
        ? await createBackup(opened.target, process.stdout, request)
        : await writeCompleteFile(file, (output) => createBackup(opened.target, output, request));
    report(
      `${rows.toLocaleString('en')} rows are in ${file === '-' ? 'the backup' : file}${key ? ', encrypted' : ''}.`,
    );
    if ('folder' in target && target.keep !== undefined) {
      const deleted = await deleteOldBackups(target.folder, { site, keep: target.keep, now });
      if (deleted.length > 0) report(`Deleted, because ${target.keep} are kept: ${deleted.join(', ')}`);
    }
  } finally {
    await opened.close();
  }
}

const command = parseBackupCommand(process.argv.slice(2), process.env);
if ('error' in command) {
  report(`${command.error}\n${BACKUP_USAGE}`);
  process.exitCode = 2;
} else {
  await runCommand(() => backup(command));
}
