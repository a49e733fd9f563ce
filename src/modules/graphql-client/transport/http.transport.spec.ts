import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  GetAppConfigDocument,
  GetUserDocument,
  JobDetailDocument,
  JwtTokenDocument,
} from '#contract/generated/operations.js';
import type { FormattedExecutionResult } from '#contract/backend/graphql-over-http.js';
import { UploadedFile } from '#shared/multipart/multipart.js';
import { type StubAnswer, StubServer } from '../../../../test/support/servers/stub-server.js';
import { GraphqlClient } from '../graphql-client.js';
import { checkResponse, HttpTransport } from './http.transport.js';

function check(document: { toString(): string }, answer: FormattedExecutionResult, variables = {}) {
  return checkResponse({ query: document.toString(), operationName: '', variables }, answer);
}

describe('responses of an external backend', () => {
  it('are unchanged if they contain all requested fields', () => {
    const data = { getAppConfig: [{ name: 'creation-source', key: 'creation-source', value: 'x' }] };
    expect(check(GetAppConfigDocument, { data })).toEqual({ data });
  });

  it('have an error at a missing field, even if the field is nullable', () => {
    expect(check(JobDetailDocument, { data: {} }, { id: '1' })).toMatchObject({
      data: { job: null },
      errors: [{ path: ['job'], message: 'The answer of the backend lacks Query.job.' }],
    });
    expect(check(JobDetailDocument, { data: { job: null } }, { id: '1' })).toEqual({ data: { job: null } });
  });

  it.each([
    [{}],
    [{ getAppConfig: null }],
    [{ getAppConfig: 'x' }],
    [{ getAppConfig: [{ name: {} }] }],
    [{ getAppConfig: [7] }],
  ])('of other types are errors: %j', (data) => {
    const { data: checked, errors } = check(GetAppConfigDocument, { data });
    expect([checked, errors?.length]).toEqual([null, 1]);
  });

  it('keep the errors of the backend itself', () => {
    const told = { message: 'No.', path: ['job'], extensions: { code: 'FORBIDDEN' } };
    expect(check(JobDetailDocument, { data: { job: null }, errors: [told] }, { id: '1' }).errors).toEqual([told]);
  });

  it('name the types of abstract fields, or are recognized by their fields', () => {
    const query = `{ searchAPISearch(index_id: "jobs") { documents { id ... on JobDocument { title eligibleCountries } } } }`;
    const answered = (document: object) => check(query, { data: { searchAPISearch: { documents: [document] } } });
    const job = { id: '1', title: 'Cook', eligibleCountries: [] };
    expect(answered(job)).toEqual({ data: { searchAPISearch: { documents: [job] } } });
    const named = { __typename: 'OrganizationDocument', id: '1' };
    expect(answered(named)).toEqual({ data: { searchAPISearch: { documents: [{ id: '1' }] } } });
  });

  it('[GQL-01] treat a login error as an ordinary one if the backend has another name for its type', () => {
    const answered = { JwtToken: { jwt: null, errors: [{ __typename: 'Violation', message: 'No.' }] } };
    const { data } = check(JwtTokenDocument, { data: answered }, { email: 'a@b.test', password: 'x' });
    expect(data).toMatchObject({ JwtToken: { errors: [{ __typename: 'AccountError', message: 'No.' }] } });
  });
});

describe('bodies of responses', () => {
  const request = { operationName: '', query: '{ job(id: "1") { id } }', headers: {} };
  const upload = { ...request, variables: { file: new UploadedFile('a.pdf', new Uint8Array(1)) } };
  const job = { job: { id: '1' } };
  const told = { message: 'No.' };
  let body = '';
  let status = 200;
  let received: (string | undefined)[] = [];
  let server: Server;
  let transport: HttpTransport;

  beforeAll(async () => {
    server = createServer((asked, response) => {
      received.push(asked.url);
      asked.resume();
      response.writeHead(status, { 'content-type': 'application/json', location: '/elsewhere' }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    transport = new HttpTransport(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
  beforeEach(() => {
    status = 200;
    received = [];
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it.each([
    ['{"data":[]}'],
    ['{"data":"x","errors":null}'],
    ['{"data":{},"errors":{}}'],
    ['{"data":{},"errors":"No."}'],
    ['{"data":{},"errors":[null]}'],
    ['{"data":{},"errors":["No."]}'],
    ['{"data":{},"errors":[{"message":null}]}'],
    ['[{"data":{}}]'],
    ['{"data":{}'],
  ])('of another form than the specification of GraphQL requires cannot be parsed: %s', async (text) => {
    body = text;
    for (const each of [request, upload])
      await expect(transport.send(each, AbortSignal.timeout(5000))).rejects.toMatchObject({
        failure: { kind: 'parse' },
      });
  });

  it.each([
    [{ data: job, errors: null, extensions: null }, { data: job }],
    [{ data: job, extensions: { took: 1 } }, { data: job }],
    [
      { data: null, errors: [told] },
      { data: null, errors: [told] },
    ],
    [{ errors: [{ message: 'No.', path: { toString: 1 }, extensions: null }] }, { data: null, errors: [told] }],
  ])('may have null in place of what is absent: %j', async (sent, expected) => {
    body = JSON.stringify(sent);
    for (const each of [request, upload])
      expect(await transport.send(each, AbortSignal.timeout(5000))).toEqual(expected);
  });

  const invalid = { message: 'Variable "$id" got invalid value {}; ID cannot represent value: {}' };
  const lacks = { message: 'Cannot query field "job" on type "Query".', extensions: { code: 'BAD_USER_INPUT' } };
  const statusOnly = { kind: 'server', status: 400 };
  it.each([
    [{ errors: [invalid] }, { kind: 'refused', errors: [invalid] }],
    [{ errors: [{ message: 'No.', extensions: { code: 'BAD_USER_INPUT' } }] }, { kind: 'refused', message: 'No.' }],
    [{ errors: [{ ...told, extensions: { code: 'UNAUTHENTICATED' } }] }, { kind: 'refused', message: 'No.' }],
    [{ errors: [{ ...told, extensions: { code: 'FORBIDDEN' } }] }, { kind: 'refused', message: 'No.' }],
    [{ errors: [lacks] }, statusOnly],
    [{ errors: [invalid, lacks] }, statusOnly],
    [{ errors: [{ message: 'Variable "$id" of type "ID" used in position expecting type "Int".' }] }, statusOnly],
    [{ errors: [told] }, statusOnly],
    [{ errors: [] }, statusOnly],
    ['Bad request', statusOnly],
  ])('[GQL-04] with status 400 tell whether a value or the operation was refused: %j', async (sent, failure) => {
    status = 400;
    body = JSON.stringify(sent);
    for (const each of [request, upload])
      await expect(transport.send(each, AbortSignal.timeout(5000))).rejects.toMatchObject({ failure });
  });

  it.each([301, 302, 303, 307, 308])('[GQL-04] with status %d are failures, and nothing is sent on', async (code) => {
    status = code;
    const failure = { kind: 'server', status: code };
    for (const each of [request, upload])
      await expect(transport.send(each, AbortSignal.timeout(5000))).rejects.toMatchObject({ failure });
    expect(received).toEqual(['/', '/']);
  });

  it('[GQL-04] with status 400 say nothing about an operation whose variables come from a browser', async () => {
    const client = new GraphqlClient(transport, 5000);
    const call = { frontend: { site: 'default', locale: 'en' } };
    const ask = (fromBrowser: boolean) => client.request(JobDetailDocument, { id: '1' }, { ...call, fromBrowser });
    status = 400;
    body = '';
    expect(await ask(true)).toMatchObject({ failure: statusOnly });
    status = 200;
    body = '{"data":{"job":null}}';
    expect(await ask(false)).toMatchObject({ ok: true });
    status = 400;
    expect(await ask(false)).toMatchObject({ failure: statusOnly });
    status = 200;
    expect([await ask(false), await ask(true)]).toMatchObject([{ ok: false }, { ok: false }]);
  });

  it('[GQL-04] with status 400 do not keep an operation that all backends support from being sent again', async () => {
    const client = new GraphqlClient(transport, 5000);
    const ask = (jwt: string) =>
      client.request(GetUserDocument, {}, { frontend: { site: 'default', locale: 'en' }, jwt });
    status = 400;
    body = '';
    expect(await ask('nonsense')).toMatchObject({ failure: statusOnly });
    status = 200;
    body = '{"data":{"getUser":null}}';
    expect(await ask('a-token')).toMatchObject({ ok: true });
  });
});

describe('a backend without versions', () => {
  let backend: StubServer;
  let transport: HttpTransport;
  let call: StubAnswer;
  let version: StubAnswer;

  beforeEach(async () => {
    call = (_request, response) => void response.end('{"data":{"__typename":"Query"}}');
    version = (_request, response) => void response.writeHead(404).end('<p>Not found.</p>');
    backend = await StubServer.start();
    backend.answer = (request, response) => (request.method === 'POST' ? call : version)(request, response);
    transport = new HttpTransport(`${backend.origin}/api/graphql?key=1`);
  });
  afterEach(() => backend.close());

  it.each([404, 200])('is recognized by a page with status %d at that address, however long', async (status) => {
    version = (_request, response) => void response.writeHead(status).end('<p>Not found.</p>'.repeat(100_000));
    expect(await transport.version('default')).toBeUndefined();
    expect(await transport.version('default')).toBeUndefined();
    expect(backend.asked).toEqual(['/api/version?site=default']);
  });

  it('is probed with a query, because its proxy may respond at the other address', async () => {
    await transport.ping();
    call = (_request, response) => void response.end('x'.repeat(5000));
    await transport.ping();
    call = (_request, response) => void response.writeHead(500).end('{"errors":[{"message":"No site."}]}');
    await transport.ping();
    call = (_request, response) => void response.writeHead(503).end();
    await expect(transport.ping()).rejects.toMatchObject({ failure: { kind: 'server', status: 503 } });
    call = () => undefined;
    await expect(transport.ping()).rejects.toMatchObject({ failure: { kind: 'unreachable' } });
    expect(new Set(backend.asked)).toEqual(new Set(['/api/graphql?key=1']));
  });

  it('is probed at the address of versions once it has them', async () => {
    version = (_request, response) => void response.end('{"version":"1"}');
    expect(await transport.version('default')).toBe('1');
    await transport.ping();
    expect(backend.asked).toEqual(['/api/version?site=default', '/api/version']);
  });
});
