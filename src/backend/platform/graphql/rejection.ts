import { GraphQLError } from 'graphql';
import type { Refusal } from './allow.js';
import { GRAPHQL_ERROR_CODES } from '#contract/backend/errors.js';

/**
 * Creates an error for a resolver to throw if its arguments violate a rule that the schema cannot express. The message is shown to the
 * caller.
 */
export function badUserInput(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: GRAPHQL_ERROR_CODES.badUserInput } });
}

/** The caller may not call the operation. */
export function refused(operation: string, refusal: Refusal): GraphQLError {
  const message =
    refusal === 'unauthenticated' ? `Log in to use ${operation}.` : `You are not allowed to use ${operation}.`;
  return new GraphQLError(message, { extensions: { code: GRAPHQL_ERROR_CODES[refusal] } });
}
