import {
  type DocumentNode,
  getOperationAST,
  Kind,
  OperationTypeNode,
  parse,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';
import type { Deadline } from '#contract/backend/deadline.js';
import type { Frontend } from '#contract/backend/graphql-over-http.js';
import type { TypedDocumentString } from '#contract/generated/operations.js';
import { RateLimits } from '../rate-limits/index.js';

/** The visitor and the page on whose behalf the backend is called. */
export interface RequestContext {
  frontend: Frontend;
  requestId?: string;
  /** The visitor's IP address, which rate limits use as a key. Set wherever there is a visitor. */
  address?: string;
  /** Returns the id of the visitor's browser, if somebody has logged in with it to the account of that email address. */
  knownBrowser?: (email: string) => Promise<string | undefined>;
  /** The variables are those that a browser has sent, so a failure may be due to them rather than to the operation. */
  fromBrowser?: boolean;
  /** The visitor's token, sent as Bearer. */
  jwt?: string;
  /** The page was opened with `visual_editor=true`. */
  visualEditor?: boolean;
  /** Deadline of the incoming request, shared by all its calls; if missing, each call has the full time limit. */
  deadline?: Deadline;
}

/** A field of Query or Mutation that an operation selects. */
export interface RootCall {
  field: string;
  /** Name of the field in the response. */
  responseKey: string;
  argsOf: (variables: Record<string, unknown>) => Record<string, unknown>;
}

/** Analysis of a document, made once per document. */
export interface Operation {
  operationName: string;
  query: string;
  isMutation: boolean;
  /** Whether rate limits count some of its calls. */
  isCounted: boolean;
  /** Empty if nothing is counted. */
  calls: readonly RootCall[];
}

const known = new WeakMap<object, Operation>();

export function readOperation<TData, TVariables>(document: TypedDocumentString<TData, TVariables>): Operation {
  let operation = known.get(document);
  if (!operation) known.set(document, (operation = read(document.toString())));
  return operation;
}

function read(query: string): Operation {
  const operationName = /\b(?:query|mutation)\s+(\w+)/.exec(query)?.[1] ?? '';
  const document = parseOrUndefined(query);
  const definition = document && getOperationAST(document, operationName || undefined);
  // The backend rejects documents with syntax errors, with an explanation.
  if (!definition) return { operationName, query, isMutation: false, isCounted: false, calls: [] };
  const isMutation = definition.operation === OperationTypeNode.MUTATION;
  const calls = rootCalls(document, definition.selectionSet).filter(({ field }) =>
    RateLimits.counts(field, isMutation),
  );
  return { operationName, query, isMutation, isCounted: calls.length > 0, calls };
}

function parseOrUndefined(query: string): DocumentNode | undefined {
  try {
    return parse(query, { noLocation: true });
  } catch {
    return undefined;
  }
}

function rootCalls(document: DocumentNode, root: SelectionSetNode): RootCall[] {
  const fragments = new Map<string, SelectionSetNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node.selectionSet);
  }
  const collect = (set: SelectionSetNode): RootCall[] =>
    set.selections.flatMap((node): RootCall[] => {
      if (node.kind === Kind.INLINE_FRAGMENT) return collect(node.selectionSet);
      if (node.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(node.name.value);
        // Each fragment is visited once: fragments may be cyclic, and fields with the same name are merged.
        fragments.delete(node.name.value);
        return fragment ? collect(fragment) : [];
      }
      const args = node.arguments ?? [];
      return [
        {
          field: node.name.value,
          responseKey: (node.alias ?? node.name).value,
          argsOf: (variables) =>
            Object.fromEntries(args.map(({ name, value }) => [name.value, valueFromASTUntyped(value, variables)])),
        },
      ];
    });
  return collect(root);
}
