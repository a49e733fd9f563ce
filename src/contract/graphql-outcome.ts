import type { FormattedGraphqlError } from './graphql-result.js';

/**
 * Why a call to a backend gave no data (GQL-04). `server`: HTTP status 300 or above; `parse`: the body is not JSON; `empty`: neither
 * data nor errors; `refused`: GraphQL errors and no data; `timeout` and `unreachable`: no answer.
 */
export interface GraphqlFailure {
  kind: 'server' | 'parse' | 'empty' | 'refused' | 'timeout' | 'unreachable';
  message: string;
  status?: number;
  errors?: readonly FormattedGraphqlError[];
}

/** `errors` beside data: parts of the answer are null. */
export type GraphqlResult<T> =
  { ok: true; data: T; errors?: readonly FormattedGraphqlError[] } | { ok: false; failure: GraphqlFailure };
