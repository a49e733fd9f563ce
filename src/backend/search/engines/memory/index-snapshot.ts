import { fstatSync, read } from 'node:fs';
import { open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import type { BackendLogger } from '#contract/backend/backend.js';
import { makeFolder } from '../../../platform/embedded-postgres/data-folder.js';
import type { SavedPieces } from './memory-index.js';
import { LastingFile, type Positions, PositionsInFile, Room } from './segment/segment.js';
import type { SegmentPieces } from './segment/segment-format.js';

const readSome = promisify(read);

/** Format version of the file; files of other versions are not read. */
const FORMAT = 4;
const MAGIC = 'CBINDEX\n';
const FILE = 'snapshot';
const MAX_HEADER_BYTES = 1_000_000;
const CHUNK = 1024 * 1024;
const ABANDONED_AFTER_MS = 600_000;

/** An index as stored on disk. */
export interface IndexSnapshot {
  /** Identifies the database that the index was loaded from. */
  server: string;
  /** Position in the change log up to which the index contains all changes. */
  position: string;
  segments: readonly { head: Uint8Array; positions: Positions }[];
}

const headerSchema = z.object({
  format: z.literal(FORMAT),
  server: z.string(),
  position: z.string(),
  segments: z.array(
    z.object({ head: z.number().int().nonnegative(), positions: z.number().int().nonnegative(), crc: z.number() }),
  ),
});

/**
 * Replaces the snapshot atomically. Afterwards the positions are read from the file.
 */
export async function saveSnapshot(
  folder: string,
  { server, position, segments }: Omit<IndexSnapshot, 'segments'> & { segments: readonly SavedPieces[] },
): Promise<void> {
  makeFolder(folder);
  await removeAbandoned(folder);
  const making = join(folder, `${FILE}.${process.pid}-${Date.now()}.new`);
  const file = await open(making, 'w');
  try {
    const checked = [];
    for (const pieces of segments) {
      const head = lengthOf(pieces.head);
      checked.push({ head, positions: pieces.positions.length, crc: await checksumOf(chunksOf(pieces)) });
    }
    const header = Buffer.from(JSON.stringify({ format: FORMAT, server, position, segments: checked }));
    const lead = Buffer.alloc(MAGIC.length + 8);
    lead.write(MAGIC, 'latin1');
    lead.writeUInt32LE(header.length, MAGIC.length);
    lead.writeUInt32LE(crc32(header), MAGIC.length + 4);
    for (const piece of [lead, header]) await writeWhole(file, piece);
    for (const pieces of segments) for (const chunk of chunksOf(pieces)) await writeWhole(file, chunk);
    await file.sync();
    await file.close();
    const lasting = new LastingFile(making);
    await rename(making, join(folder, FILE));
    let end = lead.length + header.length;
    checked.forEach(({ head, positions }, at) => {
      segments[at]!.moved(new PositionsInFile(lasting, end + head, positions));
      end += head + positions;
    });
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(making, { force: true });
    throw error;
  }
}

/** @returns undefined if there is no snapshot, `unusable` with the reason if there is one that cannot be used */
export async function readSnapshot(folder: string): Promise<IndexSnapshot | { unusable: string } | undefined> {
  let file: LastingFile;
  try {
    file = new LastingFile(join(folder, FILE));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? undefined : { unusable: message };
  }
  try {
    const lead = await readWhole(file, 0, MAGIC.length + 8);
    if (lead?.toString('latin1', 0, MAGIC.length) !== MAGIC) return { unusable: 'it is of another kind' };
    const length = lead.readUInt32LE(MAGIC.length);
    const text = length > MAX_HEADER_BYTES ? undefined : await readWhole(file, lead.length, length);
    if (!text || crc32(text) !== lead.readUInt32LE(MAGIC.length + 4)) return { unusable: 'it is damaged' };
    const header = headerSchema.safeParse(JSON.parse(text.toString()));
    if (!header.success) return { unusable: 'it is of another version' };
    const segments = [];
    let end = lead.length + length;
    for (const { head: headBytes, positions: positionBytes, crc } of header.data.segments) {
      const head = await readWhole(file, end, headBytes);
      const positions = new PositionsInFile(file, end + headBytes, positionBytes);
      end += headBytes + positionBytes;
      if (!head || end > fstatSync(file.descriptor).size) return { unusable: 'it is cut off' };
      if ((await checksumOf(chunksOf({ head: [head], positions }))) !== crc) return { unusable: 'it is damaged' };
      segments.push({ head, positions });
    }
    return { ...header.data, segments };
  } catch (error) {
    return { unusable: (error as Error).message };
  }
}

/** @returns undefined if the file is too short */
async function readWhole({ descriptor }: LastingFile, start: number, length: number): Promise<Buffer | undefined> {
  if (start + length > fstatSync(descriptor).size) return undefined;
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length;) {
    const { bytesRead } = await readSome(descriptor, bytes, at, Math.min(CHUNK, length - at), start + at);
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

/** Yields the bytes of a segment in chunks. Each chunk must be used before the next one is requested. */
function* chunksOf({ head, positions }: SegmentPieces): Generator<Uint8Array> {
  for (const piece of head) for (let at = 0; at < piece.byteLength; at += CHUNK) yield piece.subarray(at, at + CHUNK);
  const room = new Room();
  for (let at = 0; at < positions.length; at += CHUNK)
    yield positions.read(at, Math.min(at + CHUNK, positions.length), room);
}

/** Yields to the event loop between chunks. */
async function checksumOf(chunks: Iterable<Uint8Array>): Promise<number> {
  let crc = 0;
  for (const chunk of chunks) {
    crc = crc32(chunk, crc);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return crc;
}

function lengthOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** Removes unfinished files of processes that were killed while they wrote them. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.new')) continue;
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs > ABANDONED_AFTER_MS) await rm(join(folder, name), { force: true });
  }
}

type Contents = Parameters<typeof saveSnapshot>[1];

const PART_THAT_MATTERS = 0.05;
const PAUSE_MS = 60_000;
const QUIET_MS = 5 * 60_000;

/** Saves the index after enough changes, after a period without changes, and when it is closed. */
export class SnapshotWriter {
  private unsaved = 0;
  private savedAt = -Infinity;
  private timer: NodeJS.Timeout | undefined;
  private saving: Promise<void> | undefined;
  private failed = false;
  private closed = false;

  /** @param contents returns the current state to save; undefined if it should not be saved */
  constructor(
    private readonly folder: string,
    private readonly logger: BackendLogger,
    private readonly contents: () => Contents | undefined,
  ) {}

  /** @param changes number of new changes @param documents total number of documents */
  noteChanges(changes: number, documents: number): void {
    this.unsaved += changes;
    const isMuch = this.unsaved > documents * PART_THAT_MATTERS;
    this.saveIn(isMuch ? Math.max(this.savedAt + PAUSE_MS - performance.now(), 0) : QUIET_MS);
  }

  saveSoon(): void {
    this.unsaved++;
    this.saveIn(0);
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    await this.saving;
    if (this.unsaved > 0) await this.save();
  }

  private saveIn(ms: number): void {
    clearTimeout(this.timer);
    if (this.closed) return;
    this.timer = setTimeout(() => {
      this.saving ??= this.save().finally(() => (this.saving = undefined));
    }, ms);
    this.timer.unref();
  }

  private async save(): Promise<void> {
    const contents = this.contents();
    if (!contents) {
      // Try again soon.
      this.saveIn(PAUSE_MS);
      return;
    }
    const { unsaved } = this;
    try {
      await saveSnapshot(this.folder, contents);
      this.unsaved -= unsaved;
      this.savedAt = performance.now();
      this.failed = false;
    } catch (error) {
      if (!this.failed) this.logger.warn({ error: String(error) }, 'The search index could not be saved');
      this.failed = true;
    }
  }
}
