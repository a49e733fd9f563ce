import * as operations from '../../contract/generated/operations.js';

/** The product's own operations by name: the only ones a browser may ask for (GQL-07). */
export const knownOperations: ReadonlyMap<string, operations.TypedDocumentString<unknown, unknown>> = new Map(
  Object.values(operations)
    .filter((value): value is operations.TypedDocumentString<unknown, unknown> => value instanceof operations.TypedDocumentString)
    .flatMap((document) => {
      const name = /^\s*(?:query|mutation)\s+(\w+)/.exec(document.toString())?.[1];
      return name ? [[name, document] as const] : [];
    }),
);
