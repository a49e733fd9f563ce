import { basename, dirname } from 'node:path';
import { BackupBucket } from '../platform/backup/backup-bucket.js';
import { type BackupFolder, backupName, deleteOldBackups, localFolder } from '../platform/backup/backup-folder.js';
import { createBackup } from '../platform/backup/create-backup.js';
import { openDatabase } from '../platform/database/open-database.js';
import { type BackupCommand, BACKUP_USAGE, parseBackupCommand } from './backup-options.js';
import { interruptible, readRelease, report, reportTable, runCommand, silent, objectsOf } from './command-report.js';

const STANDARD_OUTPUT = '-';

/** @returns the folder and the name of the backup */
function placeOf({ target, bucket, site }: BackupCommand, now: Date): { folder: BackupFolder; name: string } {
  if (bucket) return { folder: new BackupBucket(bucket.bucket), name: bucket.name || backupName(now, site) };
  return 'file' in target
    ? { folder: localFolder(dirname(target.file)), name: basename(target.file) }
    : { folder: localFolder(target.folder), name: backupName(now, site) };
}

async function backup(command: BackupCommand): Promise<void> {
  const { target, site, key, dataDir, databaseUrl } = command;
  const now = new Date();
  const isPiped = 'file' in target && target.file === STANDARD_OUTPUT;
  const { folder, name } = placeOf(command, now);
  const release = readRelease();
  const signal = interruptible();
  const opened = await openDatabase({ dataDir, databaseUrl, logger: silent });
  try {
    const objects = objectsOf(process.env, signal);
    const request = { site, key, release, now, signal, onTable: reportTable, ...(objects ? { objects } : {}) };
    const rows = isPiped
      ? await createBackup(opened.target, process.stdout, request)
      : await folder.write(name, (output) => createBackup(opened.target, output, request));
    const place = isPiped ? 'the backup' : folder.address + name;
    report(`${rows.toLocaleString('en')} rows are in ${place}${key ? ', encrypted' : ''}.`);
    if ('folder' in target && target.keep !== undefined) {
      const deleted = await deleteOldBackups(folder, { site, keep: target.keep, now });
      if (deleted.length > 0) report(`Deleted, because ${target.keep} are kept: ${deleted.join(', ')}`);
    }
  } catch (error) {
    // After an interruption, the interruption is reported instead of the error that it caused.
    signal.throwIfAborted();
    throw error;
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
