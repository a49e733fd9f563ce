import { parseArgs } from 'node:util';
import type { EncryptionKey } from '../platform/backup/archive-encryption.js';

export const BACKUP_USAGE = `Usage: npm run backup -- FILE [--site NAME]
       npm run backup -- --folder FOLDER [--keep NUMBER] [--site NAME]
  FILE             is written when the backup is complete; - is standard output
  --folder FOLDER  writes a file there whose name says the time
  --keep NUMBER    how many of these files stay there, this one included; older ones are deleted when it is complete
  --site NAME      the rows of this site alone
Encrypted where BACKUP_PASSPHRASE or BACKUP_RECIPIENTS (public keys of age, comma-separated) is set. Database: DATA_DIR or DATABASE_URL.`;

export const RESTORE_USAGE = `Usage: npm run restore -- FILE [--replace] [--site NAME] [--verify]
  --replace    replaces what is in the database; otherwise it has to be empty
  --site NAME  the rows of this site alone, of a backup of several
  --verify     checks the file and writes nothing
Decrypted by BACKUP_PASSPHRASE or BACKUP_IDENTITY (a private key of age). Database: DATA_DIR or DATABASE_URL.`;

interface DatabaseOptions {
  dataDir: string;
  databaseUrl?: string;
}

export interface BackupCommand extends DatabaseOptions {
  /** A path, `-` for standard output, or a folder of many backups. */
  target: { file: string } | { folder: string; keep?: number };
  site?: string;
  /** Missing: the backup is not encrypted. */
  key?: EncryptionKey;
}

export interface RestoreCommand extends DatabaseOptions {
  file: string;
  site?: string;
  replace: boolean;
  verify: boolean;
  key: EncryptionKey;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** @returns what is asked for, or what is wrong with it */
export function parseBackupCommand(args: string[], environment: Environment): BackupCommand | { error: string } {
  const options = { site: { type: 'string' }, folder: { type: 'string' }, keep: { type: 'string' } } as const;
  const read = parse(args, options);
  if ('error' in read) return read;
  const target = backupTarget(read.files, read.values);
  if ('error' in target) return target;
  const recipients = list(environment.BACKUP_RECIPIENTS);
  const passphrase = environment.BACKUP_PASSPHRASE || undefined;
  if (passphrase !== undefined && recipients.length > 0)
    return { error: 'BACKUP_PASSPHRASE and BACKUP_RECIPIENTS: only one of them can encrypt a backup.' };
  const key = passphrase !== undefined || recipients.length > 0 ? { passphrase, recipients } : undefined;
  return { ...databaseOf(environment), target, site: read.values.site as string | undefined, key };
}

function backupTarget(
  files: string[],
  { folder, keep }: Record<string, string | boolean | undefined>,
): BackupCommand['target'] | { error: string } {
  if (typeof folder !== 'string') {
    if (keep !== undefined) return { error: '--keep needs --folder: a single file has no older ones beside it.' };
    return oneFile(files);
  }
  if (folder === '') return { error: 'Which folder?' };
  if (files.length > 0) return { error: `Either a file or --folder: ${files.join(' ')} cannot be used with it.` };
  if (keep === undefined) return { folder };
  if (!/^[1-9]\d{0,4}$/.test(String(keep)))
    return { error: `--keep ${String(keep)}: how many backups stay is a whole number from 1 on.` };
  return { folder, keep: Number(keep) };
}

function oneFile(files: string[]): { file: string } | { error: string } {
  const [file, ...others] = files;
  if (file === undefined || file === '') return { error: 'Which file?' };
  if (others.length > 0) return { error: `One file at a time: ${others.join(' ')} cannot be used.` };
  return { file };
}

/** @returns what is asked for, or what is wrong with it */
export function parseRestoreCommand(args: string[], environment: Environment): RestoreCommand | { error: string } {
  const options = { site: { type: 'string' }, replace: { type: 'boolean' }, verify: { type: 'boolean' } } as const;
  const read = parse(args, options);
  if ('error' in read) return read;
  const one = oneFile(read.files);
  if ('error' in one) return one;
  if (one.file === '-') return { error: 'A backup is read twice, so it has to be a file.' };
  const { site, replace, verify } = read.values;
  const key = { passphrase: environment.BACKUP_PASSPHRASE || undefined, identities: list(environment.BACKUP_IDENTITY) };
  return {
    ...databaseOf(environment),
    file: one.file,
    site: site as string | undefined,
    replace: replace === true,
    verify: verify === true,
    key,
  };
}

function parse(
  args: string[],
  options: Record<string, { type: 'string' | 'boolean' }>,
): { files: string[]; values: Record<string, string | boolean | undefined> } | { error: string } {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return { files: positionals, values };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

/** The database that a command works on. */
export function databaseOf({ DATA_DIR, DATABASE_URL }: Environment): DatabaseOptions {
  return { dataDir: DATA_DIR || 'data', databaseUrl: DATABASE_URL || undefined };
}

function list(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
