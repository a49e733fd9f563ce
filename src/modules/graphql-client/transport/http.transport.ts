import { GraphQLClient } from 'graphql-request';
import type { GraphqlRequest } from '#contract/backend/backend.js';
import type { FormattedExecutionResult } from '#contract/backend/graphql-result.js';
import { hasFiles, writeMultipart } from '#shared/multipart/write-multipart.js';
import { checkResponse } from './check-response.js';
import { HttpVersions } from './http-versions.js';
import { type GraphqlTransport, TransportFailure } from './transport.port.js';

/** Larger than any response; the largest is the export of a user's own data. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** Posts to an external backend with graphql-request. */
export class HttpTransport implements GraphqlTransport {
  private readonly client: GraphQLClient;
  private readonly versions: HttpVersions;

  constructor(private readonly url: string) {
    // Of the two response media types, this is the one whose status tells whether the backend was able to respond (GQL-04).
    const headers = { accept: 'application/json' };
    this.client = new GraphQLClient(url, { errorPolicy: 'all', fetch: checkedFetch, headers });
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
    return { data, errors: errors?.map(({ message, path, extensions }) => ({ message, path, extensions })) };
  }

  private async sendFiles(request: GraphqlRequest, signal: AbortSignal): Promise<FormattedExecutionResult> {
    const headers = { accept: 'application/json', ...request.headers };
    const answer = await checkedFetch(this.url, { method: 'POST', headers, body: writeMultipart(request), signal });
    return (await answer.json()) as FormattedExecutionResult;
  }
}

/** A `fetch` that detects the failures of GQL-04 before graphql-request reads the response. */
const checkedFetch: typeof fetch = async (input, init) => {
  const { status, text } = await fetchText(input, init).catch((cause: unknown) => {
    if (init?.signal?.aborted || cause instanceof TransportFailure) throw cause;
    throw new TransportFailure({ kind: 'unreachable', message: 'The backend cannot be reached.' });
  });
  if (status >= 300) throw new TransportFailure({ kind: 'server', status, message: `The backend answered ${status}.` });
  const answer = parseObject(text);
  if (!answer) throw new TransportFailure({ kind: 'parse', status, message: 'The answer of the backend is not JSON.' });
  if (answer.data === undefined && answer.errors === undefined) {
    throw new TransportFailure({
      kind: 'empty',
      status,
      message: 'The answer of the backend has neither data nor errors.',
    });
  }
  return new Response(text, { status, headers: { 'content-type': 'application/json' } });
};

/**
 * Reads the whole response: one that is aborted half-way counts as none.
 *
 * @throws TransportFailure if the response exceeds the size limit
 */
async function fetchText(...request: Parameters<typeof fetch>): Promise<{ status: number; text: string }> {
  const response = await fetch(...request);
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

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
