import {
  getOperationAST,
  GraphQLError,
  Kind,
  parse,
  validate,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { planQuery, type PlannedQuery } from './plan/operation-plan.js';

/** A query that may be executed, or the errors that prevent it. */
export type PreparedQuery = AcceptedQuery | { errors: readonly GraphQLError[] };

/** A document and the plans made so far for its operations. */
export interface AcceptedQuery {
  document: DocumentNode;
  /** Names of the root fields that any operation of the document selects. */
  rootFields: ReadonlySet<string>;
  plans: Map<OperationDefinitionNode, PlannedQuery | undefined>;
}

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
export class QueryCache {
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
    const asked = new Set<string>();
    return excess(document, asked) ?? { document, rootFields: asked, plans: new Map() };
  }
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
    const asked = rootFields(node.selectionSet, fragments);
    if (asked.size > MAX_ROOT_FIELDS) return refusal(`The query has more than ${MAX_ROOT_FIELDS} root fields.`);
    for (const name of asked.values()) found.add(name);
    const repeats = new Map<string, number>();
    for (const name of asked.values()) repeats.set(name, (repeats.get(name) ?? 0) + 1);
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
