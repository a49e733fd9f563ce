import { AwsClient } from 'aws4fetch';
import { type FileStoreOptions, parseFilesUrl, type StoreAddress } from '#contract/backend/file-store.js';
import { ObjectStoreError } from './store-error.js';

/** How long the store may take until it begins to answer. */
const TIMEOUT_MS = 7000;
/** As slow as sending an object may be. */
const MIN_BYTES_PER_MS = 100;
const MAX_ERROR_BYTES = 10_000;

const NOT_FOUND = 404;
const TOO_MANY = 429;

export interface S3Request {
  /** For messages: what the store does not do. */
  operation: string;
  url: string;
  method?: 'DELETE' | 'HEAD' | 'POST' | 'PUT';
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** Statuses that are no failure. */
  accepted: readonly number[];
  /** Where the answer may take longer than usual to begin. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** Sends signed requests to one bucket. */
export interface S3Client {
  address: StoreAddress;
  /** @throws ObjectStoreError */
  send(request: S3Request): Promise<Response>;
  /** Reads an answer bit by bit. @throws ObjectStoreError where it breaks off */
  piecesOf(response: Response): AsyncGenerator<Uint8Array>;
}

/**
 * @param options whose URL has been checked
 * @param name what messages call the store, as the beginning of a sentence
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
        throw new ObjectStoreError('unreachable', `${name} has broken off: ${reasonOf(error)}`);
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
 * The code of S3 says more than the status: `NoSuchBucket`, `SignatureDoesNotMatch`. The rest of its message repeats what was signed.
 *
 * @param said the beginning of the message
 */
export function answeredFailure(said: string, status: number, xml: string): ObjectStoreError {
  const code = textOf(xml.slice(0, MAX_ERROR_BYTES), 'Code') ?? '';
  const message = `${said} with status ${status}${code && ` (${code})`}`;
  if (status === NOT_FOUND && code !== 'NoSuchBucket') return new ObjectStoreError('missing', message);
  return new ObjectStoreError(status >= 500 || status === TOO_MANY ? 'unreachable' : 'refused', message);
}

/** Of an answer that is not wanted. */
export async function discard(response: Response): Promise<void> {
  await response.body?.cancel();
}

/** @returns the text of the first such element */
export function textOf(xml: string, element: string): string | undefined {
  return new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];
}

/** Of a failed request, without its address. */
function reasonOf(error: unknown): string {
  const { name, cause } = error as Error;
  if (name === 'AbortError') return 'it takes too long';
  const { code } = (cause ?? error) as { code?: unknown };
  return typeof code === 'string' ? code : name;
}
