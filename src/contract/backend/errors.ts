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

export type GraphqlErrorCode = (typeof GRAPHQL_ERROR_CODES)[keyof typeof GRAPHQL_ERROR_CODES];
