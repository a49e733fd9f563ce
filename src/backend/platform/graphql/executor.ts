import { GraphQLError, execute, type GraphQLSchema } from 'graphql';
import type { BackendLogger, BackendSite, GraphqlRequest } from '#contract/backend/backend.js';
import { GRAPHQL_ERROR_CODES, type GraphqlErrorCode } from '#contract/backend/errors.js';
import type { FormattedExecutionResult, FormattedGraphqlError } from '#contract/backend/graphql-result.js';
import {
  FRONTEND_HEADER,
  parseFrontend,
  REQUEST_ID_HEADER,
  VISITOR_ADDRESS_HEADER,
} from '#contract/backend/headers.js';
import { isDatabaseUnavailable, isUnstorableText } from '../database/unavailable.js';
import { type Viewer, viewerOnSite } from './viewer.js';
import { QueryCache } from './query-cache.js';
import { badUserInput } from './rejection.js';
import type { RequestContext } from './request-context.js';

/** Executes GraphQL requests against a schema. Never rejects: what goes wrong is among the errors of the result. */
export type Executor = (request: GraphqlRequest) => Promise<FormattedExecutionResult>;

export function createExecutor(options: {
  schema: GraphQLSchema;
  sites: readonly BackendSite[];
  /** Whom a token belongs to; null: to nobody (any more). */
  viewerOf: (token: string, now: Date) => Promise<Viewer | null>;
  clock: () => Date;
  logger: BackendLogger;
}): Executor {
  const { schema, viewerOf, clock, logger } = options;
  const sites = new Map(options.sites.map((site) => [site.name, site]));
  const queries = new QueryCache(schema);

  function contextOf(headers: Record<string, string>): RequestContext | GraphQLError {
    const header = headers[FRONTEND_HEADER];
    const frontend = parseFrontend(header);
    if (!frontend)
      return badUserInput(`The header ${FRONTEND_HEADER} names no site and locale: ${header ?? 'missing'}`);
    const site = sites.get(frontend.site);
    if (!site) return badUserInput(`There is no site ${frontend.site} here.`);
    const { locale } = frontend;
    const language = locale.slice(0, 2).toLowerCase();
    return {
      site,
      locale,
      language,
      now: clock(),
      requestId: headers[REQUEST_ID_HEADER],
      address: headers[VISITOR_ADDRESS_HEADER],
      viewer: null,
    };
  }

  /** A token that is not good (any more) makes its bearer an anonymous visitor. */
  async function withViewer(context: RequestContext, authorization: string | undefined): Promise<RequestContext> {
    const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
    const viewer = token ? await viewerOf(token, context.now) : null;
    return viewer ? { ...context, viewer: viewerOnSite(viewer, context.site) } : context;
  }

  return async function executeRequest({ operationName, query, variables, headers }) {
    const requestId = headers[REQUEST_ID_HEADER];
    const refuse = (errors: readonly GraphQLError[]): FormattedExecutionResult => ({
      errors: errors.map((error) => formatGraphqlError(error, logger, requestId)),
    });
    const anonymous = contextOf(headers);
    if (anonymous instanceof GraphQLError) return refuse([anonymous]);
    const prepared = queries.prepare(query);
    if ('errors' in prepared) return refuse(prepared.errors);
    const name = operationName || undefined;
    const { authorization } = headers;
    let context = anonymous;
    try {
      if (authorization) context = await withViewer(anonymous, authorization);
    } catch (error) {
      return refuse([new GraphQLError('Who asks cannot be told', { originalError: error as Error })]);
    }
    // Queries only: whatever changes something is executed once.
    const planned = queries.plan(prepared, name);
    try {
      if (planned) return { data: await planned({ variables, context }) };
    } catch {
      // Something is to be told as an error, with its path and place: a query may be executed once more for that.
    }
    const { data, errors } = await execute({
      schema,
      document: prepared.document,
      contextValue: context,
      variableValues: variables,
      operationName: name,
    });
    const result: FormattedExecutionResult = data === undefined ? {} : { data };
    return errors ? { ...result, ...refuse(errors) } : result;
  };
}

const CODES = new Set<unknown>(Object.values(GRAPHQL_ERROR_CODES));

/** An error as the caller may see it. What is a bug is logged, and said without a word about the inside. */
function formatGraphqlError(
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
