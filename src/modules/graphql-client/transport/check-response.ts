import {
  buildSchema,
  type DocumentNode,
  executeSync,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLTypeResolver,
  isObjectType,
  parse,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { GraphqlRequest } from '#contract/backend/backend.js';
import { typeDefs } from '#contract/generated/schema.js';
import type { FormattedExecutionResult } from '#contract/backend/graphql-result.js';

const MAX_DOCUMENTS = 500;
const schema = buildSchema(typeDefs, { assumeValid: true });
const documents = new LRUCache<string, DocumentNode>({ max: MAX_DOCUMENTS });

type Question = Pick<GraphqlRequest, 'query' | 'operationName' | 'variables'>;

/**
 * Validates a response of an external backend against the contract: pages rely on its types, and a missing field must not be mistaken for
 * "does not exist". An invalid value becomes null with an error at its path, as if the backend had reported it (GraphQL specification
 * §6.4.4). graphql-js does this: it executes the query with the response as root value.
 *
 * @param question the query as sent; if graphql-js cannot execute it, its response is not checked
 */
export function checkResponse(
  { query, operationName, variables }: Question,
  answer: FormattedExecutionResult,
): FormattedExecutionResult {
  const { data, errors = [] } = answer;
  if (!data) return answer;
  const document = parsed(query);
  if (!document) return answer;
  const result = executeSync({
    schema,
    document,
    rootValue: data,
    operationName: operationName || undefined,
    variableValues: variables,
    fieldResolver: readField,
    typeResolver: typeOf,
  });
  if (result.data === undefined) return answer;
  const known = new Set(errors.map(({ path }) => String(path)));
  const found = (result.errors ?? []).filter(({ path }) => !known.has(String(path)));
  const all = [...errors, ...found.map(({ message, path }) => ({ message, path }))];
  return all.length > 0 ? { data: result.data, errors: all } : { data: result.data };
}

function parsed(query: string): DocumentNode | undefined {
  const known = documents.get(query);
  if (known) return known;
  try {
    const document = parse(query, { noLocation: true });
    documents.set(query, document);
    return document;
  } catch {
    return undefined;
  }
}

/** Reads a field from the response under its alias, if it has one. */
const readField: GraphQLFieldResolver<Record<string, unknown>, unknown> = (source, _args, _context, info) => {
  const { path, parentType } = info;
  const value = Object.hasOwn(source, path.key) ? source[path.key] : undefined;
  if (value === undefined) throw new GraphQLError(`The answer of the backend lacks ${parentType.name}.${path.key}.`);
  return value;
};

/**
 * Determines the type of an abstract value: its `__typename`, if the contract has such a type, otherwise the type that shares most fields
 * with it. Of several such types it chooses the one with more fields: the others are for special cases, which only a backend that knows
 * them can mean.
 */
const typeOf: GraphQLTypeResolver<Record<string, unknown>, unknown> = (value, _context, { schema: known }, type) => {
  const own = known.getType(String(value.__typename));
  if (isObjectType(own) && known.isSubType(type, own)) return own.name;
  const names = Object.keys(value);
  const score = (each: GraphQLObjectType) => names.filter((name) => name in each.getFields()).length;
  const types = [...known.getPossibleTypes(type)];
  const size = (each: GraphQLObjectType) => Object.keys(each.getFields()).length;
  return types.sort((a, b) => score(b) - score(a) || size(b) - size(a))[0]?.name;
};
