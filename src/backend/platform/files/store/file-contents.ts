import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import type { Database } from '../../database/schema.js';
import { ObjectStoreError } from '../../object-storage/s3-client.js';
import type { ObjectStore } from './s3-store.js';

/** An object that has been opened for reading. */
export interface OpenedObject {
  size: number;
  /** Throws ObjectStoreError before its last chunk if the object differs from what was stored. */
  body: AsyncIterable<Uint8Array>;
}

/** Reads the contents of files in object storage. */
export class FileContents {
  constructor(
    private readonly database: Kysely<Database>,
    private readonly store: ObjectStore | undefined,
    private readonly logger: BackendLogger,
  ) {}

  /**
   * @param from offset of the first byte to read; the checksum is verified only for whole objects
   * @throws ObjectStoreError if the object is not available; the reason is logged
   */
  async open(key: string, from = 0): Promise<OpenedObject> {
    try {
      return await this.find(key, from);
    } catch (error) {
      this.report(key, error);
      throw error;
    }
  }

  /** @throws ObjectStoreError */
  async read(key: string): Promise<Buffer> {
    return wholeOf((await this.open(key)).body);
  }

  private async find(key: string, from: number): Promise<OpenedObject> {
    if (!this.store)
      throw new ObjectStoreError('not-configured', 'A file is in a file store, but FILES_URL is not set');
    const known = await this.database
      .selectFrom('stored_object')
      .select(['size', 'sha256', 'state'])
      .where('key', '=', key)
      .executeTakeFirst();
    if (known?.size == null || !known.sha256 || known.state !== 'stored')
      throw new ObjectStoreError('missing', 'The object of a file is no longer in the file store');
    const { size, sha256 } = known;
    const body = from >= size && size > 0 ? none() : await this.store.get(key, from);
    return { size, body: this.whole(key, body, { bytes: size - from, sha256: from === 0 ? sha256 : undefined }) };
  }

  /** Holds back the last chunk until the whole object is verified, so that a damaged file is never complete for its recipient. */
  private async *whole(
    key: string,
    body: AsyncIterable<Uint8Array>,
    expected: { bytes: number; sha256?: Buffer },
  ): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    let bytes = 0;
    let last: Uint8Array | undefined;
    try {
      for await (const piece of body) {
        if (last) yield last;
        hash.update(piece);
        bytes += piece.length;
        last = piece;
      }
      if (bytes !== expected.bytes || (expected.sha256 && !hash.digest().equals(expected.sha256)))
        throw new ObjectStoreError(
          'damaged',
          'An object in the file store is damaged: it differs from what was written',
        );
    } catch (error) {
      this.report(key, error);
      throw error;
    }
    if (last) yield last;
  }

  private report(key: string, error: unknown): void {
    if (error instanceof ObjectStoreError)
      this.logger.error({ object: key, failure: error.failure, error: error.message }, 'A file cannot be read');
  }
}

export async function wholeOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* none(): AsyncGenerator<Uint8Array> {
  // The requested range starts after the last byte.
}

/**
 * Runs an operation that reads an object, and repeats it once if the object is missing: the file may have been moved back to the database
 * in the meantime.
 *
 * @param read looks up the location of the file at each call
 */
export async function readingAgain<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ObjectStoreError && error.failure === 'missing') return read();
    throw error;
  }
}
