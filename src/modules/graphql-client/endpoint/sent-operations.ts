import type { Readable } from 'node:stream';
import {
  BadRequestException,
  PayloadTooLargeException,
  UnsupportedMediaTypeException,
  ForbiddenException,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { GraphQLError, parse, print, separateOperations } from 'graphql';
import type { KnownDocument } from '#contract/backend/known-operations.js';
import { TypedDocumentString } from '#contract/generated/operations.js';
import { MultipartError, readMultipart } from '#shared/multipart/read-multipart.js';
import { type HostSettings, ownOrigins } from '../../../common/origin.js';
import { isFromSameOrigin } from '../../../common/same-origin.js';

/** One operation of a browser's request. */
export interface SentOperation {
  operationName: string;
  query: string;
  variables: Record<string, unknown>;
  /** Locale of the page; empty if it is not sent. */
  locale: string;
}

const MAX_BATCH_SIZE = 10;
const MEGABYTE = 1024 * 1024;
/** The largest file that any operation accepts, with a margin. */
const MAX_MULTIPART_BYTES = 11 * MEGABYTE;
const TOO_LARGE = 413;
const MAX_NAME_LENGTH = 100;

/**
 * Parses the body of a POST request: an operation, or a batch of them.
 *
 * @throws BadRequestException, PayloadTooLargeException, ForbiddenException, UnsupportedMediaTypeException
 */
export async function readOperations(request: FastifyRequest): Promise<SentOperation | SentOperation[]> {
  const contentType = request.headers['content-type'] ?? '';
  const mediaType = contentType.split(';', 1)[0]!.trim().toLowerCase();
  if (mediaType === 'application/json') return operationsIn(request.body);
  if (mediaType !== 'multipart/form-data')
    throw new UnsupportedMediaTypeException('Send application/json or multipart/form-data.');
  assertPreflighted(request);
  const body = await readBody(request.raw, MAX_MULTIPART_BYTES);
  if (!body) throw new PayloadTooLargeException(`At most ${MAX_MULTIPART_BYTES / MEGABYTE} MB at once.`);
  try {
    return operationsIn((await readMultipart(body, contentType)).operations);
  } catch (error) {
    if (!(error instanceof MultipartError)) throw error;
    throw error.status === TOO_LARGE
      ? new PayloadTooLargeException(error.message)
      : new BadRequestException(error.message);
  }
}

function operationsIn(body: unknown): SentOperation | SentOperation[] {
  if (!Array.isArray(body)) return operationIn(body);
  if (body.length === 0) throw new BadRequestException('The batch is empty.');
  if (body.length > MAX_BATCH_SIZE) throw new PayloadTooLargeException(`At most ${MAX_BATCH_SIZE} operations at once.`);
  return body.map(operationIn);
}

function operationIn(body: unknown): SentOperation {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new BadRequestException('The body is not a GraphQL request.');
  const { operationName, query, variables, locale } = body as Record<string, unknown>;
  const isWellFormed =
    isTextOrMissing(operationName) &&
    isTextOrMissing(query) &&
    (operationName != null || query != null) &&
    (variables == null || (typeof variables === 'object' && !Array.isArray(variables)));
  if (!isWellFormed) throw new BadRequestException('The body is not a GraphQL request.');
  const text = typeof query === 'string' ? query : '';
  const name =
    typeof operationName === 'string' ? operationName : (/\b(?:query|mutation)\s+(\w+)/.exec(text)?.[1] ?? '');
  return {
    operationName: name.slice(0, MAX_NAME_LENGTH),
    query: text,
    variables: (variables ?? {}) as Record<string, unknown>,
    locale: typeof locale === 'string' ? locale : '',
  };
}

function isTextOrMissing(value: unknown): boolean {
  return value == null || typeof value === 'string';
}

/**
 * Reads a stream up to a limit.
 *
 * @param most limit in bytes
 * @returns undefined if the stream is longer; the rest is not read
 */
async function readBody(stream: Readable, most: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  // The connection stays open, because the client needs a response.
  for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Parses a document and selects the operation to execute. A document with syntax errors is passed on unchanged: the backend reports them.
 */
export function typedDocument(query: string, operationName: string): KnownDocument {
  const own = new TypedDocumentString<unknown, Record<string, unknown>>(query);
  try {
    const chosen = separateOperations(parse(query))[operationName];
    return chosen ? new TypedDocumentString<unknown, Record<string, unknown>>(print(chosen)) : own;
  } catch (error) {
    if (error instanceof GraphQLError) return own;
    throw error;
  }
}

/** Each of these headers forces a CORS preflight request in other origins, and this server never allows one. */
const PREFLIGHT_HEADERS = ['x-causeboard-request', 'graphql-require-preflight', 'apollo-require-preflight'];

/**
 * Rejects requests from pages of other sites. Requests without these headers do not come from a browser, so there is no cookie that another
 * site could abuse.
 *
 * @throws ForbiddenException
 */
export function assertOwnOrigin(request: FastifyRequest, settings: HostSettings): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  // `none`: the request was not started by a page, so not by one of another site.
  const headers = { origin, 'sec-fetch-site': site === 'none' ? undefined : site };
  if (!isFromSameOrigin(headers, ownOrigins(request, settings)))
    throw new ForbiddenException('This endpoint only answers requests from its own site.');
}

/**
 * A form of another site can send multipart data without a preflight request, but not with a custom header.
 *
 * @throws ForbiddenException
 */
function assertPreflighted(request: FastifyRequest): void {
  if (PREFLIGHT_HEADERS.some((name) => request.headers[name])) return;
  throw new ForbiddenException(`Send multipart with the header ${PREFLIGHT_HEADERS[0]}.`);
}
