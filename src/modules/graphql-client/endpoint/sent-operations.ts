import type { Readable } from 'node:stream';
import { BadRequestException, PayloadTooLargeException, UnsupportedMediaTypeException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { MultipartError, readMultipart } from '#shared/multipart/read-multipart.js';
import { assertPreflighted } from './own-origin.js';

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
    throw new BadRequestException('The body is no GraphQL request.');
  const { operationName, query, variables, locale } = body as Record<string, unknown>;
  const isWellFormed =
    isTextOrMissing(operationName) &&
    isTextOrMissing(query) &&
    (operationName != null || query != null) &&
    (variables == null || (typeof variables === 'object' && !Array.isArray(variables)));
  if (!isWellFormed) throw new BadRequestException('The body is no GraphQL request.');
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
