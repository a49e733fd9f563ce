import { parseArgs } from 'node:util';
import type { EncryptionKey } from '../platform/backup/archive.js';
import {
  type BucketAddress,
  isBucketAddress,
  parseBucketAddress,
  withoutAddresses,
} from '../platform/backup/backup-bucket.js';

const OBJECT_STORAGE = `In object storage that speaks S3, FILE is s3://bucket/path/name.tar.zst and FOLDER s3://bucket/path/, with the parameters of FILES_URL or those of its own
(?endpoint=https://s3.example.org&region=eu-central-1). Key: BACKUP_AWS_ACCESS_KEY_ID and BACKUP_AWS_SECRET_ACCESS_KEY, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`;

export const BACKUP_USAGE = `Usage: npm run backup -- FILE [--site NAME]
       npm run backup -- --folder FOLDER [--keep NUMBER] [--site NAME]
  FILE             the file to write, which appears when the backup is complete; - for standard output
  --folder FOLDER  writes a file there whose name contains the time
  --keep NUMBER    number of these files to keep, including the new one; older ones are deleted when it is complete
  --site NAME      the rows of this site alone
${OBJECT_STORAGE}
Encrypted if BACKUP_PASSPHRASE or BACKUP_RECIPIENTS (age public keys, comma-separated) is set. Database: DATA_DIR or DATABASE_URL.`;

export const RESTORE_USAGE = `Usage: npm run restore -- FILE [--replace] [--site NAME] [--verify]
  --replace    replaces the whole content of the database; without it, the database has to be empty
  --site NAME  only the rows of this site, from a backup of several sites; a database with other sites is not replaced
  --verify     checks the file and writes nothing
${OBJECT_STORAGE}
Decrypted with BACKUP_PASSPHRASE or BACKUP_IDENTITY (an age private key). Database: DATA_DIR or DATABASE_URL.`;

interface DatabaseOptions {
  dataDir: string;
  databaseUrl?: string;
}

export interface BackupCommand extends DatabaseOptions {
  /** A path, `-` for standard output, or a folder for several backups. */
  target: { file: string } | { folder: string; keep?: number };
  /** Address of the target, if it is in object storage. */
  bucket?: BucketAddress;
  site?: string;
  /** Encryption key; without it the backup is not encrypted. */
  key?: EncryptionKey;
}

export interface RestoreCommand extends DatabaseOptions {
  file: string;
  /** Address of the file, if it is in object storage. */
  bucket?: BucketAddress;
  site?: string;
  replace: boolean;
  verify: boolean;
  key: EncryptionKey;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** @returns the parsed command, or the error in the arguments */
export function parseBackupCommand(args: string[], environment: Environment): BackupCommand | { error: string } {
  const options = { site: { type: 'string' }, folder: { type: 'string' }, keep: { type: 'string' } } as const;
  const read = parse(args, options);
  if ('error' in read) return read;
  const target = backupTarget(read.files, read.values);
  if ('error' in target) return target;
  const bucket =
    'file' in target ? bucketOf(target.file, 'backup', environment) : bucketOf(target.folder, 'folder', environment);
  if (bucket && 'error' in bucket) return bucket;
  const recipients = list(environment.BACKUP_RECIPIENTS);
  const passphrase = environment.BACKUP_PASSPHRASE || undefined;
  if (passphrase !== undefined && recipients.length > 0)
    return { error: 'BACKUP_PASSPHRASE and BACKUP_RECIPIENTS: only one of them can encrypt a backup.' };
  const key = passphrase !== undefined || recipients.length > 0 ? { passphrase, recipients } : undefined;
  const site = read.values.site as string | undefined;
  return { ...databaseOf(environment), target, site, key, ...(bucket ? { bucket } : {}) };
}

function bucketOf(
  text: string,
  kind: 'backup' | 'folder',
  environment: Environment,
): BucketAddress | { error: string } | undefined {
  return isBucketAddress(text) ? parseBucketAddress(text, kind, environment) : undefined;
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
  if (files.length > 0)
    return { error: `Either a file or --folder: ${withoutAddresses(files.join(' '))} cannot be used with it.` };
  if (keep === undefined) return { folder };
  if (!/^[1-9]\d{0,4}$/.test(String(keep)))
    return { error: `--keep ${withoutAddresses(String(keep))}: how many backups stay is a whole number from 1 on.` };
  return { folder, keep: Number(keep) };
}

function oneFile(files: string[]): { file: string } | { error: string } {
  const [file, ...others] = files;
  if (file === undefined || file === '') return { error: 'Which file?' };
  if (others.length > 0) return { error: `One file at a time: ${withoutAddresses(others.join(' '))} cannot be used.` };
  return { file };
}

/** @returns the parsed command, or the error in the arguments */
export function parseRestoreCommand(args: string[], environment: Environment): RestoreCommand | { error: string } {
  const options = { site: { type: 'string' }, replace: { type: 'boolean' }, verify: { type: 'boolean' } } as const;
  const read = parse(args, options);
  if ('error' in read) return read;
  const one = oneFile(read.files);
  if ('error' in one) return one;
  if (one.file === '-') return { error: 'A backup is read twice, so it must be a file and not standard input.' };
  const bucket = bucketOf(one.file, 'backup', environment);
  if (bucket && 'error' in bucket) return bucket;
  const { site, replace, verify } = read.values;
  const key = { passphrase: environment.BACKUP_PASSPHRASE || undefined, identities: list(environment.BACKUP_IDENTITY) };
  return {
    ...databaseOf(environment),
    file: one.file,
    site: site as string | undefined,
    replace: replace === true,
    verify: verify === true,
    key,
    ...(bucket ? { bucket } : {}),
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
    return { error: withoutAddresses((error as Error).message) };
  }
}

/** Returns the database of a command from the environment. */
export function databaseOf({ DATA_DIR, DATABASE_URL }: Environment): DatabaseOptions {
  return { dataDir: DATA_DIR || 'data', databaseUrl: DATABASE_URL || undefined };
}

function list(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
