import { type GraphqlFailure, type GraphqlResult, GRAPHQL_ERROR_CODES } from '#contract/backend/graphql-outcome.js';

declare const proof: unique symbol;

/** An existing record. */
interface Found<T> {
  kind: 'found';
  value: T;
}

/**
 * Proof that a record does not exist. It is created only from a complete response of the backend (`lookUp`), or for an
 * address that can never exist (`NO_SUCH_PAGE`): a failed call cannot be turned into "not found", because a 404 tells
 * search engines to remove a page from the index.
 */
export interface Missing {
  kind: 'missing';
  readonly [proof]: true;
}

/** The backend did not say whether the record exists. */
export interface Unavailable {
  kind: 'unavailable';
  failure: GraphqlFailure;
}

export type Lookup<T> = Found<T> | Missing | Unavailable;

/** The address does not exist on this site, whatever data the backend has. */
export const NO_SUCH_PAGE = { kind: 'missing' } as Missing;

/** The backend has responded, but denies this visitor access: they may not learn whether the record exists. */
function isForbidden({ errors = [] }: GraphqlFailure): boolean {
  const forbidden: unknown[] = [GRAPHQL_ERROR_CODES.forbidden, GRAPHQL_ERROR_CODES.unauthenticated];
  return errors.length > 0 && errors.every(({ extensions }) => forbidden.includes(extensions?.code));
}

/**
 * Extracts the record that a page is about from a response.
 *
 * @param read returns null or undefined if the record does not exist for this visitor
 */
export function lookUp<Data, T>(
  answer: GraphqlResult<Data>,
  read: (data: Data) => T | null | undefined,
): Lookup<NonNullable<T>> {
  if (!answer.ok) return isForbidden(answer.failure) ? NO_SUCH_PAGE : { kind: 'unavailable', failure: answer.failure };
  const value = read(answer.data);
  return value == null ? NO_SUCH_PAGE : { kind: 'found', value };
}
