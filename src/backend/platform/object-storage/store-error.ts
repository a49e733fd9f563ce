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
