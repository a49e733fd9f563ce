import {
  buildSchema,
  GraphQLError,
  isScalarType,
  type GraphQLObjectType,
  type GraphQLScalarType,
  type GraphQLSchema,
} from 'graphql';
import { UploadedFile } from '#shared/multipart/multipart.js';
import { typeDefs } from '#contract/generated/schema.js';
import type { BackendFetchRequest, BackendFetchResponse } from '#contract/backend/backend.js';
import type { BackgroundTask } from '../background-jobs/recurring-work.js';
import type { RetentionRule } from '../retention/retention-rule.js';
import { type RootField, type RootResolvers, refusalOf, refused } from './allow.js';
import type { RequestContext } from './request-context.js';

/** A part of the backend, as returned by its `createX(deps)`, with its contributions to the whole. */
export interface BackendModule {
  resolvers?: readonly RootResolvers[];
  /** Responds to requests for bytes, such as files and feeds; undefined for an address of another module. */
  serve?(request: BackendFetchRequest): Promise<BackendFetchResponse> | undefined;
  /**
   * Starts the module's background jobs. It is not called in a process that only serves pages; the jobs are stopped before `close` of any
   * module is called.
   */
  startJobs?(): BackgroundTask;
  /** Rules for deleting the module's data after its retention period; they are applied in the background, see `createRetention`. */
  retention?: readonly RetentionRule[];
  /** Ends the module's other background work, and resolves when it has stopped completely. */
  close?(): Promise<void>;
}

/**
 * Joins the contract and the resolvers of the domains.
 *
 * @throws if an operation of the contract has no resolver or no access rule, if two domains define the same operation, or if a resolver's
 *   operation is not in the contract
 */
export function assembleSchema(domains: readonly RootResolvers[], sdl: string = typeDefs): GraphQLSchema {
  // A test validates the contract, so starting the product or a test does not validate it again.
  const schema = buildSchema(sdl, { assumeValidSDL: true });
  attachAll(schema.getQueryType(), 'Query', domains);
  attachAll(schema.getMutationType(), 'Mutation', domains);
  const dateTime = schema.getType('DateTime');
  if (isScalarType(dateTime)) makeDateTime(dateTime);
  const upload = schema.getType('Upload');
  if (isScalarType(upload)) makeUpload(upload);
  return schema;
}

function attachAll(
  type: GraphQLObjectType | null | undefined,
  root: 'Query' | 'Mutation',
  domains: readonly RootResolvers[],
): void {
  const missing = new Map(Object.entries(type?.getFields() ?? {}));
  for (const [name, resolver] of domains.flatMap((domain) => Object.entries(domain[root] ?? {}))) {
    const field = missing.get(name);
    if (!field) throw new Error(`${root}.${name} has two resolvers, or is not in the contract`);
    if (!isRootField(resolver)) throw new Error(`${root}.${name} does not define who may call it`);
    const { audience } = resolver;
    const resolve = resolver.resolve as (args: unknown, context: RequestContext) => unknown;
    field.resolve = (_source, args, context: RequestContext) => {
      const refusal = refusalOf(audience, context.viewer);
      if (refusal) throw refused(name, refusal);
      return resolve(args, context);
    };
    missing.delete(name);
  }
  if (missing.size > 0) throw new Error(`No resolver for ${[...missing.keys()].map((n) => `${root}.${n}`).join(', ')}`);
}

// The types guarantee an access rule; this check prevents a resolver behind a type cast from being callable by everyone.
function isRootField(resolver: Partial<RootField<never, unknown>>): boolean {
  return resolver.audience !== undefined && typeof resolver.resolve === 'function';
}

function makeDateTime(type: GraphQLScalarType): void {
  type.serialize = (value) => {
    if (value instanceof Date) return value.toISOString();
    if (typeof value === 'string') return value;
    throw new TypeError('A DateTime must be a Date or its ISO 8601 text');
  };
}

/** Uploads are accepted only as variables that have been replaced by a file. */
function makeUpload(type: GraphQLScalarType): void {
  type.parseValue = (value) => {
    if (value instanceof UploadedFile) return value;
    throw new GraphQLError('An Upload must be a file of a multipart request');
  };
  type.parseLiteral = () => {
    throw new GraphQLError('An Upload must be given as a variable');
  };
}
