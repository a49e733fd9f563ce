import type { FileStoreOptions } from '#contract/backend/file-store.js';
import { fileStoreCalls, observe, type FileStoreCall } from '#shared/telemetry/telemetry.js';
import {
  createS3Client,
  discard,
  type S3Client,
  type S3Request,
  ObjectStoreError,
  listObjects,
} from '../../object-storage/s3-client.js';

/** A store of objects, each written once under a key that is never reused. All methods throw ObjectStoreError. */
export interface ObjectStore {
  /** @param sha256 checksum of the bytes in hexadecimal; the store rejects other bytes */
  put(key: string, bytes: Uint8Array, sha256: string): Promise<void>;
  /**
   * @param from offset of the first byte to read
   * @returns the content, once the store has confirmed that it has the object
   */
  get(key: string, from?: number): Promise<AsyncIterable<Uint8Array>>;
  /** Also succeeds if the object does not exist. */
  delete(key: string): Promise<void>;
  /** Lists the keys of all objects with the time at which each was written. */
  list(): AsyncIterable<{ key: string; writtenAt: Date }>;
}

const OK = 200;
const PARTIAL = 206;
const NOT_FOUND = 404;

interface StoreRequest extends S3Request {
  operation: FileStoreCall['operation'];
}

/**
 * @param options options with a validated URL
 * @param pageSize number of objects listed per request
 * @returns an S3-compatible store
 */
export function createS3Store(options: FileStoreOptions, pageSize?: number): ObjectStore {
  const client = createS3Client(options, 'The file store');
  const { base, prefix } = client.address;
  const urlOf = (key: string): string => `${base}/${key}`;

  return {
    async put(key, bytes, sha256) {
      const headers = { 'x-amz-content-sha256': sha256, 'content-type': 'application/octet-stream' };
      const body = bytes;
      const request = { operation: 'put', url: urlOf(key), method: 'PUT', headers, body, accepted: [OK] } as const;
      await discard(await send(client, request));
    },
    async get(key, from = 0) {
      const headers: Record<string, string> = from > 0 ? { range: `bytes=${from}-` } : {};
      const accepted = [from > 0 ? PARTIAL : OK];
      const response = await send(client, { operation: 'get', url: urlOf(key), headers, accepted });
      return client.piecesOf(response);
    },
    async delete(key) {
      const accepted = [OK, 204, NOT_FOUND];
      await discard(await send(client, { operation: 'delete', url: urlOf(key), method: 'DELETE', accepted }));
    },
    async *list() {
      const ask = (url: string) => send(client, { operation: 'list', url, accepted: [OK] });
      for await (const { key, writtenAt } of listObjects(client.address, prefix, ask, pageSize))
        yield { key: key.slice(prefix.length), writtenAt };
    },
  };
}

async function send(client: S3Client, request: StoreRequest): Promise<Response> {
  const { operation } = request;
  return observe(
    fileStoreCalls,
    () => ({ operation, startedAt: performance.now() }),
    async (call) => {
      try {
        const response = await client.send(request);
        if (call) call.outcome = 'ok';
        return response;
      } catch (error) {
        if (call && error instanceof ObjectStoreError) call.outcome = error.failure;
        throw error;
      }
    },
  );
}
