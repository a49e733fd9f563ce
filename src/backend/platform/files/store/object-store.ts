/** A store of objects, each written once under a key that is never used again. All methods throw ObjectStoreError. */
export interface ObjectStore {
  /** @param sha256 of the bytes, in hexadecimal; the store refuses other bytes */
  put(key: string, bytes: Uint8Array, sha256: string): Promise<void>;
  /** @param from the first byte that is wanted @returns once the store has said that it has the object */
  get(key: string, from?: number): Promise<AsyncIterable<Uint8Array>>;
  /** Also succeeds where there is no such object. */
  delete(key: string): Promise<void>;
  /** All keys that the store has, with the time when each was written. */
  list(): AsyncIterable<{ key: string; writtenAt: Date }>;
}
