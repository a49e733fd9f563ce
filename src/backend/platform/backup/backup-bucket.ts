import { Readable, type Writable } from 'node:stream';
import { type FileStoreOptions, parseFilesUrl } from '#contract/backend/file-store.js';
import { abortUpload, MultipartUpload } from '../object-storage/multipart-upload.js';
import {
  createS3Client,
  discard,
  type S3Client,
  ObjectStoreError,
  withRetries,
  type ListedObject,
  listObjects,
  readUploadList,
} from '../object-storage/s3-client.js';
import { type ArchiveSource, BackupError } from './archive.js';
import type { BackupFolder, StoredBackup } from './backup-folder.js';

const OK = 200;
const PARTIAL = 206;
const NO_CONTENT = 204;
const NOT_FOUND = 404;
const PRECONDITION_FAILED = 412;
const SCHEME = 's3://';

/** Prefix of a bucket under which each backup is stored by its name. */
export interface BucketOptions {
  /** Options of the store with the prefix; the URL has been validated. */
  store: FileStoreOptions;
  /** Address for messages: without parameters, with a trailing slash. */
  shown: string;
  partBytes?: number;
  /** Wait before the first retry of a request, in milliseconds. */
  firstWaitMs?: number;
}

/** Backups in S3-compatible object storage. All methods also throw ObjectStoreError. */
export class BackupBucket implements BackupFolder {
  private readonly client: S3Client;

  constructor(private readonly options: BucketOptions) {
    this.client = createS3Client(options.store, 'The storage of backups');
  }

  get address(): string {
    return this.options.shown;
  }

  /**
   * Writes a backup that becomes visible only when it is complete. A process that is killed leaves parts, but no object.
   *
   * @param write closes the stream that it receives
   * @throws BackupError if a backup of this name exists already
   */
  async write<T>(name: string, write: (output: Writable) => Promise<T>): Promise<T> {
    await this.requireNew(name);
    const upload = await MultipartUpload.begin(this.client, this.urlOf(name), this.options);
    try {
      const result = await write(upload.output);
      await this.requireNew(name);
      await upload.complete();
      return result;
    } catch (error) {
      const { errored } = upload.output;
      // The first failure is more informative than one of aborting; leftover parts are deleted along with old backups.
      await upload.abort().catch(() => undefined);
      throw errored instanceof ObjectStoreError ? errored : error;
    }
  }

  /** Every later read must return the version that was read first: a backup that was replaced in the meantime is rejected. */
  source(name: string): ArchiveSource {
    const version: Version = {};
    return () => Readable.from(this.pieces(name, version), { objectMode: false });
  }

  async list(beginning = ''): Promise<StoredBackup[]> {
    const found: StoredBackup[] = [];
    const { prefix } = this.client.address;
    for await (const { key, writtenAt } of this.objects(beginning)) {
      const name = key.slice(prefix.length);
      if (!name.includes('/')) found.push({ name, writtenAt });
    }
    return found;
  }

  async delete(name: string): Promise<void> {
    const accepted = [OK, NO_CONTENT, NOT_FOUND];
    await discard(await this.client.send({ operation: 'delete', method: 'DELETE', url: this.urlOf(name), accepted }));
  }

  async deleteIncomplete(isOwn: (name: string) => boolean, before: Date): Promise<void> {
    const { bucket, prefix } = this.client.address;
    const query = new URLSearchParams({ uploads: '', prefix });
    const url = `${bucket}?${query.toString()}`;
    const response = await this.client.send({ operation: 'list uploads', url, accepted: [OK] });
    for (const { key, id, begunAt } of readUploadList(await response.text())) {
      const name = key.slice(prefix.length);
      if (key.startsWith(prefix) && isOwn(name) && begunAt < before)
        await abortUpload(this.client, this.urlOf(name), id);
    }
  }

  private urlOf(name: string): string {
    return `${this.client.address.base}/${name}`;
  }

  private objects(beginning: string): AsyncGenerator<ListedObject> {
    const { address } = this.client;
    const ask = (url: string) => this.client.send({ operation: 'list', url, accepted: [OK] });
    return listObjects(address, address.prefix + beginning, ask);
  }

  private async requireNew(name: string): Promise<void> {
    const isThere = (await this.list(name)).some((each) => each.name === name);
    if (isThere) throw new BackupError(`${this.address}${name} exists already; a backup never replaces another one.`);
  }

  /** Resumes the download after a broken connection. */
  private async *pieces(name: string, version: Version): AsyncGenerator<Uint8Array> {
    let at = 0;
    for (let isFirst = version.tag === undefined; ; isFirst = false) {
      // The first request is not retried, so that a wrong address fails at once.
      const response = isFirst
        ? await this.open(name, at, version)
        : await withRetries(() => this.open(name, at, version), this.options);
      const begunAt = at;
      try {
        for await (const piece of this.client.piecesOf(response)) {
          at += piece.length;
          yield piece;
        }
        return;
      } catch (error) {
        const isPassing = error instanceof ObjectStoreError && error.failure === 'unreachable' && at > begunAt;
        if (!isPassing) throw error;
      }
    }
  }

  private async open(name: string, at: number, version: Version): Promise<Response> {
    const shown = `${this.address}${name}`;
    const headers: Record<string, string> = at > 0 ? { range: `bytes=${at}-` } : {};
    if (version.tag !== undefined) headers['if-match'] = version.tag;
    const accepted = [at > 0 ? PARTIAL : OK, PRECONDITION_FAILED];
    const replaced = `${shown} was replaced or deleted while it was read: nothing has been changed. Try again.`;
    let response: Response;
    try {
      response = await this.client.send({ operation: 'get', url: this.urlOf(name), headers, accepted });
    } catch (error) {
      if (!(error instanceof ObjectStoreError && error.failure === 'missing')) throw error;
      throw new BackupError(version.tag === undefined ? `There is no backup ${shown}.` : replaced);
    }
    const tag = response.headers.get('etag');
    // A store that does not support `If-Match` answers with the new version, so the tags are compared as well.
    if (response.status !== PRECONDITION_FAILED && tag !== null && tag === (version.tag ??= tag)) return response;
    await discard(response);
    if (version.tag !== undefined) throw new BackupError(replaced);
    throw new BackupError(`The storage of backups does not say which version of ${shown} it has.`);
  }
}

/** Version of an object, set by the first response. */
interface Version {
  tag?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

export interface BucketAddress {
  bucket: BucketOptions;
  /** Name of a single backup; empty if the address is that of a folder with several. */
  name: string;
}

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
