import { AwsClient } from 'aws4fetch';
import { type FileStoreOptions, parseFilesUrl, type StoreAddress } from '#contract/backend/file-store.js';
import { ObjectStoreError } from './store-error.js';

/** Maximum time until the store starts its response, in milliseconds. */
const TIMEOUT_MS = 7000;
/** Minimum speed for sending an object. */
const MIN_BYTES_PER_MS = 100;
const MAX_ERROR_BYTES = 10_000;

const NOT_FOUND = 404;
const TOO_MANY = 429;

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
