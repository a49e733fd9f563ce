import { createHash } from 'node:crypto';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { extract } from 'tar-stream';
import { ObjectStoreError } from '../object-storage/store-error.js';
import {
  type ArchiveHeader,
  type ArchiveManifest,
  BackupError,
  HEADER,
  MANIFEST,
  MAX_ENTRY_BYTES,
  parseHeader,
  parseManifest,
  tableOf,
} from './archive-contents.js';
import { AGE_MAGIC, decrypted, type EncryptionKey } from './archive-encryption.js';

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
 * @returns the header and the manifest
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
    else seen[name] = digestOf(data);
  }
  if (!header) throw new BackupError('This is not a backup of Causeboard.');
  if (!manifest) throw new BackupError(`The backup is cut off: ${MANIFEST} is missing.`);
  for (const [name, sum] of Object.entries(manifest.entries)) {
    if (seen[name] === undefined) throw new BackupError(`${name} is missing.`);
    if (seen[name] !== sum) throw new BackupError(`${name} has been changed: its checksum differs.`);
  }
  const surplus = Object.keys(seen).find((name) => manifest.entries[name] === undefined);
  if (surplus !== undefined) throw new BackupError(`${surplus} is not in ${MANIFEST}.`);
  return { header, manifest };
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
