import { parseFilesUrl } from '#contract/backend/file-store.js';
import type { BucketOptions } from './backup-bucket.js';

type Environment = Readonly<Record<string, string | undefined>>;

export interface BucketAddress {
  bucket: BucketOptions;
  /** Name of a single backup; empty if the address is that of a folder with several. */
  name: string;
}

const SCHEME = 's3://';

export function isBucketAddress(text: string): boolean {
  return text.toLowerCase().startsWith(SCHEME);
}

/**
 * Parses the address of a backup in object storage, or of a folder with several. The syntax is that of `FILES_URL`, which also provides
 * missing parameters.
 *
 * @returns the address, or an error message; the message never repeats the text, which may contain a secret by mistake
 */
export function parseBucketAddress(
  text: string,
  kind: 'backup' | 'folder',
  environment: Environment,
): BucketAddress | { error: string } {
  const own = parseFilesUrl(text);
  if ('error' in own) return { error: `The address of a backup in object storage ${own.error}.` };
  const url = new URL(text);
  if (url.search === '' && environment.FILES_URL) {
    const files = parseFilesUrl(environment.FILES_URL);
    if ('error' in files) return { error: `FILES_URL: ${files.error}.` };
    url.search = new URL(environment.FILES_URL).search;
  }
  const parts = url.pathname.split('/').filter((part) => part !== '');
  if (kind === 'backup' && (parts.length === 0 || url.pathname.endsWith('/')))
    return { error: 'The address of a backup ends with its name; an address of many is for --folder.' };
  const name = kind === 'backup' ? parts.pop()! : '';
  url.pathname = parts.join('/');
  const key = keyOf(environment);
  if ('error' in key) return key;
  const shown = `${SCHEME}${[url.hostname, ...parts].join('/')}/`;
  return { bucket: { store: { url: url.href, ...key }, shown }, name };
}

/** Backups may be at another provider than files, and the key for files must not be sent there. */
function keyOf(environment: Environment): { accessKeyId: string; secretAccessKey: string } | { error: string } {
  const { BACKUP_AWS_ACCESS_KEY_ID: ownId, BACKUP_AWS_SECRET_ACCESS_KEY: ownSecret } = environment;
  if (ownId && ownSecret) return { accessKeyId: ownId, secretAccessKey: ownSecret };
  if (ownId || ownSecret)
    return { error: 'BACKUP_AWS_ACCESS_KEY_ID and BACKUP_AWS_SECRET_ACCESS_KEY are set together.' };
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret } = environment;
  if (id && secret) return { accessKeyId: id, secretAccessKey: secret };
  return {
    error:
      'A backup in object storage needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or BACKUP_AWS_ACCESS_KEY_ID and BACKUP_AWS_SECRET_ACCESS_KEY for a key of its own.',
  };
}

/** Masks addresses in typed text, since they may contain a key by mistake. */
export function withoutAddresses(text: string): string {
  return text.replace(/s3:\/\/\S+/gi, 's3://…');
}
