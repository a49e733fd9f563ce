import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startBackend } from '../../src/backend/index.js';
import type { Backend } from '#contract/backend/backend.js';
import {
  FacetTermsDocument,
  JobDetailDocument,
  GetRoutInfoDocument,
  SearchJobsDocument,
} from '#contract/generated/operations.js';
import type { GraphqlResult } from '#contract/backend/graphql-outcome.js';
import { GraphqlClient } from '../../src/modules/graphql-client/graphql-client.js';
import { HttpTransport } from '../../src/modules/graphql-client/transport/http.transport.js';
import { InProcessTransport } from '../../src/modules/graphql-client/transport/transport.js';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const call = { frontend: { site: 'charity-ca', locale: 'en-CA' } };
const everything = { range: { first: 0, last: 3 }, withBand: false };

function dataOf<T>(result: GraphqlResult<T>): T {
  if (!result.ok) throw new Error(result.failure.message);
  return result.data;
}

describe.each(['in-process', 'http'] as const)('the contract over the %s transport', (kind) => {
  let backend: Backend | undefined;
  let client: GraphqlClient;

  beforeAll(async () => {
    if (kind === 'http') {
      client = new GraphqlClient(new HttpTransport(`${process.env.TEST_BACKEND!}/graphql`), 8000);
      return;
    }
    const sites = [{ name: 'charity-ca', languages: ['en', 'fr'], countries: ['CA'], demo: 'canada' as const }];
    backend = await startBackend({
      dataDir: process.env.TEST_DATA_DIR!,
      sites,
      secrets: ['a-secret-of-this-test-alone-0123456789'],
      demoData: false,
      logger: quiet,
    });
    client = new GraphqlClient(new InProcessTransport(backend), 8000);
  });

  afterAll(() => backend?.close());

  it('[GQL-05] searches, opens what it finds, and resolves its path', async () => {
    const { searchAPISearch } = dataOf(await client.request(SearchJobsDocument, everything, call));
    expect(searchAPISearch.result_count).toBeGreaterThan(1000);
    const [document] = searchAPISearch.documents as { id: string; title: string; url: { path: string } }[];
    const { job } = dataOf(await client.request(JobDetailDocument, { id: document!.id }, call));
    expect(job).toMatchObject({ id: document!.id, title: document!.title, url: document!.url, closed: false });
    const { getRoutInfo } = dataOf(await client.request(GetRoutInfoDocument, { slug: document!.url.path }, call));
    expect(getRoutInfo).toMatchObject({
      __typename: 'ContentResponse',
      content: { __typename: 'Job', id: document!.id },
    });
  });

  it('returns names in the language of the page', async () => {
    const labels = async (locale: string) =>
      dataOf(
        await client.request(FacetTermsDocument, {}, { frontend: { site: 'charity-ca', locale } }),
      ).employment_type.map(({ label }) => label);
    const [english, french] = [await labels('en-CA'), await labels('fr')];
    expect(english).toContain('Full-time');
    expect(french).not.toEqual(english);
  });

  it('refuses violations of a rule, and names the rule', async () => {
    const refused = await client.request(
      SearchJobsDocument,
      { ...everything, range: { first: 0, last: 100_000 } },
      call,
    );
    expect(refused).toMatchObject({
      ok: false,
      failure: { kind: 'refused', errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] },
    });
    const condition_group = { conditions: [{ name: 'field_nobody_knows', value: '1' }] };
    const unknown = await client.request(SearchJobsDocument, { ...everything, condition_group }, call);
    expect(unknown).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining('field_nobody_knows') as string },
    });
    const nowhere = await client.request(SearchJobsDocument, everything, {
      frontend: { site: 'nowhere', locale: 'en' },
    });
    expect(nowhere).toMatchObject({ ok: false, failure: { kind: 'refused' } });
  });
});

describe('transport errors', () => {
  let server: Server;
  let answer: { status: number; body: string } | undefined;
  let seen: Record<string, unknown> = {};
  let client: GraphqlClient;

  beforeAll(async () => {
    server = createServer((request, response) => {
      seen = request.headers;
      if (answer) response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    client = new GraphqlClient(new HttpTransport(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), 300);
  });

  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it.each([
    ['server', 300, '{"data":{"a":1}}'],
    ['server', 404, 'nothing'],
    ['server', 500, '{"errors":[{"message":"x"}]}'],
    ['parse', 200, '<html>'],
    ['parse', 200, '[1'],
    ['parse', 200, '7'],
    ['empty', 200, '{}'],
    ['empty', 200, '{"data":null}'],
    ['refused', 200, '{"data":null,"errors":[{"message":"not for you"}]}'],
    ['refused', 200, '{"errors":[{"message":"not for you"}]}'],
  ])('[GQL-04] is "%s" for status %d and %s', async (kind, status, body) => {
    answer = { status, body };
    expect(await client.request(FacetTermsDocument, {}, call)).toMatchObject({ ok: false, failure: { kind } });
  });

  it('[GQL-04] keeps data that was returned with errors', async () => {
    const data = { remote_options: [], employment_type: [], industry: [], occupation: [], experience: [] };
    const errors = [{ message: 'half', path: ['industry', 0, 'label'] }];
    answer = { status: 200, body: JSON.stringify({ data, errors }) };
    expect(await client.request(FacetTermsDocument, {}, call)).toMatchObject({ ok: true, data, errors });
  });

  it.each([
    ['that has failed', '{"data":{"job":null},"errors":[{"message":"away","path":["job"]}]}'],
    ['that failed further down', '{"data":{"job":null},"errors":[{"message":"away","path":["job","title"]}]}'],
    ['of which nobody says why it is null', '{"data":{"job":null},"errors":[{"message":"away"}]}'],
    ['that the answer lacks', '{"data":{}}'],
  ])('[GQL-04] never takes a field %s for one that there is none of', async (_what, body) => {
    answer = { status: 200, body };
    expect(await client.request(JobDetailDocument, { id: '1' }, call)).toMatchObject({ ok: false });
    answer = { status: 200, body: '{"data":{"job":null}}' };
    expect(await client.request(JobDetailDocument, { id: '1' }, call)).toEqual({ ok: true, data: { job: null } });
  });

  it('aborts a response that exceeds the size limit', async () => {
    answer = { status: 200, body: `{"data":"${'x'.repeat(17 * 1024 * 1024)}"}` };
    const { port } = server.address() as AddressInfo;
    const patient = new GraphqlClient(new HttpTransport(`http://127.0.0.1:${port}`), 20_000);
    expect(await patient.request(JobDetailDocument, { id: '1' }, call)).toMatchObject({
      ok: false,
      failure: { kind: 'parse' },
    });
  });

  it('respects the timeout, and reports an unreachable server', async () => {
    answer = undefined;
    expect(await client.request(FacetTermsDocument, {}, call)).toMatchObject({
      ok: false,
      failure: { kind: 'timeout' },
    });
    const nobody = new GraphqlClient(new HttpTransport('http://127.0.0.1:9/graphql'), 1000);
    expect(await nobody.request(FacetTermsDocument, {}, call)).toMatchObject({
      ok: false,
      failure: { kind: 'unreachable' },
    });
  });

  it('[GQL-02] sends the viewer’s token as Bearer, and only if there is one', async () => {
    answer = { status: 200, body: '{"data":{}}' };
    await client.request(FacetTermsDocument, {}, { ...call, jwt: 'a.b.c' });
    expect(seen).toMatchObject({ authorization: 'Bearer a.b.c', 'x-causeboard-frontend': 'charity-ca; locale=en-CA' });
    await client.request(FacetTermsDocument, {}, call);
    expect(seen.authorization).toBeUndefined();
  });
});
