import * as operations from '../generated/operations.js';

export type KnownDocument = operations.TypedDocumentString<unknown, Record<string, unknown>>;

/** The product's own operations by name: the only ones that browsers may send (GQL-07), and the only names in metrics and traces. */
export const knownOperations: ReadonlyMap<string, KnownDocument> = new Map(
  Object.values(operations as Record<string, unknown>).flatMap((value) => {
    if (!(value instanceof operations.TypedDocumentString)) return [];
    const document = value as KnownDocument;
    const name = /^\s*(?:query|mutation)\s+(\w+)/.exec(document.toString())?.[1];
    return name ? [[name, document] as const] : [];
  }),
);
