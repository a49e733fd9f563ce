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
import type { Frontend } from '#contract/backend/headers.js';
import type { TypedDocumentString } from '#contract/generated/operations.js';
import { RateLimits } from '../rate-limits/index.js';

/** On whose behalf, and from which page, the backend is asked. */
export interface RequestContext {
  frontend: Frontend;
  requestId?: string;
  /** The visitor's IP address: what they may do too often is counted by it. Passed wherever there is a visitor. */
  address?: string;
  /** What the visitor's browser is called, if somebody has logged in with it to the account of that address. */
  knownBrowser?: (email: string) => Promise<string | undefined>;
  /** The viewer's token; sent as Bearer. */
  jwt?: string;
  /** The page was opened with `visual_editor=true`. */
  visualEditor?: boolean;
  /** Of the request that the call is made for, which all its calls share; missing: each call has the whole time limit. */
  deadline?: Deadline;
}

/** A field of Query or Mutation that an operation asks for. */
export interface RootCall {
  field: string;
  /** Where its value stands in the answer. */
  responseKey: string;
  argsOf: (variables: Record<string, unknown>) => Record<string, unknown>;
}

/** What a document asks for; found out once for each. */
export interface Operation {
  operationName: string;
  query: string;
  isMutation: boolean;
  /** Some of its calls are counted against limits. */
  isCounted: boolean;
  /** Empty where nothing is counted. */
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
  // What cannot be parsed is refused by the backend, which says why.
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
        // Once: it may lead back to itself, and fields of the same name are one.
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
