import {
  GraphQLError,
  execute,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  parse,
  validate,
  type DocumentNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { BackendLogger, BackendSite, GraphqlRequest } from '#contract/backend/backend.js';
import { GRAPHQL_ERROR_CODES, type GraphqlErrorCode } from '#contract/backend/graphql-outcome.js';
import {
  type FormattedExecutionResult,
  FRONTEND_HEADER,
  parseFrontend,
  REQUEST_ID_HEADER,
  VISITOR_ADDRESS_HEADER,
} from '#contract/backend/graphql-over-http.js';
import { type FormattedGraphqlError } from '#contract/backend/graphql-outcome.js';
import { isDatabaseUnavailable, isUnstorableText } from '../database/dead-connections.js';
import type { KnownChanges, Replicas } from '../database/replicas.js';
import { type Viewer, viewerOnSite, type RequestContext } from './request-context.js';
import { badUserInput } from './allow.js';
import { planQuery, type PlannedQuery } from './plan/operation-plan.js';

const CACHED_QUERIES = 500;
const MAX_QUERY_LENGTH = 20_000;
const MAX_TOKENS = 4000;
const MAX_ROOT_FIELDS = 30;

/** Maximum number of times a root field may be selected under different aliases, so that passwords cannot be tried a hundred at a time. */
const MAX_REPEATS = 5;

const MAX_QUERY_DEPTH = 12;

// Schema tools resolve nested wrapper types.
const MAX_INTROSPECTION_DEPTH = 20;

/** Parses and validates each text once, for the most recently used texts. */
class QueryCache {
  private readonly prepared = new LRUCache<string, PreparedQuery>({ max: CACHED_QUERIES });

  constructor(private readonly schema: GraphQLSchema) {}

  prepare(query: string): PreparedQuery {
    const known = this.prepared.get(query);
    if (known) return known;
    const prepared = this.check(query);
    if (query.length <= MAX_QUERY_LENGTH) this.prepared.set(query, prepared);
    return prepared;
  }

  /** @returns undefined if the operation has to be executed by graphql-js */
  plan({ document, plans }: AcceptedQuery, operationName: string | undefined): PlannedQuery | undefined {
    const operation = getOperationAST(document, operationName);
    if (!operation) return undefined;
    if (!plans.has(operation)) plans.set(operation, planQuery(this.schema, document, operation));
    return plans.get(operation);
  }

  private check(query: string): PreparedQuery {
    if (query.length > MAX_QUERY_LENGTH) return refusal(`The query is longer than ${MAX_QUERY_LENGTH} characters.`);
    let document: DocumentNode;
    try {
      document = parse(query, { maxLexicalTokens: MAX_TOKENS, noLocation: true });
    } catch (error) {
      if (error instanceof GraphQLError) return { errors: [error] };
      throw error;
    }
    const errors = validate(this.schema, document, undefined, { maxErrors: 10 });
    if (errors.length > 0) return { errors };
    const requested = new Set<string>();
    return excess(document, requested) ?? { document, rootFields: requested, plans: new Map() };
  }
}

/** Executes GraphQL requests against a schema. Never rejects: failures are reported in the errors of the result. */
export type Executor = (request: GraphqlRequest) => Promise<FormattedExecutionResult>;

export function createExecutor(options: {
  schema: GraphQLSchema;
  sites: readonly BackendSite[];
  /** Returns the viewer that a token belongs to; null if the token is unknown or no longer valid. */
  viewerOf: (token: string, now: Date) => Promise<Viewer | null>;
  clock: () => Date;
  logger: BackendLogger;
  /** Replicas for reading public data; if missing, or if no replica is fresh, the primary is used. */
  reading?: { replicas: Replicas; changes: KnownChanges };
}): Executor {
  const { schema, viewerOf, clock, logger, reading } = options;
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

  /** An invalid or expired token makes its bearer an anonymous visitor. */
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
      return refuse([
        new GraphQLError('The user of the request cannot be determined', { originalError: error as Error }),
      ]);
    }
    if (reading && !authorization && readsPublicData(prepared)) {
      const answer = await reading.replicas.read(reading.changes, () =>
        tryOnce(schema, queries, { prepared, name, variables, context }),
      );
      if (answer) return answer;
    }
    // Only queries have a plan: an operation with side effects must be executed only once.
    const planned = queries.plan(prepared, name);
    try {
      if (planned) return { data: await planned({ variables, context }) };
    } catch {
      // The result contains an error, which needs its path and location: graphql-js executes the query again to determine them.
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

/**
 * Fields of Query with the same result for everybody, based on tables that are covered by the change log: a replica's data for them is as
 * fresh as a cache's.
 */
const PUBLIC_FIELDS: ReadonlySet<string> = new Set([
  'article',
  'articles',
  'featuredOrganizations',
  'getRoutInfo',
  'job',
  'jobListFilters',
  'jobListSortOptions',
  'keywordSuggestions',
  'landingPage',
  'menu',
  'organizationProfile',
  'placeSuggestions',
  'searchAPISearch',
  'similarJobs',
  'teasedJobs',
  'termTree',
  'trainingOrganizations',
]);

function readsPublicData({ rootFields }: AcceptedQuery): boolean {
  return rootFields.size > 0 && [...rootFields].every((name) => PUBLIC_FIELDS.has(name));
}

/** @returns undefined if anything failed; the query is then executed again to report the error */
async function tryOnce(
  schema: GraphQLSchema,
  queries: QueryCache,
  {
    prepared,
    name,
    variables,
    context,
  }: {
    prepared: AcceptedQuery;
    name: string | undefined;
    variables: Record<string, unknown> | undefined;
    context: RequestContext;
  },
): Promise<FormattedExecutionResult | undefined> {
  const planned = queries.plan(prepared, name);
  if (planned) return { data: await planned({ variables, context }) };
  const { data, errors } = await execute({
    schema,
    document: prepared.document,
    contextValue: context,
    variableValues: variables,
    operationName: name,
  });
  return errors || !data ? undefined : { data };
}

const CODES = new Set<unknown>(Object.values(GRAPHQL_ERROR_CODES));

/** Formats an error for the caller. A bug is logged, and the caller gets a message without internal details. */
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

// graphql-js itself rejects the request: syntax, schema, variables or arguments. Its other errors with a path mean that a resolver returned
// a value that violates the schema.
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

/** A query that may be executed, or the errors that prevent it. */
type PreparedQuery = AcceptedQuery | { errors: readonly GraphQLError[] };

/** A document and the plans made so far for its operations. */
interface AcceptedQuery {
  document: DocumentNode;
  /** Names of the root fields that any operation of the document selects. */
  rootFields: ReadonlySet<string>;
  plans: Map<OperationDefinitionNode, PlannedQuery | undefined>;
}

/** @param found receives the names of the root fields */
function excess(document: DocumentNode, found: Set<string>): { errors: readonly GraphQLError[] } | undefined {
  const fragments = new Map<string, SelectionSetNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node.selectionSet);
  }
  const depths = new Map<SelectionSetNode, number>();

  function depthOf(set: SelectionSetNode): number {
    const known = depths.get(set);
    if (known !== undefined) return known;
    let deepest = 0;
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) {
        const below = node.selectionSet ? depthOf(node.selectionSet) : 0;
        const allowance = node.name.value.startsWith('__') ? MAX_INTROSPECTION_DEPTH - MAX_QUERY_DEPTH : 0;
        deepest = Math.max(deepest, 1 + below - allowance);
      } else {
        const inner = node.kind === Kind.INLINE_FRAGMENT ? node.selectionSet : fragments.get(node.name.value);
        if (inner) deepest = Math.max(deepest, depthOf(inner));
      }
    }
    depths.set(set, deepest);
    return deepest;
  }

  for (const node of document.definitions) {
    if (node.kind !== Kind.OPERATION_DEFINITION) continue;
    const requested = rootFields(node.selectionSet, fragments);
    if (requested.size > MAX_ROOT_FIELDS) return refusal(`The query has more than ${MAX_ROOT_FIELDS} root fields.`);
    for (const name of requested.values()) found.add(name);
    const repeats = new Map<string, number>();
    for (const name of requested.values()) repeats.set(name, (repeats.get(name) ?? 0) + 1);
    const often = [...repeats].find(([, times]) => times > MAX_REPEATS)?.[0];
    if (often !== undefined) return refusal(`The query asks for ${often} more than ${MAX_REPEATS} times.`);
    if (depthOf(node.selectionSet) > MAX_QUERY_DEPTH)
      return refusal(`The query is deeper than ${MAX_QUERY_DEPTH} levels.`);
  }
  return undefined;
}

/** Yields the selected root fields, including those in fragments: the name of each field by its response key. */
function rootFields(
  set: SelectionSetNode,
  fragments: ReadonlyMap<string, SelectionSetNode>,
  seen = new Set<string>(),
): Map<string, string> {
  const fields = new Map<string, string>();
  for (const node of set.selections) {
    if (node.kind === Kind.FIELD) {
      fields.set((node.alias ?? node.name).value, node.name.value);
      continue;
    }
    const name = node.kind === Kind.FRAGMENT_SPREAD ? node.name.value : undefined;
    if (name !== undefined && seen.has(name)) continue;
    if (name !== undefined) seen.add(name);
    const inner = node.kind === Kind.INLINE_FRAGMENT ? node.selectionSet : fragments.get(name ?? '');
    if (inner) for (const [key, field] of rootFields(inner, fragments, seen)) fields.set(key, field);
  }
  return fields;
}

function refusal(message: string): { errors: readonly GraphQLError[] } {
  return { errors: [new GraphQLError(message)] };
}
