import { GraphQLClient } from 'graphql-request';
import type { GraphqlRequest } from '../../../contract/backend.js';
import type { FormattedExecutionResult } from '../../../contract/graphql-result.js';
import { hasFiles, writeMultipart } from '../../../contract/multipart/write-multipart.js';
import { HttpVersions } from './http-versions.js';
import { type GraphqlTransport, TransportFailure } from './transport.port.js';

/** Posts to an external backend with graphql-request. */
export class HttpTransport implements GraphqlTransport {
  private readonly client: GraphQLClient;
  private readonly versions: HttpVersions;

  constructor(private readonly url: string) {
    this.client = new GraphQLClient(url, { errorPolicy: 'all', fetch: checkedFetch });
    this.versions = new HttpVersions(url);
  }

  version(site: string): Promise<string | undefined> {
    return this.versions.of(site);
  }

  async send(request: GraphqlRequest, signal: AbortSignal): Promise<FormattedExecutionResult> {
    const { operationName, query, variables, headers } = request;
    if (hasFiles(variables)) return this.sendFiles(request, signal);
    const body = { query, variables, operationName, requestHeaders: headers, signal };
    const response = await this.client.rawRequest<Record<string, unknown>>(body);
    const errors = response.errors?.map(({ message, path, extensions }) => ({ message, path, extensions }));
    return { data: response.data, errors };
  }

  private async sendFiles(request: GraphqlRequest, signal: AbortSignal): Promise<FormattedExecutionResult> {
    const { headers } = request;
    const answer = await checkedFetch(this.url, { method: 'POST', headers, body: writeMultipart(request), signal });
    return (await answer.json()) as FormattedExecutionResult;
  }
}

/** Fetch that fails as GQL-04 asks before graphql-request looks at the answer. */
const checkedFetch: typeof fetch = async (input, init) => {
  const { status, text } = await fetchText(input, init).catch((cause: unknown) => {
    if (init?.signal?.aborted) throw cause;
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

/** The whole answer: a connection that breaks off on the way is no answer. */
async function fetchText(...request: Parameters<typeof fetch>): Promise<{ status: number; text: string }> {
  const response = await fetch(...request);
  return { status: response.status, text: await response.text() };
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
