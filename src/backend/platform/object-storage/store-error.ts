/** Reason why the store has failed. */
type StoreFailure =
  /** The object does not exist. */
  | 'missing'
  /** The store does not respond, or is temporarily unavailable. */
  | 'unreachable'
  /** The store rejects the keys, the bucket or the request. */
  | 'refused'
  /** The object differs from what was stored. */
  | 'damaged'
  /** The object is in a store, but this process has none configured. */
  | 'not-configured';

/** The store cannot read or write an object. The message is meant for the log and contains no secret. */
export class ObjectStoreError extends Error {
  constructor(
    readonly failure: StoreFailure,
    message: string,
  ) {
    super(message);
  }
}
