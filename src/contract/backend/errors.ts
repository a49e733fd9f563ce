/** `extensions.code` of a GraphQL error. */
export const GRAPHQL_ERROR_CODES = {
  /** The request is not valid against the schema, or an argument breaks a rule; the message names it. */
  badUserInput: 'BAD_USER_INPUT',
  forbidden: 'FORBIDDEN',
  unauthenticated: 'UNAUTHENTICATED',
  /** The visitor has to wait; `extensions.retryAfterSeconds` says how long. */
  tooManyRequests: 'TOO_MANY_REQUESTS',
  /** The site is in maintenance and changes nothing. */
  readOnly: 'READ_ONLY',
  /** A bug; the message says nothing of the inside, the log has the rest. */
  internal: 'INTERNAL_SERVER_ERROR',
  /** Too many want the same right now: nothing was done, and the message asks the visitor to try again. */
  busy: 'BUSY',
  /** The database does not answer. */
  unavailable: 'SERVICE_UNAVAILABLE',
} as const;

export type GraphqlErrorCode = (typeof GRAPHQL_ERROR_CODES)[keyof typeof GRAPHQL_ERROR_CODES];
