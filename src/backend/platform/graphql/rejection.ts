import { GraphQLError } from 'graphql';
import type { Refusal } from './allow.js';
import { GRAPHQL_ERROR_CODES } from '#contract/backend/errors.js';

/** To be thrown by a resolver whose arguments break a rule that the schema cannot express. The message reaches the caller. */
export function badUserInput(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: GRAPHQL_ERROR_CODES.badUserInput } });
}

/** The caller may not call the operation. */
export function refused(operation: string, refusal: Refusal): GraphQLError {
  const message =
    refusal === 'unauthenticated' ? `Log in to use ${operation}.` : `You are not allowed to use ${operation}.`;
  return new GraphQLError(message, { extensions: { code: GRAPHQL_ERROR_CODES[refusal] } });
}
