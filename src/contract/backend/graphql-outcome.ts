import type { FormattedGraphqlError } from './graphql-result.js';

/**
 * Why a call to a backend gave no data (GQL-04). `server`: HTTP status 300 or above; `parse`: the body is not JSON; `empty`: neither
 * data nor errors; `refused`: GraphQL errors and no data; `timeout` and `unreachable`: no answer. `limited` (too many calls) and
 * `read-only` (the site is in maintenance): the backend was not asked, and the message is for the visitor, in the language of the page.
 */
export interface GraphqlFailure {
  kind: 'server' | 'parse' | 'empty' | 'refused' | 'timeout' | 'unreachable' | 'limited' | 'read-only';
  message: string;
  status?: number;
  /** Of `limited`: when to try again. */
  retryAfterSeconds?: number;
  errors?: readonly FormattedGraphqlError[];
  /** What the backend gave beside the errors, for callers of the GraphQL endpoint. A null in it may be something that exists. */
  partial?: Record<string, unknown>;
}

/**
 * `data` holds every field of the operation itself: null there means that there is none. Where one of them could not be had the call has
 * failed. `errors` beside data: something further down is null that should not be.
 */
export type GraphqlResult<T> =
  { ok: true; data: T; errors?: readonly FormattedGraphqlError[] } | { ok: false; failure: GraphqlFailure };

const VALIDATION_CODE = 'GRAPHQL_VALIDATION_FAILED';
/** How graphql-js, webonyx and the libraries that follow them name what a schema lacks. */
const LACKS = /^(?:Cannot query field|Unknown (?:type|argument|field|fragment|directive))\b/;
const BAD_REQUEST = 400;

/**
 * Whether a backend does not know what it was asked for, as an external backend that offers the operations of the specification and
 * no others. Nothing was executed, and asking again is in vain: what is shown instead is a state of its own and no outage.
 */
export function isUnsupported({ kind, status, errors = [] }: GraphqlFailure): boolean {
  if (kind === 'server') return status === BAD_REQUEST;
  return (
    kind === 'refused' &&
    errors.length > 0 &&
    errors.every(
      ({ path, message, extensions }) =>
        path === undefined && (extensions?.code === VALIDATION_CODE || LACKS.test(message)),
    )
  );
}
