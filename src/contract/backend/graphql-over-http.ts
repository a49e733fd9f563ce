import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';
import * as operations from '../generated/operations.js';
import { type FormattedGraphqlError, GRAPHQL_ERROR_CODES } from './graphql-outcome.js';

/** Identifies the frontend (site) and the locale of its page: `charity-ca; locale=en-CA` (specification point 7). */
export const FRONTEND_HEADER = 'x-causeboard-frontend';

/** `true` when the page was opened with `visual_editor=true` (ROUTE-18). */
export const VISUAL_EDITOR_HEADER = 'x-causeboard-visual-editor';

/** Properties of the frontend's pages, for code that builds URLs: see `FrontendPages`. */
export const PAGES_HEADER = 'x-causeboard-pages';

/** The visitor's IP address, sent together with a captcha: captcha services use it for verification. */
export const VISITOR_ADDRESS_HEADER = 'x-causeboard-visitor-address';

export const REQUEST_ID_HEADER = 'x-request-id';

/** The trace that the call belongs to (W3C Trace Context), if the frontend is traced. */
export const TRACEPARENT_HEADER = 'traceparent';

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

export interface Frontend {
  site: string;
  locale: string;
}

export function formatFrontend(frontend: Frontend): string {
  return `${frontend.site}; locale=${frontend.locale}`;
}

/** @returns undefined if the header is missing or malformed. */
export function parseFrontend(header: string | undefined): Frontend | undefined {
  const match = /^([\w-]+); locale=([A-Za-z]{2}(?:-[A-Za-z]{2})?)$/.exec(header ?? '');
  return match ? { site: match[1]!, locale: match[2]! } : undefined;
}
