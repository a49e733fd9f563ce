import { writeCompleteFile } from '../platform/backup/backup-file.js';
import { createBackup } from '../platform/backup/create-backup.js';
import { openDatabase } from '../platform/database/open-database.js';
import { type BackupCommand, BACKUP_USAGE, parseBackupCommand } from './backup-options.js';
import { readRelease, report, reportTable, runCommand, silent } from './command-report.js';

async function backup({ file, site, key, dataDir, databaseUrl }: BackupCommand): Promise<void> {
  const release = readRelease();
  const opened = await openDatabase({ dataDir, databaseUrl, logger: silent });
  try {
    const request = { site, key, release, now: new Date(), onTable: reportTable };
    const rows =
      file === '-'
        ? await createBackup(opened.target, process.stdout, request)
        : await writeCompleteFile(file, (output) => createBackup(opened.target, output, request));
    report(
      `${rows.toLocaleString('en')} rows are in ${file === '-' ? 'the backup' : file}${key ? ', encrypted' : ''}.`,
    );
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
