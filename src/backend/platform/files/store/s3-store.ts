import { AwsClient } from 'aws4fetch';
import { parseFilesUrl, type FileStoreOptions } from '#contract/backend/file-store.js';
import { fileStoreCalls, observe, type FileStoreCall } from '#shared/telemetry/channels.js';
import { type ObjectList, readObjectList } from './object-list.js';
import { type ObjectStore, ObjectStoreError } from './object-store.js';

/** How long the store may take until it begins to answer. */
const TIMEOUT_MS = 7000;
/** As slow as sending an object may be. */
const MIN_BYTES_PER_MS = 100;
/** S3 lists no more at once. */
const MAX_LISTED = 1000;
const MAX_ERROR_BYTES = 10_000;

const OK = 200;
const PARTIAL = 206;
const NOT_FOUND = 404;
const TOO_MANY = 429;

interface StoreRequest {
  operation: FileStoreCall['operation'];
  url: string;
  method?: 'PUT' | 'DELETE';
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** Statuses that are no failure. */
  accepted: readonly number[];
}

/**
 * @param options whose URL has been checked
 * @param pageSize how many objects are listed at once
 * @returns a store that speaks S3
 */
export function createS3Store(
  { url, accessKeyId, secretAccessKey }: FileStoreOptions,
  pageSize = MAX_LISTED,
): ObjectStore {
  const address = parseFilesUrl(url);
  if ('error' in address) throw new Error(`FILES_URL: ${address.error}`);
  const { base, bucket, prefix, region } = address;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  const urlOf = (key: string): string => `${base}/${key}`;

  return {
    async put(key, bytes, sha256) {
      const headers = { 'x-amz-content-sha256': sha256, 'content-type': 'application/octet-stream' };
      const body = bytes;
      const request = { operation: 'put', url: urlOf(key), method: 'PUT', headers, body, accepted: [OK] } as const;
      await discard(await send(client, request));
    },
    async get(key, from = 0) {
      const headers: Record<string, string> = from > 0 ? { range: `bytes=${from}-` } : {};
      const accepted = [from > 0 ? PARTIAL : OK];
      const response = await send(client, { operation: 'get', url: urlOf(key), headers, accepted });
      return piecesOf(response);
    },
    async delete(key) {
      const accepted = [OK, 204, NOT_FOUND];
      await discard(await send(client, { operation: 'delete', url: urlOf(key), method: 'DELETE', accepted }));
    },
    async *list() {
      let last: string | undefined;
      let page: ObjectList;
      do {
        const query = new URLSearchParams({ prefix, 'max-keys': String(pageSize) });
        if (last !== undefined) query.set('marker', last);
        const url = `${bucket}?${query.toString()}`;
        const response = await send(client, { operation: 'list', url, accepted: [OK] });
        page = readObjectList(await response.text());
        for (const { key, writtenAt } of page.objects) yield { key: key.slice(prefix.length), writtenAt };
        last = page.objects.at(-1)?.key;
      } while (page.isTruncated && last !== undefined);
    },
  };
}

async function send(client: AwsClient, request: StoreRequest): Promise<Response> {
  const { operation } = request;
  return observe(
    fileStoreCalls,
    () => ({ operation, startedAt: performance.now() }),
    async (call) => {
      try {
        const response = await exchange(client, request);
        if (call) call.outcome = 'ok';
        return response;
      } catch (error) {
        if (call && error instanceof ObjectStoreError) call.outcome = error.failure;
        throw error;
      }
    },
  );
}

async function exchange(client: AwsClient, request: StoreRequest): Promise<Response> {
  const { operation, url, method = 'GET', headers = {}, body, accepted } = request;
  const given = new AbortController();
  const timer = setTimeout(() => given.abort(), TIMEOUT_MS + (body?.length ?? 0) / MIN_BYTES_PER_MS);
  let response: Response;
  try {
    const init = { method, headers, redirect: 'manual', signal: given.signal } as const;
    response = await client.fetch(url, body ? { ...init, body: body as Uint8Array<ArrayBuffer> } : init);
  } catch (error) {
    throw new ObjectStoreError('unreachable', `The file store does not answer to ${operation}: ${reasonOf(error)}`);
  } finally {
    clearTimeout(timer);
  }
  if (accepted.includes(response.status)) return response;
  throw await failureOf(response, operation);
}

/** The code of S3 says more than the status: `NoSuchBucket`, `SignatureDoesNotMatch`. The rest of its message repeats what was signed. */
async function failureOf(response: Response, operation: string): Promise<ObjectStoreError> {
  const { status } = response;
  const text = await response.text().catch(() => '');
  const code = textOf(text.slice(0, MAX_ERROR_BYTES), 'Code') ?? '';
  const said = `The file store answers to ${operation} with status ${status}${code && ` (${code})`}`;
  if (status === NOT_FOUND && code !== 'NoSuchBucket') return new ObjectStoreError('missing', said);
  return new ObjectStoreError(status >= 500 || status === TOO_MANY ? 'unreachable' : 'refused', said);
}

async function* piecesOf({ body }: Response): AsyncGenerator<Uint8Array> {
  try {
    if (body) yield* body as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw new ObjectStoreError('unreachable', `The file store has broken off: ${reasonOf(error)}`);
  }
}

async function discard(response: Response): Promise<void> {
  await response.body?.cancel();
}

function textOf(xml: string, element: string): string | undefined {
  return new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];
}

/** Of a failed request, without its address. */
function reasonOf(error: unknown): string {
  const { name, cause } = error as Error;
  if (name === 'AbortError') return 'it takes too long';
  const { code } = (cause ?? error) as { code?: unknown };
  return typeof code === 'string' ? code : name;
}
