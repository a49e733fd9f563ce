/** `extensions.code` of a GraphQL error. */
export const GRAPHQL_ERROR_CODES = {
  /** The request is invalid in the schema, or an argument violates a rule; the message names it. */
  badUserInput: 'BAD_USER_INPUT',
  forbidden: 'FORBIDDEN',
  unauthenticated: 'UNAUTHENTICATED',
  /** Too many calls; `extensions.retryAfterSeconds` contains the delay. */
  tooManyRequests: 'TOO_MANY_REQUESTS',
  /** The site is in maintenance mode and rejects changes. */
  readOnly: 'READ_ONLY',
  /** A bug; the message reveals no internal details, which are in the log. */
  internal: 'INTERNAL_SERVER_ERROR',
  /** Too many concurrent requests of the same kind: nothing was done, and the message asks the visitor to try again. */
  busy: 'BUSY',
  /** The database does not respond. */
  unavailable: 'SERVICE_UNAVAILABLE',
} as const;

/** A serialized GraphQL error (GraphQL specification §7.1.2). `extensions.code` is one of `GRAPHQL_ERROR_CODES`. */
export interface FormattedGraphqlError {
  message: string;
  path?: readonly (string | number)[];
  extensions?: Record<string, unknown>;
}

/**
 * Why a call to a backend returned no data (GQL-04). `server`: HTTP status 300 or above; `parse`: the body is not a GraphQL response;
 * `empty`: neither data nor errors; `refused`: GraphQL errors and no data; `timeout` and `unreachable`: no response. `limited` (too many
 * calls) and `read-only` (maintenance mode): the backend was not called, and the message is for the visitor, in the language of the page.
 */
export interface GraphqlFailure {
  kind: 'server' | 'parse' | 'empty' | 'refused' | 'timeout' | 'unreachable' | 'limited' | 'read-only';
  message: string;
  status?: number;
  /** For `limited`: delay before the next attempt. */
  retryAfterSeconds?: number;
  errors?: readonly FormattedGraphqlError[];
  /** Data returned besides the errors, for callers of the GraphQL endpoint. A null in it may stand for something that exists. */
  partial?: Record<string, unknown>;
}

/**
 * `data` contains every root field of the operation: null means that the object does not exist. If a root field is missing because of an
 * error, the call has failed. `errors` besides data: a nested field is null because of an error.
 */
export type GraphqlResult<T> =
  { ok: true; data: T; errors?: readonly FormattedGraphqlError[] } | { ok: false; failure: GraphqlFailure };

const VALIDATION_CODE = 'GRAPHQL_VALIDATION_FAILED';
/** Messages of graphql-js, webonyx and compatible libraries about elements that a schema does not have. */
const LACKS = /^(?:Cannot query field|Unknown (?:type|argument|field|fragment|directive))\b/;
/** Messages of the same libraries about the value of a variable. There are others that begin with its name, about its declaration. */
const WRONG_VALUE = /^Variable "\$\w+" (?:got invalid value|of (?:required|non-null) type)/;
const CODES_ABOUT_CALL: readonly unknown[] = [
  GRAPHQL_ERROR_CODES.badUserInput,
  GRAPHQL_ERROR_CODES.unauthenticated,
  GRAPHQL_ERROR_CODES.forbidden,
];
const BAD_REQUEST = 400;

/**
 * Whether a backend does not support the operation, like an external backend that offers only the operations of the specification. Nothing
 * was executed, and a retry is useless: pages treat this as a separate state, not as an outage.
 */
export function isUnsupported({ kind, status, errors = [] }: GraphqlFailure): boolean {
  if (kind === 'server') return status === BAD_REQUEST;
  return kind === 'refused' && errors.length > 0 && errors.every((error) => error.path === undefined && isLack(error));
}

/** Whether the errors of a response with status 400 are about the values or the token of the call, so that the operation is supported. */
export function areAboutCall(errors: readonly FormattedGraphqlError[]): boolean {
  return errors.length > 0 && errors.every((error) => !isLack(error) && isAboutCall(error));
}

function isLack({ message, extensions }: FormattedGraphqlError): boolean {
  return extensions?.code === VALIDATION_CODE || LACKS.test(message);
}

function isAboutCall({ message, extensions }: FormattedGraphqlError): boolean {
  return CODES_ABOUT_CALL.includes(extensions?.code) || WRONG_VALUE.test(message);
}

export type GraphqlErrorCode = (typeof GRAPHQL_ERROR_CODES)[keyof typeof GRAPHQL_ERROR_CODES];
