/** Why the store has not done what it was asked for. */
type StoreFailure =
  /** There is no such object. */
  | 'missing'
  /** It does not answer, or says that it cannot now. */
  | 'unreachable'
  /** It does not accept the keys, the bucket or the request. */
  | 'refused'
  /** What it has is not what was stored. */
  | 'damaged'
  /** The object is in a store, and this process knows none. */
  | 'not-configured';

/** The store cannot give or take an object. The message is for the log and holds no secret. */
export class ObjectStoreError extends Error {
  constructor(
    readonly failure: StoreFailure,
    message: string,
  ) {
    super(message);
  }
}

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
