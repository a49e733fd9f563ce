import * as http from 'node:http';
import * as https from 'node:https';
import { GraphQLClient } from 'graphql-request';
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
import type { FormattedExecutionResult } from '#contract/backend/graphql-over-http.js';
import { areAboutCall, type FormattedGraphqlError } from '#contract/backend/graphql-outcome.js';
import { hasFiles, writeMultipart } from '#shared/multipart/multipart.js';
import { typeDefs } from '#contract/generated/schema.js';
import { SharedRequest } from '#contract/search/shared-request.js';
import { type GraphqlTransport, isGatewayStatus, TransportFailure } from './transport.js';

const TIMEOUT_MS = 2000;
const ASK_AGAIN_AFTER_MS = 60_000;
const MAX_ANSWER_LENGTH = 1000;

const OK = 200;
const BAD_REQUEST = 400;
/** Responses of a backend without versions to a request at the versions URL. */
const NO_VERSIONS_STATUSES = [400, 404, 405, 501];

/** Data versions of an external backend, at a URL next to its GraphQL endpoint. */
class HttpVersions {
  private readonly questions = new Map<string, SharedRequest<string | undefined>>();
  private readonly address: URL;
  private readonly agent: http.Agent;
  private readonly open: typeof http.request;
  private without = -Infinity;
  private hasVersions = false;

  constructor(private readonly graphqlUrl: string) {
    this.address = new URL('version', graphqlUrl);
    const { Agent, request } = graphqlUrl.startsWith('https:') ? https : http;
    this.open = request;
    this.agent = new Agent({ keepAlive: true });
  }

  /**
   * @returns undefined if this backend has no versions, which is cached for a minute.
   * @throws TransportFailure
   */
  of(site: string): Promise<string | undefined> {
    if (performance.now() - this.without < ASK_AGAIN_AFTER_MS) return Promise.resolve(undefined);
    let question = this.questions.get(site);
    if (!question) this.questions.set(site, (question = new SharedRequest(() => this.ask(site))));
    return question.ask();
  }

  /**
   * Resolves if the backend gives any response except that it is unavailable. If it has not shown a version so far, a proxy may respond at
   * that URL in its place, so it is sent a trivial query. Errors count as responses, as for calls: the query lacks their headers, which
   * a backend may need.
   *
   * @throws TransportFailure
   */
  async ping(): Promise<void> {
    const { pathname, search } = new URL(this.graphqlUrl);
    const { status } = await (this.hasVersions
      ? this.fetch(this.address.pathname)
      : this.fetch(`${pathname}${search}`, JSON.stringify({ query: '{ __typename }' })));
    if (this.hasVersions ? status >= 500 : isGatewayStatus(status)) throw serverFailure(status);
  }

  private async ask(site: string): Promise<string | undefined> {
    const { status, text } = await this.fetch(`${this.address.pathname}?site=${encodeURIComponent(site)}`);
    if (status >= 500) throw serverFailure(status);
    const version = status === OK ? versionIn(text) : undefined;
    if (version !== undefined) this.hasVersions = true;
    else if (this.hasVersions && !NO_VERSIONS_STATUSES.includes(status))
      throw new TransportFailure({ kind: 'parse', status, message: 'The backend did not answer with a version.' });
    else this.without = performance.now();
    return version;
  }

  /**
   * Does not use the global `fetch`, which is several times slower.
   *
   * @param body JSON to post; without it, the request is a GET
   * @returns the text is empty if it is too long and of no interest
   */
  private fetch(path: string, body?: string): Promise<{ status: number; text: string }> {
    return new Promise((resolve, reject) => {
      const { protocol, port } = this.address;
      const hostname = this.address.hostname.replace(/[[\]]/g, '');
      // Time limit of the whole response: one that arrives very slowly would never trigger an idle timeout.
      const timer = setTimeout(() => request.destroy(), TIMEOUT_MS);
      const fail = (): void => {
        clearTimeout(timer);
        reject(new TransportFailure({ kind: 'unreachable', message: 'The backend cannot be reached.' }));
      };
      const method = body === undefined ? 'GET' : 'POST';
      const headers = body === undefined ? {} : { 'content-type': 'application/json', accept: 'application/json' };
      const request = this.open({ protocol, hostname, port, path, method, headers, agent: this.agent }, (response) => {
        const status = response.statusCode ?? 0;
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          text += part;
          if (text.length <= MAX_ANSWER_LENGTH) return;
          // Not a version, but a page, for example about a missing address.
          resolve({ status, text: '' });
          request.destroy();
        });
        response.on('end', () => {
          clearTimeout(timer);
          resolve({ status, text });
        });
        response.on('error', fail);
        response.on('aborted', fail);
      });
      request.on('error', fail);
      request.on('close', fail);
      request.end(body);
    });
  }
}

const MAX_DOCUMENTS = 500;
const schema = buildSchema(typeDefs, { assumeValid: true });
const documents = new LRUCache<string, DocumentNode>({ max: MAX_DOCUMENTS });

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

/** Larger than any response; the largest is the export of a user's own data. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** Posts to an external backend with graphql-request. */
export class HttpTransport implements GraphqlTransport {
  private readonly client: GraphQLClient;
  private readonly versions: HttpVersions;

  constructor(private readonly url: string) {
    // Of the two response media types, this is the one whose status tells whether the backend was able to respond (GQL-04).
    const headers = { accept: 'application/json' };
    const jsonSerializer = { parse: parseAnswer, stringify: (value: unknown) => JSON.stringify(value) };
    this.client = new GraphQLClient(url, { errorPolicy: 'all', fetch: checkedFetch, headers, jsonSerializer });
    this.versions = new HttpVersions(url);
  }

  version(site: string): Promise<string | undefined> {
    return this.versions.of(site);
  }

  ping(): Promise<void> {
    return this.versions.ping();
  }

  async send(request: GraphqlRequest, signal: AbortSignal): Promise<FormattedExecutionResult> {
    const answer = await (hasFiles(request.variables)
      ? this.sendFiles(request, signal)
      : this.sendJson(request, signal));
    return checkResponse(request, answer);
  }

  private async sendJson(request: GraphqlRequest, signal: AbortSignal): Promise<FormattedExecutionResult> {
    const { operationName, query, variables, headers } = request;
    const body = { query, variables, operationName, requestHeaders: headers, signal };
    const { data, errors } = await this.client.rawRequest<Record<string, unknown>>(body);
    return { data, errors };
  }

  private async sendFiles(request: GraphqlRequest, signal: AbortSignal): Promise<FormattedExecutionResult> {
    const headers = { accept: 'application/json', ...request.headers };
    const answer = await checkedFetch(this.url, { method: 'POST', headers, body: writeMultipart(request), signal });
    return parseAnswer(await answer.text());
  }
}

/** A `fetch` that detects the failures of GQL-04 before graphql-request reads the response. */
const checkedFetch: typeof fetch = async (input, init) => {
  const { status, text } = await fetchText(input, init).catch((cause: unknown) => {
    if (init?.signal?.aborted || cause instanceof TransportFailure) throw cause;
    throw new TransportFailure({ kind: 'unreachable', message: 'The backend cannot be reached.' });
  });
  if (status >= 300) throw (status === BAD_REQUEST ? refusal(text) : undefined) ?? serverFailure(status);
  return new Response(text, { status, headers: { 'content-type': 'application/json' } });
};

/** @returns the failure of a call whose values the backend has refused with status 400; undefined if the body does not say so */
function refusal(text: string): TransportFailure | undefined {
  try {
    const { errors = [] } = parseAnswer(text);
    const [first] = errors;
    return first && areAboutCall(errors)
      ? new TransportFailure({ kind: 'refused', message: first.message, errors })
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads the whole response: one that is aborted half-way counts as none. Redirects are not followed, because they would send passwords and
 * personal data to another address, or turn a mutation into a GET request.
 *
 * @throws TransportFailure if the response exceeds the size limit
 */
async function fetchText(...[input, init]: Parameters<typeof fetch>): Promise<{ status: number; text: string }> {
  const response = await fetch(input, { ...init, redirect: 'manual' });
  const parts: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop aborts the transfer.
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    if (bytes > MAX_ANSWER_BYTES)
      throw new TransportFailure({ kind: 'parse', message: `The answer has more than ${MAX_ANSWER_BYTES} bytes.` });
    parts.push(part);
  }
  return { status: response.status, text: Buffer.concat(parts).toString('utf8') };
}

/**
 * Parses the body of a response. Some backends send `"errors": null` or `"extensions": null`, which graphql-request does not accept; the
 * result has no `extensions`, and `errors` only if there are some.
 *
 * @throws TransportFailure if the body is not a GraphQL response, or has neither data nor errors
 */
function parseAnswer(text: string): FormattedExecutionResult {
  const answer = parseJson(text);
  if (!isObject(answer))
    throw new TransportFailure({ kind: 'parse', message: 'The answer of the backend is not JSON.' });
  const { data, errors } = answer;
  const hasErrors = errors !== undefined && errors !== null;
  if ((data != null && !isObject(data)) || (hasErrors && !(Array.isArray(errors) && errors.every(isError))))
    throw new TransportFailure({ kind: 'parse', message: 'The answer of the backend is not a GraphQL response.' });
  if (data === undefined && !hasErrors) {
    const message = 'The answer of the backend has neither data nor errors.';
    throw new TransportFailure({ kind: 'empty', message });
  }
  const result: FormattedExecutionResult = { data: data ?? null };
  if (hasErrors) result.errors = errors.map(formatError);
  return result;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isError(value: unknown): value is Record<string, unknown> & { message: string } {
  return isObject(value) && typeof value.message === 'string';
}

/** Omits a path or extensions of another type than the specification of GraphQL requires: the message alone is useful as well. */
function formatError({
  message,
  path,
  extensions,
}: Record<string, unknown> & { message: string }): FormattedGraphqlError {
  const isPath = (value: unknown): value is (string | number)[] =>
    Array.isArray(value) && value.every((key) => typeof key === 'string' || typeof key === 'number');
  return { message, path: isPath(path) ? path : undefined, extensions: isObject(extensions) ? extensions : undefined };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Question = Pick<GraphqlRequest, 'query' | 'operationName' | 'variables'>;

/**
 * Validates a response of an external backend against the contract: pages rely on its types, and a missing field must not be mistaken for
 * "does not exist". An invalid value becomes null with an error at its path, as if the backend had reported it (GraphQL specification
 * §6.4.4). graphql-js does this: it executes the query with the response as root value.
 *
 * If graphql-js cannot execute the query as it was sent, the response is not checked.
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

function serverFailure(status: number): TransportFailure {
  return new TransportFailure({ kind: 'server', status, message: `The backend answered ${status}.` });
}

function versionIn(text: string): string | undefined {
  try {
    const { version } = JSON.parse(text) as { version?: unknown };
    return typeof version === 'string' && version !== '' ? version : undefined;
  } catch {
    return undefined;
  }
}
