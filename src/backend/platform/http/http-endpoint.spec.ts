import type { Backend, GraphqlRequest } from '#contract/backend/backend.js';
import type { FormattedExecutionResult } from '#contract/backend/graphql-over-http.js';
import { type GraphqlCall, graphqlCalls } from '#shared/telemetry/telemetry.js';
import { createHttpEndpoint, createHttpServer } from './http-endpoint.js';

describe('createHttpEndpoint', () => {
  const requests: GraphqlRequest[] = [];
  /** Responses returned in this order; afterwards, the backend echoes the request. */
  const answers: FormattedExecutionResult[] = [];
  let alive = true;
  const backend: Backend = {
    execute(request) {
      requests.push(request);
      return Promise.resolve(answers.shift() ?? { data: { echo: request.operationName } });
    },
    fetch: ({ path }) => Promise.resolve({ status: 200, headers: { 'x-path': path }, body: Buffer.from('file') }),
    version: (site) => (alive ? Promise.resolve(`v1 of ${site}`) : Promise.reject(new Error('down'))),
    lateWork: () => Promise.resolve([]),
    connections: () => ({ open: 0, idle: 0, waiting: 0, max: 10 }),
    queues: () => Promise.resolve([]),
    ping: () => (alive ? Promise.resolve() : Promise.reject(new Error('down'))),
    demo: { accounts: [] },
    mail: 'off',
    close: () => Promise.resolve(),
  };
  const app = createHttpEndpoint(backend);
  let address: string;
  const post = (payload: unknown, headers: Record<string, string> = {}) =>
    fetch(`${address}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof payload === 'string' ? payload : JSON.stringify(payload),
    });

  beforeAll(async () => {
    address = await app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => app.close());

  it('answers one request, and several in their order', async () => {
    const one = await post({ query: '{ a }', operationName: 'A' }, { 'x-request-id': 'r-1' });
    expect([one.status, await one.json()]).toEqual([200, { data: { echo: 'A' } }]);
    expect(requests[0]?.headers).toMatchObject({ 'x-request-id': 'r-1' });
    const many = await post(['A', 'B', 'C'].map((operationName) => ({ query: '{ a }', operationName })));
    expect(await many.json()).toEqual(['A', 'B', 'C'].map((echo) => ({ data: { echo } })));
  });

  it('rejects anything that is not a GraphQL request', async () => {
    const bodies = ['{', '"x"', {}, { query: 3 }, [], Array.from({ length: 11 }, () => ({ query: '{ a }' }))];
    for (const body of bodies) expect((await post(body)).status).toBe(400);
    expect((await post({ query: 'x'.repeat(1_000_001) })).status).toBe(413);
    expect((await post('query={a}', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415);
    expect((await post('{}', { 'content-type': 'text/plain' })).status).toBe(400);
    const get = await fetch(`${address}/graphql?query={a}`);
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('[OPS-03] publishes each operation with its outcome if there are listeners', async () => {
    const seen: unknown[] = [];
    const ignore = () => undefined;
    const asyncEnd = ({ operationName, isMutation, outcome }: GraphqlCall) => {
      seen.push([operationName, isMutation, outcome]);
    };
    const listeners = { start: ignore, end: ignore, asyncStart: ignore, error: ignore, asyncEnd };
    graphqlCalls.subscribe(listeners);
    const refusal = (code: string) => ({ errors: [{ message: 'No', extensions: { code } }] });
    answers.push(
      { data: { a: 1 } },
      { data: { a: null }, errors: [{ message: 'A part of it' }] },
      refusal('FORBIDDEN'),
      refusal('SERVICE_UNAVAILABLE'),
      refusal('INTERNAL_SERVER_ERROR'),
    );
    const mutation = 'fragment F on M { a }\nmutation B { b { ...F } }';
    for (const operation of ['query mutation { a }', mutation, '{ a }', 'mutation B { b }', 'query Q { a }'])
      await post({ query: operation, operationName: 'Q' });
    graphqlCalls.unsubscribe(listeners);
    await post({ query: '{ a }', operationName: 'Nobody' });
    expect(seen).toEqual([
      ['Q', false, 'ok'],
      ['Q', true, 'ok'],
      ['Q', false, 'refused'],
      ['Q', true, 'server'],
      ['Q', false, 'server'],
    ]);
  });

  it('[OPS-03] uses the request id of the client if it is valid', async () => {
    const ids: string[] = [];
    const server = createHttpServer();
    server.addHook('onRequest', (request, _reply, done) => {
      ids.push(request.id);
      done();
    });
    createHttpEndpoint(backend, server);
    for (const id of ['0123-abcd', 'a b', 'x'.repeat(65)])
      await server.inject({ url: '/health', headers: { 'x-request-id': id } });
    await server.inject({ url: '/health' });
    expect(ids).toEqual(['0123-abcd', ...[1, 2, 3].map(() => expect.stringMatching(/^[\w-]{36}$/) as string)]);
    await server.close();
  });

  it('returns the version of a site', async () => {
    const answer = await fetch(`${address}/version?site=default`);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await answer.json()).toEqual({ version: 'v1 of default' });
    for (const query of ['', '?site=', '?site=a&site=b', `?site=${'a'.repeat(101)}`])
      expect((await fetch(`${address}/version${query}`)).status).toBe(400);
    alive = false;
    expect((await fetch(`${address}/version?site=default`)).status).toBe(503);
    alive = true;
  });

  it('serves files and the health check', async () => {
    const file = await fetch(`${address}/files/1/a.svg?x=1`);
    expect([file.status, file.headers.get('x-path'), await file.text()]).toEqual([200, '/files/1/a.svg?x=1', 'file']);
    expect((await fetch(`${address}/health`)).status).toBe(200);
    alive = false;
    expect((await fetch(`${address}/health`)).status).toBe(503);
  });
});
