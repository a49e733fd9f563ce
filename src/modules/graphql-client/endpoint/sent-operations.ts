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

/** One operation, as a browser sends it. */
export interface SentOperation {
  operationName: string;
  query: string;
  variables: Record<string, unknown>;
  /** Of the page; empty where it is not told. */
  locale: string;
}

const MAX_BATCH_SIZE = 10;
const MEGABYTE = 1024 * 1024;
/** The largest file that any operation takes, and some more. */
const MAX_MULTIPART_BYTES = 11 * MEGABYTE;
const TOO_LARGE = 413;
const MAX_NAME_LENGTH = 100;

/**
 * Reads what was posted: an operation, or a batch of them.
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
 * Reads what somebody sends, up to a bound.
 *
 * @param most bytes
 * @returns undefined when it is more; the rest is not read
 */
async function readBody(stream: Readable, most: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Whoever sent it is to be answered: the connection stays.
  for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Any document as one of ours, with the one operation that is to be executed. What cannot be read is left as it is: the backend says why. */
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

/** Any of them makes a browser ask first whether another site may send it: none may, nothing here ever says so. */
const PREFLIGHT_HEADERS = ['x-causeboard-request', 'graphql-require-preflight', 'apollo-require-preflight'];

/**
 * Refuses what a page of another site sends. Requests that are not a browser's carry none of these headers, and no cookie that
 * somebody else could borrow.
 *
 * @throws ForbiddenException
 */
export function assertOwnOrigin(request: FastifyRequest, settings: HostSettings): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  // `none`: no page has sent it, and so no other site's.
  const headers = { origin, 'sec-fetch-site': site === 'none' ? undefined : site };
  if (!isFromSameOrigin(headers, ownOrigins(request, settings)))
    throw new ForbiddenException('This endpoint only answers requests from its own site.');
}

/**
 * A form of another site may send multipart without asking; a header of its own it cannot send.
 *
 * @throws ForbiddenException
 */
function assertPreflighted(request: FastifyRequest): void {
  if (PREFLIGHT_HEADERS.some((name) => request.headers[name])) return;
  throw new ForbiddenException(`Send multipart with the header ${PREFLIGHT_HEADERS[0]}.`);
}
