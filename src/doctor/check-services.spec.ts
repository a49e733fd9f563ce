import { StubServer } from '../../test/support/servers/stub-server.js';
import { checkExternalBackend } from './check-services.js';

describe('the check of an external backend', () => {
  let backend: StubServer;

  beforeAll(async () => {
    backend = await StubServer.start();
  });
  afterAll(() => backend.close());

  it.each([
    [200, undefined, 'ok', 'answers'],
    [400, undefined, 'ok', 'answers'],
    [503, undefined, 'failed', 'answers with status 503'],
    [308, 'https://user:secret@jobs.example/graphql', 'failed', 'redirects to https://jobs.example, which'],
    [302, '/maintenance', 'failed', 'redirects to http://127.0.0.1:'],
    [302, 'http://[', 'failed', 'redirects to an invalid address, which'],
  ])('[GQL-04] that sends status %d and the location %s: %s', async (status, location, state, found) => {
    backend.answer = (_request, response) =>
      void response.writeHead(status, location === undefined ? {} : { location }).end('{}');
    const before = backend.asked.length;
    expect(await checkExternalBackend(`${backend.origin}/graphql`)).toMatchObject([
      { state, found: expect.stringContaining(`${new URL(backend.origin).host} ${found}`) as string },
    ]);
    expect(backend.asked.slice(before)).toEqual(['/graphql']);
  });
});
