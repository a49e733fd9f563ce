import { createHash } from 'node:crypto';
import { PassThrough, Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress, constants, createZstdCompress } from 'node:zlib';
import { extract, pack, type Pack } from 'tar-stream';
import { Decrypter, Encrypter } from 'age-encryption';
import { z } from 'zod';
import { ObjectStoreError } from '../object-storage/s3-client.js';

/**
 * Contents of a backup. An archive is a tar file compressed by zstd: `header.json`, then the rows of each table in the text format of
 * PostgreSQL's COPY, in parts of a few megabytes (`tables/job/00001`), and at the end `manifest.json` with a checksum of every entry.
 */
const HEADER = 'header.json';

const MANIFEST = 'manifest.json';
export const ARCHIVE_FORMAT = 1;

/** Maximum size of an entry in a backup. */
const MAX_ENTRY_BYTES = 16_000_000;

const sqlName = z.string().regex(/^[a-z_][a-z0-9_]*$/);

const archiveHeader = z.strictObject({
  product: z.literal('causeboard'),
  format: z.number().int().positive(),
  release: z.string(),
  /** Time of the snapshot in ISO 8601. */
  takenAt: z.iso.datetime(),
  /** Migrations of the database in the order in which they ran. */
  migrations: z.array(z.string()).min(1),
  postgresMajor: z.number().int(),
  /** Site that the rows belong to; null for all sites. */
  site: z.string().nullable(),
  /** Tables in the order of the archive. */
  tables: z.array(z.strictObject({ name: sqlName, columns: z.array(sqlName).min(1) })),
});

const archiveManifest = z.strictObject({
  rows: z.record(sqlName, z.number().int().nonnegative()),
  sequences: z.array(z.strictObject({ name: sqlName, value: z.string().regex(/^\d+$/), isCalled: z.boolean() })),
  /** SHA-256 of each entry, in hexadecimal. */
  entries: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)),
});

/** The backup cannot be used or cannot be stored; the message says why. */
export class BackupError extends Error {}

/** Maximum size of a part of a table, which is held in memory. */
const PART_BYTES = 4_000_000;
/** First bytes of an encrypted file. */
const AGE_MAGIC = 'age-encryption.org/v1';

/** A part of a table. */
export interface TablePart {
  table: string;
  data: Buffer;
}

/** Opens an archive for reading from the start; may be called repeatedly. */
export type ArchiveSource = () => Readable;

/**
 * Reads a whole archive and compares each entry with its checksum.
 *
 * @param onEntry called with the name of each entry before it is read
 * @returns the header and the manifest; its number of rows is that of the archive, because earlier releases may have stored a wrong one
 * @throws BackupError with the name of the entry if the archive is truncated, or an entry is changed, missing or unknown
 */
export async function verifyArchive(
  source: ArchiveSource,
  key: EncryptionKey,
  onEntry: (name: string) => void = () => undefined,
): Promise<{ header: ArchiveHeader; manifest: ArchiveManifest }> {
  let header: ArchiveHeader | undefined;
  let manifest: ArchiveManifest | undefined;
  const seen: Record<string, string> = {};
  const rows: Record<string, number> = {};
  for await (const { name, data } of entriesOf(source(), key)) {
    onEntry(name);
    if (!header) {
      if (name !== HEADER) throw new BackupError('This is not a backup of Causeboard.');
      header = parseHeader(data.toString());
    } else if (manifest) throw new BackupError(`${name} follows the end of the backup.`);
    if (name === MANIFEST) manifest = parseManifest(data.toString());
    else if (seen[name] !== undefined) throw new BackupError(`${name} occurs twice.`);
    else if (name !== HEADER && !header.tables.some((table) => table.name === tableOf(name)))
      throw new BackupError(`${name} does not belong to any table of the backup.`);
    else {
      seen[name] = digestOf(data);
      const table = tableOf(name);
      if (table !== undefined) rows[table] = (rows[table] ?? 0) + countLines(data);
    }
  }
  if (!header) throw new BackupError('This is not a backup of Causeboard.');
  if (!manifest) throw new BackupError(`The backup is cut off: ${MANIFEST} is missing.`);
  for (const [name, sum] of Object.entries(manifest.entries)) {
    if (seen[name] === undefined) throw new BackupError(`${name} is missing.`);
    if (seen[name] !== sum) throw new BackupError(`${name} has been changed: its checksum differs.`);
  }
  const surplus = Object.keys(seen).find((name) => manifest.entries[name] === undefined);
  if (surplus !== undefined) throw new BackupError(`${surplus} is not in ${MANIFEST}.`);
  for (const { name } of header.tables) rows[name] ??= 0;
  return { header, manifest: { ...manifest, rows } };
}

/**
 * Returns the rows of an archive that has been verified.
 *
 * @param verified manifest that the verification returned
 * @throws BackupError if the archive has changed since then
 */
export async function* tableParts(
  source: ArchiveSource,
  key: EncryptionKey,
  verified: Pick<ArchiveManifest, 'entries'>,
): AsyncGenerator<TablePart> {
  for await (const { name, data } of entriesOf(source(), key)) {
    const table = tableOf(name);
    if (table === undefined) continue;
    if (verified.entries[name] !== digestOf(data))
      throw new BackupError(`${name} was changed while the backup was read. Try again.`);
    yield { table, data };
  }
}

const NEWLINE = 10;

/** Returns the number of rows: COPY ends each with a newline, and escapes those within values. */
function countLines(data: Buffer): number {
  let lines = 0;
  for (let at = data.indexOf(NEWLINE); at >= 0; at = data.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}

function digestOf(data: Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

async function* entriesOf(stored: Readable, key: EncryptionKey): AsyncGenerator<{ name: string; data: Buffer }> {
  const tar = extract();
  let last = 'its beginning';
  const compressed = await withoutEncryption(stored, key);
  const reading = pipeline(compressed, createZstdDecompress(), tar);
  reading.catch(() => undefined);
  try {
    for await (const entry of tar) {
      const { name, size } = entry.header;
      if (size > MAX_ENTRY_BYTES)
        throw new BackupError(`${name} has ${size} bytes, more than the maximum for an entry.`);
      const parts: Buffer[] = [];
      for await (const part of entry) parts.push(part as Buffer);
      last = name;
      yield { name, data: Buffer.concat(parts) };
    }
    await reading;
  } catch (error) {
    if (error instanceof BackupError || error instanceof ObjectStoreError) throw error;
    throw new BackupError(`The backup is cut off or damaged after ${last}: ${(error as Error).message}.`);
  } finally {
    stored.destroy();
  }
}

async function withoutEncryption(stored: Readable, key: EncryptionKey): Promise<Readable> {
  const through = new PassThrough();
  const begin = await beginOf(stored, AGE_MAGIC.length);
  through.write(begin);
  void pipeline(stored, through).catch((error: unknown) => through.destroy(error as Error));
  const isEncrypted = begin.subarray(0, AGE_MAGIC.length).toString('latin1') === AGE_MAGIC;
  return isEncrypted ? decrypted(through, key) : through;
}

/** @returns the first bytes of a stream, possibly followed by further ones already received */
async function beginOf(stored: Readable, bytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const read = (): void => {
      const begin = (stored.read(bytes) ?? (stored.readableEnded ? Buffer.alloc(0) : null)) as Buffer | null;
      if (begin === null) return;
      stored.off('readable', read).off('end', read);
      resolve(begin);
    };
    stored.on('readable', read).on('end', read).once('error', reject);
  });
}

/** Writes a backup sequentially, keeping no more than a few parts in memory. */
export class ArchiveWriter {
  private readonly entries: Record<string, string> = {};
  private readonly rows: Record<string, number> = {};

  private constructor(
    private readonly tar: Pack,
    private readonly written: Promise<void>,
    private readonly takenAt: Date,
  ) {}

  /** @param output is closed when the archive is complete */
  static async open(header: ArchiveHeader, output: Writable, key?: EncryptionKey): Promise<ArchiveWriter> {
    const tar = pack();
    const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
    const through = new PassThrough();
    const compressed = pipeline(tar, compress, through);
    const stored: Readable = key ? await encrypted(through, key) : through;
    const written = Promise.all([compressed, pipeline(stored, output)]).then(() => undefined);
    // A failure is reported by the method that waits for the archive, at the latest by `close`.
    written.catch(() => undefined);
    const writer = new ArchiveWriter(tar, written, new Date(header.takenAt));
    await writer.add(HEADER, Buffer.from(JSON.stringify(header, undefined, 2)));
    return writer;
  }

  /**
   * @param lines rows in the format that PostgreSQL's COPY sends
   * @returns their number, and their size in bytes
   */
  async addTable(table: string, lines: AsyncIterable<Buffer>): Promise<{ rows: number; bytes: number }> {
    let part = 0;
    let rows = 0;
    let bytes = 0;
    let held: Buffer[] = [];
    let heldBytes = 0;
    const flush = async (): Promise<void> => {
      await this.add(partName(table, ++part), Buffer.concat(held));
      [held, heldBytes] = [[], 0];
    };
    for await (const chunk of lines) {
      held.push(chunk);
      heldBytes += chunk.length;
      bytes += chunk.length;
      rows += countLines(chunk);
      if (heldBytes >= PART_BYTES) await flush();
    }
    if (heldBytes > 0) await flush();
    this.rows[table] = rows;
    return { rows, bytes };
  }

  /** Completes the archive. */
  async close({ sequences }: Pick<ArchiveManifest, 'sequences'>): Promise<void> {
    const manifest: ArchiveManifest = { rows: this.rows, sequences, entries: this.entries };
    await this.add(MANIFEST, Buffer.from(JSON.stringify(manifest, undefined, 2)));
    this.tar.finalize();
    await this.written;
  }

  /** Stops writing. The output written so far is not a valid archive. */
  abort(error: Error): void {
    this.tar.destroy(error);
  }

  private async add(name: string, data: Buffer): Promise<void> {
    this.entries[name] = createHash('sha256').update(data).digest('hex');
    const added = new Promise<void>((resolve, reject) => {
      this.tar.entry({ name, size: data.length, mode: 0o600, mtime: this.takenAt }, data, (error) =>
        error ? reject(error) : resolve(),
      );
    });
    await Promise.race([added, this.written.then(() => added)]);
  }
}

/** Keys of an encrypted archive, in the format of age (age-encryption.org). */
export interface EncryptionKey {
  /** For both encryption and decryption. */
  passphrase?: string;
  /** Public keys (`age1…`) whose owners may decrypt the archive. */
  recipients?: readonly string[];
  /** Private keys (`AGE-SECRET-KEY-1…`) for decryption. */
  identities?: readonly string[];
}

/** @throws BackupError if a key is invalid */
async function encrypted(plain: Readable, { passphrase, recipients = [] }: EncryptionKey): Promise<Readable> {
  const encrypter = new Encrypter();
  try {
    if (passphrase !== undefined) encrypter.setPassphrase(passphrase);
    for (const recipient of recipients) encrypter.addRecipient(recipient);
  } catch (error) {
    throw new BackupError(`The backup cannot be encrypted: ${(error as Error).message}.`);
  }
  return Readable.fromWeb(await encrypter.encrypt(Readable.toWeb(plain)));
}

/** @throws BackupError if no key fits */
async function decrypted(secret: Readable, { passphrase, identities = [] }: EncryptionKey): Promise<Readable> {
  if (passphrase === undefined && identities.length === 0) {
    throw new BackupError('The backup is encrypted: BACKUP_PASSPHRASE or BACKUP_IDENTITY is needed.');
  }
  const decrypter = new Decrypter();
  try {
    if (passphrase !== undefined) decrypter.addPassphrase(passphrase);
    for (const identity of identities) decrypter.addIdentity(identity);
    return Readable.fromWeb(await decrypter.decrypt(Readable.toWeb(secret)));
  } catch (error) {
    throw new BackupError(`The backup cannot be decrypted: ${(error as Error).message}.`);
  }
}

export type ArchiveHeader = z.infer<typeof archiveHeader>;

export type ArchiveManifest = z.infer<typeof archiveManifest>;

/** @throws BackupError if the text is not a header, or has a later format */
function parseHeader(json: string): ArchiveHeader {
  const read = parse(json, HEADER) as { product?: unknown; format?: unknown } | null;
  if (read?.product !== 'causeboard') throw new BackupError('This is not a backup of Causeboard.');
  if (typeof read.format === 'number' && read.format > ARCHIVE_FORMAT) {
    throw new BackupError(
      `${HEADER}: the backup has format ${read.format}, and this release reads up to ${ARCHIVE_FORMAT}. Restore it with the release that made it.`,
    );
  }
  return checked(archiveHeader, read, HEADER);
}

/** @throws BackupError if the text is not a manifest */
function parseManifest(json: string): ArchiveManifest {
  return checked(archiveManifest, parse(json, MANIFEST), MANIFEST);
}

function parse(json: string, entry: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new BackupError(`${entry} is not JSON.`);
  }
}

function checked<T>(schema: z.ZodType<T>, value: unknown, entry: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new BackupError(`${entry}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not valid'}`);
}

/** Name of the entry with a part of a table; parts are numbered from 1. */
function partName(table: string, part: number): string {
  return `tables/${table}/${String(part).padStart(5, '0')}`;
}

/** @returns the table that an entry belongs to; undefined if the entry is not a part of a table */
function tableOf(entry: string): string | undefined {
  return /^tables\/([a-z_][a-z0-9_]*)\/\d+$/.exec(entry)?.[1];
}
