import { GRAPHQL_ERROR_CODES } from '#contract/backend/errors.js';
import type { GraphqlFailure } from '#contract/backend/graphql-outcome.js';
import type { FormattedExecutionResult, FormattedGraphqlError } from '#contract/backend/graphql-result.js';

/** Converts a failed call to the backend into a GraphQL response for the client. */
export function failed(failure: GraphqlFailure): FormattedExecutionResult {
  return { errors: failure.errors ?? [errorOf(failure)] };
}

function errorOf({ kind, message, retryAfterSeconds }: GraphqlFailure): FormattedGraphqlError {
  switch (kind) {
    case 'limited':
      return { message, extensions: { code: GRAPHQL_ERROR_CODES.tooManyRequests, retryAfterSeconds } };
    case 'read-only':
      return { message, extensions: { code: GRAPHQL_ERROR_CODES.readOnly } };
    default:
      return { message, extensions: { code: GRAPHQL_ERROR_CODES.unavailable } };
  }
}

export function refused(message: string): FormattedExecutionResult {
  return { errors: [{ message, extensions: { code: GRAPHQL_ERROR_CODES.badUserInput } }] };
}

/** Returns the delay after which the client may retry, from the errors, in seconds. */
export function retryAfter(results: readonly FormattedExecutionResult[]): number | undefined {
  const waits = results.flatMap(({ errors = [] }) =>
    errors.flatMap(({ extensions }) => {
      const seconds = extensions?.retryAfterSeconds;
      return typeof seconds === 'number' ? [seconds] : [];
    }),
  );
  return waits.length > 0 ? Math.max(...waits) : undefined;
}

const TOKEN = /^eyJ[\w-]+\.[\w-]*\.[\w-]*/;

/**
 * Pages never see a token of the backend (AUTH-04): any string in a mutation's response that looks like one is replaced, whatever its name.
 *
 * @param ticketFor returns the replacement of a token
 */
export async function hideTokens(value: unknown, ticketFor: (token: string) => Promise<string>): Promise<unknown> {
  if (typeof value === 'string') return TOKEN.test(value) ? ticketFor(value) : value;
  if (Array.isArray(value)) return Promise.all(value.map((item) => hideTokens(item, ticketFor)));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(async ([name, inner]) => {
    const isToken = name === 'jwt' && typeof inner === 'string';
    return [name, isToken ? await ticketFor(inner) : await hideTokens(inner, ticketFor)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
