import { GraphQLError } from 'graphql';
import { GRAPHQL_ERROR_CODES, type GraphqlErrorCode } from '#contract/backend/errors.js';
import type { FormattedGraphqlError } from '#contract/backend/graphql-result.js';
import type { BackendLogger } from '#contract/backend/backend.js';
import { isDatabaseUnavailable, isUnstorableText } from '../database/unavailable.js';

const CODES = new Set<unknown>(Object.values(GRAPHQL_ERROR_CODES));

/** An error as the caller may see it. What is a bug is logged, and said without a word about the inside. */
export function formatGraphqlError(
  error: GraphQLError,
  logger: BackendLogger,
  requestId: string | undefined,
): FormattedGraphqlError {
  const { originalError: cause, path } = error;
  if (CODES.has(error.extensions['code']))
    return formatted(error.message, error.extensions['code'] as GraphqlErrorCode, path);
  if (isRefusal(error)) return formatted(error.message, GRAPHQL_ERROR_CODES.badUserInput, path);
  if (isUnstorableText(cause)) {
    return formatted('A text holds characters that cannot be stored.', GRAPHQL_ERROR_CODES.badUserInput, path);
  }
  const details = { requestId, path: path?.join('.'), error: cause?.message, stack: cause?.stack };
  if (isDatabaseUnavailable(cause)) {
    logger.warn(details, 'The database does not answer');
    return formatted('The database does not answer.', GRAPHQL_ERROR_CODES.unavailable, path);
  }
  logger.error(details, 'A resolver failed');
  return formatted('Internal server error', GRAPHQL_ERROR_CODES.internal, path);
}

// graphql-js itself refuses: syntax, schema, variables, arguments. Its other errors at a path mean that a resolver gave
// what the schema does not allow.
function isRefusal({ originalError: cause, path, message }: GraphQLError): boolean {
  if (!cause) return true;
  return cause instanceof GraphQLError && (path === undefined || message.startsWith('Argument '));
}

function formatted(
  message: string,
  code: GraphqlErrorCode,
  path: FormattedGraphqlError['path'],
): FormattedGraphqlError {
  return { message, ...(path ? { path } : {}), extensions: { code } };
}
