/** A serialized GraphQL error (GraphQL specification §7.1.2). `extensions.code` is one of `errors.ts`. */
export interface FormattedGraphqlError {
  message: string;
  path?: readonly (string | number)[];
  extensions?: Record<string, unknown>;
}

/** A serialized GraphQL response. */
export interface FormattedExecutionResult {
  data?: Record<string, unknown> | null;
  errors?: readonly FormattedGraphqlError[];
}
