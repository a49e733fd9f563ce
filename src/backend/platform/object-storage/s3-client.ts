import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { SaxesParser } from 'saxes';
import { type FileStoreOptions, parseFilesUrl, type StoreAddress } from '#contract/backend/file-store.js';

/** Maximum time until the store starts its response, in milliseconds. */
const TIMEOUT_MS = 7000;
/** Minimum speed for sending an object. */
const MIN_BYTES_PER_MS = 100;
const MAX_ERROR_BYTES = 10_000;
const NOT_FOUND = 404;
const TOO_MANY = 429;
const MAX_ATTEMPTS = 6;
/** Each further wait is twice as long; all waits take half a minute together. */
const FIRST_WAIT_MS = 1000;
/** S3 lists at most this many keys per request. */
const MAX_LISTED = 1000;

/** Reason why the store has failed. */
type StoreFailure =
  /** The object does not exist. */
  | 'missing'
  /** The store does not respond, or is temporarily unavailable. */
  | 'unreachable'
  /** The store rejects the keys, the bucket or the request. */
  | 'refused'
  /** The object differs from what was stored. */
  | 'damaged'
  /** The object is in a store, but this process has none configured. */
  | 'not-configured';

/** The store cannot read or write an object. The message is meant for the log and contains no secret. */
export class ObjectStoreError extends Error {
  constructor(
    readonly failure: StoreFailure,
    message: string,
  ) {
    super(message);
  }
}

export interface S3Request {
  /** Name of the operation for error messages. */
  operation: string;
  url: string;
  method?: 'DELETE' | 'HEAD' | 'POST' | 'PUT';
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** Statuses that are not treated as failures. */
  accepted: readonly number[];
  /** Overrides the timeout if the response may take longer than usual to start. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** Sends signed requests to one bucket. */
export interface S3Client {
  address: StoreAddress;
  /** @throws ObjectStoreError */
  send(request: S3Request): Promise<Response>;
  /**
   * Streams the body of a response.
   *
   * @throws ObjectStoreError if the connection breaks
   */
  piecesOf(response: Response): AsyncGenerator<Uint8Array>;
}

/**
 * @param options options with a validated URL
 * @param name name of the store at the beginning of messages
 */
export function createS3Client({ url, accessKeyId, secretAccessKey }: FileStoreOptions, name: string): S3Client {
  const address = parseFilesUrl(url);
  if ('error' in address) throw new Error(`The address of an object storage ${address.error}`);
  const { region } = address;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  return {
    address,
    async send(request) {
      let response: Response;
      try {
        response = await exchange(client, request);
      } catch (error) {
        const said = `${name} does not answer to ${request.operation}: ${reasonOf(error)}`;
        throw new ObjectStoreError('unreachable', said);
      }
      if (request.accepted.includes(response.status)) return response;
      const text = await response.text().catch(() => '');
      throw answeredFailure(`${name} answers to ${request.operation}`, response.status, text);
    },
    async *piecesOf({ body }) {
      try {
        if (body) yield* body as AsyncIterable<Uint8Array>;
      } catch (error) {
        throw new ObjectStoreError('unreachable', `${name} closed the connection too early: ${reasonOf(error)}`);
      }
    },
  };
}

async function exchange(
  client: AwsClient,
  { url, method, headers = {}, body, timeoutMs = TIMEOUT_MS, signal }: S3Request,
): Promise<Response> {
  const given = new AbortController();
  const timer = setTimeout(() => given.abort(), timeoutMs + (body?.length ?? 0) / MIN_BYTES_PER_MS);
  try {
    const either = signal ? AbortSignal.any([given.signal, signal]) : given.signal;
    const init = { method: method ?? 'GET', headers, redirect: 'manual', signal: either } as const;
    return await client.fetch(url, body ? { ...init, body: body as Uint8Array<ArrayBuffer> } : init);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * S3's error code is more specific than the status: `NoSuchBucket`, `SignatureDoesNotMatch`. The rest of its message is omitted, since it
 * repeats signed data.
 *
 * @param said beginning of the message
 */
export function answeredFailure(said: string, status: number, xml: string): ObjectStoreError {
  const code = textOf(xml.slice(0, MAX_ERROR_BYTES), 'Code') ?? '';
  const message = `${said} with status ${status}${code && ` (${code})`}`;
  if (status === NOT_FOUND && code !== 'NoSuchBucket') return new ObjectStoreError('missing', message);
  return new ObjectStoreError(status >= 500 || status === TOO_MANY ? 'unreachable' : 'refused', message);
}

/** Discards the body of a response. */
export async function discard(response: Response): Promise<void> {
  await response.body?.cancel();
}

/** @returns the text of the first element of this name */
export function textOf(xml: string, element: string): string | undefined {
  return new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];
}

/** Reason of a failed request, without its address. */
function reasonOf(error: unknown): string {
  const { name, cause } = error as Error;
  if (name === 'AbortError') return 'it takes too long';
  const { code } = (cause ?? error) as { code?: unknown };
  return typeof code === 'string' ? code : name;
}

interface RetryOptions {
  firstWaitMs?: number;
  /** Stops the retries. */
  signal?: AbortSignal;
}

/** Repeats a request if the store does not respond or is temporarily unavailable. */
export async function withRetries<T>(
  work: () => Promise<T>,
  { firstWaitMs = FIRST_WAIT_MS, signal }: RetryOptions = {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work();
    } catch (error) {
      const isPassing = error instanceof ObjectStoreError && error.failure === 'unreachable';
      if (!isPassing || attempt === MAX_ATTEMPTS || signal?.aborted) throw error;
      await sleep(firstWaitMs * 2 ** (attempt - 1), undefined, signal ? { signal } : {});
    }
}

export interface ListedObject {
  /** Key in the bucket, including the prefix. */
  key: string;
  writtenAt: Date;
}

/** One page of the list of a bucket. */
interface ObjectList {
  objects: ListedObject[];
  /** Whether further pages follow. */
  isTruncated: boolean;
}

/**
 * Lists the objects of a bucket whose keys have a prefix.
 *
 * @param ask sends a request
 */
export async function* listObjects(
  { bucket }: StoreAddress,
  prefix: string,
  ask: (url: string) => Promise<Response>,
  pageSize = MAX_LISTED,
): AsyncGenerator<ListedObject> {
  let last: string | undefined;
  let page: ObjectList;
  do {
    const query = new URLSearchParams({ prefix, 'max-keys': String(pageSize) });
    if (last !== undefined) query.set('marker', last);
    const response = await ask(`${bucket}?${query.toString()}`);
    page = readObjectList(await response.text());
    yield* page.objects;
    last = page.objects.at(-1)?.key;
  } while (page.isTruncated && last !== undefined);
}

/**
 * Parses the response of S3's `ListObjects`.
 *
 * @throws Error if it is not XML
 */
function readObjectList(xml: string): ObjectList {
  const list: ObjectList = { objects: [], isTruncated: false };
  for (const { element, texts } of elementsOf(xml, ['Contents', 'IsTruncated'])) {
    if (element === 'IsTruncated') list.isTruncated = texts.get(element) === 'true';
    else list.objects.push({ key: texts.get('Key') ?? '', writtenAt: new Date(texts.get('LastModified') ?? NaN) });
  }
  return list;
}

/** A multipart upload that was neither completed nor aborted. */
interface UnfinishedUpload {
  /** Key in the bucket, including the prefix. */
  key: string;
  id: string;
  begunAt: Date;
}

/**
 * Parses the response of S3's `ListMultipartUploads`.
 *
 * @throws Error if it is not XML
 */
export function readUploadList(xml: string): UnfinishedUpload[] {
  return elementsOf(xml, ['Upload']).map(({ texts }) => ({
    key: texts.get('Key') ?? '',
    id: texts.get('UploadId') ?? '',
    begunAt: new Date(texts.get('Initiated') ?? NaN),
  }));
}

/** @returns the elements with these names in document order, each with its own text and the texts of its descendants */
function elementsOf(xml: string, wanted: readonly string[]): { element: string; texts: Map<string, string> }[] {
  const found: { element: string; texts: Map<string, string> }[] = [];
  let text = '';
  let texts = new Map<string, string>();
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => {
    text = '';
    if (wanted.includes(name)) texts = new Map();
  });
  parser.on('text', (part) => (text += part));
  parser.on('closetag', ({ name }) => {
    texts.set(name, text);
    if (wanted.includes(name)) found.push({ element: name, texts });
  });
  parser.write(xml).close();
  return found;
}
