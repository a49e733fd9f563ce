import { randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Backend, GraphqlRequest } from '#contract/backend/backend.js';
import {
  answerType,
  statusOf,
  type FormattedExecutionResult,
  FRONTEND_HEADER,
  REQUEST_ID_HEADER,
} from '#contract/backend/graphql-over-http.js';
import { GRAPHQL_ERROR_CODES } from '#contract/backend/graphql-outcome.js';
import { graphqlCalls, observe } from '#shared/telemetry/telemetry.js';
import { MultipartError, readMultipart } from '#shared/multipart/multipart.js';

const MAX_BODY_BYTES = 1_000_000;
const MAX_MULTIPART_BYTES = 24_000_000;
const MAX_BATCH_SIZE = 10;
const SERVER_ERROR = 500;
/** Format of request ids that a web process generates or passes on from a proxy. */
const REQUEST_ID = /^[\w-]{8,64}$/;
/** Start of a mutation, possibly after fragments. */
const MUTATION = /(?:^|\})\s*mutation\b/;

const requestSchema = z.object({
  query: z.string(),
  operationName: z.string().nullish(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  // This endpoint uses no extensions, but the request format includes a map of them.
  extensions: z.record(z.string(), z.unknown()).nullish(),
});
const versionSchema = z.object({ site: z.string().min(1).max(100) });
const bodySchema = z.union([requestSchema, z.array(requestSchema).min(1).max(MAX_BATCH_SIZE)]);

/** Creates the server of the endpoint without any route, so that metrics and tracing can be added before the routes. */
export function createHttpServer(): FastifyInstance {
  return fastify({
    bodyLimit: MAX_BODY_BYTES,
    forceCloseConnections: 'idle',
    genReqId: ({ headers: { [REQUEST_ID_HEADER]: id } }) =>
      typeof id === 'string' && REQUEST_ID.test(id) ? id : randomUUID(),
  });
}

/**
 * Serves a backend over HTTP: `POST /graphql` (one request, or an array of up to ten with responses in the same order, files as multipart),
 * `/health`, `/version?site=…`, and the backend's plain addresses. According to GraphQL over HTTP, a GraphQL error has status 200 with
 * `errors` if the client accepts `application/json`, and 4xx or 5xx if it accepts `application/graphql-response+json`; an invalid GraphQL
 * request is 4xx for both.
 */
export function createHttpEndpoint(backend: Backend, app = createHttpServer()): FastifyInstance {
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const status = error instanceof MultipartError ? error.status : (error.statusCode ?? 500);
    return reply.status(status).send(refusal(status < 500 ? error.message : 'Internal server error', status));
  });

  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: MAX_MULTIPART_BYTES },
    async (request: FastifyRequest, body: Buffer) => {
      // Pages of other sites can send multipart requests without a CORS preflight, but not with this header.
      if (!request.headers[FRONTEND_HEADER]) throw new MultipartError(`The header ${FRONTEND_HEADER} is missing.`, 400);
      return (await readMultipart(body, request.headers['content-type'] ?? '')).operations;
    },
  );

  app.post('/graphql', async (request, reply) => {
    void reply.header('vary', 'Accept');
    const type = answerType(request.raw);
    if (!type)
      return reply
        .status(406)
        .send(refusal('Responses are application/json or application/graphql-response+json.', 406));
    const body = bodySchema.safeParse(request.body);
    if (!body.success) return reply.status(400).send(refusal('The body is not a GraphQL request.', 400));
    const headers = headersOf(request);
    const run = ({
      query,
      operationName,
      variables,
    }: z.infer<typeof requestSchema>): Promise<FormattedExecutionResult> =>
      executeObserved(backend, { query, operationName: operationName ?? '', variables: variables ?? {}, headers });
    const { data } = body;
    const results = await (Array.isArray(data) ? Promise.all(data.map(run)) : run(data));
    return reply
      .status(Array.isArray(results) ? 200 : statusOf(type, results))
      .type(`${type}; charset=utf-8`)
      .send(JSON.stringify(results));
  });

  app.route({
    method: ['GET', 'PUT', 'PATCH', 'DELETE'],
    url: '/graphql',
    handler: (_request, reply) => reply.status(405).header('allow', 'POST').send(refusal('Only POST.', 405)),
  });

  app.get('/health', async (_request, reply) => {
    try {
      await backend.ping();
      return { status: 'ok' };
    } catch {
      return reply.status(503).send({ status: 'unavailable' });
    }
  });

  app.get('/version', async (request, reply) => {
    const query = versionSchema.safeParse(request.query);
    if (!query.success) return reply.status(400).send(refusal('Name a site.', 400));
    void reply.header('cache-control', 'no-store');
    try {
      return { version: await backend.version(query.data.site) };
    } catch {
      return reply.status(503).send({ status: 'unavailable' });
    }
  });

  app.get('/*', async (request, reply) => sendFetched(backend, request, reply));

  return app;
}

/** Executes an operation and publishes it for metrics and traces, as the web tier does for its own requests. */
function executeObserved(backend: Backend, request: GraphqlRequest): Promise<FormattedExecutionResult> {
  const { operationName, query } = request;
  return observe(
    graphqlCalls,
    () => ({ operationName, isMutation: MUTATION.test(query), startedAt: performance.now() }),
    async (call) => {
      const result = await backend.execute(request);
      if (call) call.outcome = outcomeOf(result);
      return result;
    },
  );
}

/** @returns `ok` or the kind of failure, by the same names as in the web tier */
function outcomeOf(result: FormattedExecutionResult): 'ok' | 'refused' | 'server' {
  if (result.data) return 'ok';
  return statusOf('application/graphql-response+json', result) < SERVER_ERROR ? 'refused' : 'server';
}

async function sendFetched(backend: Backend, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { status, headers, body } = await backend.fetch({ path: request.url, headers: headersOf(request) });
  return reply
    .status(status)
    .headers(headers)
    .send(
      body instanceof Uint8Array ? Buffer.from(body.buffer, body.byteOffset, body.byteLength) : Readable.from(body),
    );
}

function headersOf(request: FastifyRequest): Record<string, string> {
  const entries = Object.entries(request.headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : value,
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Record<string, string>;
}

function refusal(message: string, status: number): FormattedExecutionResult {
  const code = status < 500 ? GRAPHQL_ERROR_CODES.badUserInput : GRAPHQL_ERROR_CODES.internal;
  return { errors: [{ message, extensions: { code } }] };
}
