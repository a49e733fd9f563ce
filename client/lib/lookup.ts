import { GRAPHQL_ERROR_CODES } from '#contract/backend/errors.js';
import type { GraphqlFailure, GraphqlResult } from '#contract/backend/graphql-outcome.js';

declare const proof: unique symbol;

/** What was asked for. */
export interface Found<T> {
  kind: 'found';
  value: T;
}

/**
 * Proof that something does not exist. Only a whole answer of the backend gives one (`lookUp`), or an address that by itself leads
 * nowhere (`NO_SUCH_PAGE`): a call that failed cannot be turned into "not found", because a 404 tells search engines to forget a page.
 */
export interface Missing {
  kind: 'missing';
  readonly [proof]: true;
}

/** The backend did not say whether it exists. */
export interface Unavailable {
  kind: 'unavailable';
  failure: GraphqlFailure;
}

export type Lookup<T> = Found<T> | Missing | Unavailable;

/** The address names nothing that this site has, whatever the backend holds. */
export const NO_SUCH_PAGE = { kind: 'missing' } as Missing;

/** The backend has answered, and nothing of it is for this visitor: whether it exists is not for them either. */
function isForbidden({ errors = [] }: GraphqlFailure): boolean {
  const forbidden: unknown[] = [GRAPHQL_ERROR_CODES.forbidden, GRAPHQL_ERROR_CODES.unauthenticated];
  return errors.length > 0 && errors.every(({ extensions }) => forbidden.includes(extensions?.code));
}

/**
 * Reads the one thing that a page is about out of an answer.
 *
 * @param read returns null or undefined when there is no such thing for this visitor
 */
export function lookUp<Data, T>(
  answer: GraphqlResult<Data>,
  read: (data: Data) => T | null | undefined,
): Lookup<NonNullable<T>> {
  if (!answer.ok) return isForbidden(answer.failure) ? NO_SUCH_PAGE : { kind: 'unavailable', failure: answer.failure };
  const value = read(answer.data);
  return value == null ? NO_SUCH_PAGE : { kind: 'found', value };
}
