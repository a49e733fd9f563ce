import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { z } from 'zod';

/** Of what the file holds; one that differs is not read. */
const FORMAT = 1;
const MAGIC = 'CBINDEX\n';
const FILE = 'snapshot';
const LARGEST_HEADER = 1_000_000;
const CHUNK = 4 * 1024 * 1024;
const ABANDONED_AFTER_MS = 600_000;

/** An index as it lies on disk. */
export interface IndexSnapshot {
  /** Which database it is of. */
  server: string;
  /** Up to where the log of changes is in it. */
  position: string;
  segments: readonly Uint8Array[];
}

const headerSchema = z.object({
  format: z.literal(FORMAT),
  server: z.string(),
  position: z.string(),
  segments: z.array(z.object({ bytes: z.number().int().nonnegative(), crc: z.number() })),
});

/**
 * Writes a snapshot in the place of the last one: whole or not at all, whatever happens on the way.
 *
 * @param segments each in pieces, which are written one after the other.
 */
export async function saveSnapshot(
  folder: string,
  { server, position, segments }: Omit<IndexSnapshot, 'segments'> & { segments: readonly (readonly Uint8Array[])[] },
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await removeAbandoned(folder);
  const making = join(folder, `${FILE}.${process.pid}-${Date.now()}.new`);
  const file = await open(making, 'w');
  try {
    const checked = [];
    for (const pieces of segments) checked.push({ bytes: lengthOf(pieces), crc: await checksumOf(pieces) });
    const header = Buffer.from(JSON.stringify({ format: FORMAT, server, position, segments: checked }));
    const lead = Buffer.alloc(MAGIC.length + 8);
    lead.write(MAGIC, 'latin1');
    lead.writeUInt32LE(header.length, MAGIC.length);
    lead.writeUInt32LE(crc32(header), MAGIC.length + 4);
    for (const piece of [lead, header, ...segments.flat()]) await writeWhole(file, piece);
    await file.sync();
    await file.close();
    await rename(making, join(folder, FILE));
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(making, { force: true });
    throw error;
  }
}

/** @returns why there is nothing to use where that is worth a word; undefined: there is no snapshot. */
export async function readSnapshot(folder: string): Promise<IndexSnapshot | { unusable: string } | undefined> {
  let file: FileHandle;
  try {
    file = await open(join(folder, FILE), 'r');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? undefined : { unusable: message };
  }
  try {
    const lead = await readWhole(file, MAGIC.length + 8);
    if (lead?.toString('latin1', 0, MAGIC.length) !== MAGIC) return { unusable: 'it is of another kind' };
    const length = lead.readUInt32LE(MAGIC.length);
    const text = length > LARGEST_HEADER ? undefined : await readWhole(file, length);
    if (!text || crc32(text) !== lead.readUInt32LE(MAGIC.length + 4)) return { unusable: 'it is damaged' };
    const header = headerSchema.safeParse(JSON.parse(text.toString()));
    if (!header.success) return { unusable: 'it is of another version' };
    const segments: Uint8Array[] = [];
    for (const { bytes, crc } of header.data.segments) {
      const segment = await readWhole(file, bytes);
      if (!segment) return { unusable: 'it is cut off' };
      if ((await checksumOf([segment])) !== crc) return { unusable: 'it is damaged' };
      segments.push(segment);
    }
    return { ...header.data, segments };
  } catch (error) {
    return { unusable: (error as Error).message };
  } finally {
    await file.close();
  }
}

/** @returns undefined when the file ends before. */
async function readWhole(file: FileHandle, length: number): Promise<Buffer | undefined> {
  const { size } = await file.stat();
  if (length > size) return undefined;
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length;) {
    const { bytesRead } = await file.read(bytes, at, Math.min(CHUNK, length - at));
    if (bytesRead === 0) return undefined;
    at += bytesRead;
  }
  return bytes;
}

async function writeWhole(file: FileHandle, piece: Uint8Array): Promise<void> {
  for (let at = 0; at < piece.byteLength;) {
    const { bytesWritten } = await file.write(piece, at, Math.min(CHUNK, piece.byteLength - at));
    at += bytesWritten;
  }
}

/** A chunk at a time, so that others get their turn. */
async function checksumOf(pieces: readonly Uint8Array[]): Promise<number> {
  let crc = 0;
  for (const piece of pieces) {
    for (let at = 0; at < piece.byteLength; at += CHUNK) {
      crc = crc32(piece.subarray(at, at + CHUNK), crc);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return crc;
}

function lengthOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** What a process that was killed while it wrote has left behind. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.new')) continue;
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs > ABANDONED_AFTER_MS) await rm(join(folder, name), { force: true });
  }
}
