import { GraphQLError, parse, print, separateOperations } from 'graphql';
import * as operations from '#contract/generated/operations.js';

export type KnownDocument = operations.TypedDocumentString<unknown, Record<string, unknown>>;

/** The product's own operations by name: the only ones a browser may ask for (GQL-07). */
export const knownOperations: ReadonlyMap<string, KnownDocument> = new Map(
  Object.values(operations as Record<string, unknown>).flatMap((value) => {
    if (!(value instanceof operations.TypedDocumentString)) return [];
    const document = value as KnownDocument;
    const name = /^\s*(?:query|mutation)\s+(\w+)/.exec(document.toString())?.[1];
    return name ? [[name, document] as const] : [];
  }),
);

/** Any document as one of ours, with the one operation that is to be executed. What cannot be read is left as it is: the backend says why. */
export function typedDocument(query: string, operationName: string): KnownDocument {
  const own = new operations.TypedDocumentString<unknown, Record<string, unknown>>(query);
  try {
    const chosen = separateOperations(parse(query))[operationName];
    return chosen ? new operations.TypedDocumentString<unknown, Record<string, unknown>>(print(chosen)) : own;
  } catch (error) {
    if (error instanceof GraphQLError) return own;
    throw error;
  }
}
