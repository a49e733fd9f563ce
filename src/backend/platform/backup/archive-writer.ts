import { createHash } from 'node:crypto';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { pack, type Pack } from 'tar-stream';
import { type ArchiveHeader, type ArchiveManifest, HEADER, MANIFEST, partName } from './archive-contents.js';
import { encrypted, type EncryptionKey } from './archive-encryption.js';

/** Maximum size of a part of a table, which is held in memory. */
const PART_BYTES = 4_000_000;

/** Writes a backup sequentially, keeping no more than a few parts in memory. */
export class ArchiveWriter {
  private readonly entries: Record<string, string> = {};

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
   * @param rows in the format that PostgreSQL's COPY sends
   * @returns their size in bytes
   */
  async addTable(table: string, rows: AsyncIterable<Buffer>): Promise<number> {
    let part = 0;
    let bytes = 0;
    let held: Buffer[] = [];
    let heldBytes = 0;
    const flush = async (): Promise<void> => {
      await this.add(partName(table, ++part), Buffer.concat(held));
      [held, heldBytes] = [[], 0];
    };
    for await (const chunk of rows) {
      held.push(chunk);
      heldBytes += chunk.length;
      bytes += chunk.length;
      if (heldBytes >= PART_BYTES) await flush();
    }
    if (heldBytes > 0) await flush();
    return bytes;
  }

  /** Completes the archive. */
  async close(facts: Pick<ArchiveManifest, 'rows' | 'sequences'>): Promise<void> {
    const manifest: ArchiveManifest = { ...facts, entries: { ...this.entries } };
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
