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
