import { GraphQLError } from 'graphql';
import { GRAPHQL_ERROR_CODES } from '../../contract/errors.js';

/** To be thrown by a resolver whose arguments break a rule that the schema cannot express. The message reaches the caller. */
export function badUserInput(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: GRAPHQL_ERROR_CODES.badUserInput } });
}
