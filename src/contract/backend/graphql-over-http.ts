import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';
import * as operations from '../generated/operations.js';
import { GRAPHQL_ERROR_CODES } from './errors.js';

const PLAIN = 'application/json';
const GRAPHQL = 'application/graphql-response+json';
export type AnswerType = typeof PLAIN | typeof GRAPHQL;

/** @returns the response media type that the client accepts; undefined if it accepts neither */
export function answerType(request: IncomingMessage): AnswerType | undefined {
  const { accept } = request.headers;
  if (accept === undefined || accept.trim() === '') return PLAIN;
  return new Negotiator(request).mediaType([PLAIN, GRAPHQL]) as AnswerType | undefined;
}

const STATUS: Record<string, number> = {
  [GRAPHQL_ERROR_CODES.badUserInput]: 400,
  [GRAPHQL_ERROR_CODES.unauthenticated]: 401,
  [GRAPHQL_ERROR_CODES.forbidden]: 403,
  [GRAPHQL_ERROR_CODES.readOnly]: 403,
  [GRAPHQL_ERROR_CODES.tooManyRequests]: 429,
  [GRAPHQL_ERROR_CODES.busy]: 503,
  [GRAPHQL_ERROR_CODES.unavailable]: 503,
};

/** GraphQL over HTTP: clients that only accept `application/json` treat any other status as a server error. */
export function statusOf(type: AnswerType, result: FormattedExecutionResult): number {
  if (type === PLAIN || result.data) return 200;
  const code = result.errors?.[0]?.extensions?.['code'];
  return (typeof code === 'string' ? STATUS[code] : undefined) ?? 500;
}

/** A serialized GraphQL error (GraphQL specification §7.1.2). `extensions.code` is one of `errors.ts`. */
export interface FormattedGraphqlError {
  message: string;
  path?: readonly (string | number)[];
  extensions?: Record<string, unknown>;
}

/** A serialized GraphQL response. */
export interface FormattedExecutionResult {
  data?: Record<string, unknown> | null;
  errors?: readonly FormattedGraphqlError[];
}

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
