import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import type { Database } from '../../database/schema.js';
import { ObjectStoreError } from '../../object-storage/store-error.js';
import type { ObjectStore } from './object-store.js';

/** An object as somebody is about to read it. */
export interface OpenedObject {
  size: number;
  /** Fails with ObjectStoreError before its last piece where the object is not what was stored. */
  body: AsyncIterable<Uint8Array>;
}

/** Reads the bytes of files that are in object storage. */
export class FileContents {
  constructor(
    private readonly database: Kysely<Database>,
    private readonly store: ObjectStore | undefined,
    private readonly logger: BackendLogger,
  ) {}

  /**
   * @param from the first byte that is wanted; the checksum is compared only for whole objects
   * @throws ObjectStoreError where it cannot be had now; the log says why
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
      throw new ObjectStoreError('not-configured', 'A file is in a file store, and FILES_URL is not set');
    const known = await this.database
      .selectFrom('stored_object')
      .select(['size', 'sha256', 'state'])
      .where('key', '=', key)
      .executeTakeFirst();
    if (known?.size == null || !known.sha256 || known.state !== 'stored')
      throw new ObjectStoreError('missing', 'The object of a file is not in the store any more');
    const { size, sha256 } = known;
    const body = from >= size && size > 0 ? none() : await this.store.get(key, from);
    return { size, body: this.whole(key, body, { bytes: size - from, sha256: from === 0 ? sha256 : undefined }) };
  }

  /** The last piece follows when all of it is known to be right, so that nobody takes a damaged file for a whole one. */
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
        throw new ObjectStoreError('damaged', 'An object of the store is not what was written to it');
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
  // There is nothing after the last byte.
}

/**
 * Does something that reads an object, and once more if the object is missing: the file may have been moved back to the database meanwhile.
 *
 * @param read looks up where the file is, each time
 */
export async function readingAgain<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ObjectStoreError && error.failure === 'missing') return read();
    throw error;
  }
}
