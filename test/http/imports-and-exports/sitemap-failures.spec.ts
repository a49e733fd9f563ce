import { get } from 'node:http';
import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { SiteUnderTest } from '../../support/data/site.js';
import { type StubAnswer, StubServer } from '../../support/servers/stub-server.js';
import { waitFor } from '../../support/wait-for.js';

const XML = { 'content-type': 'application/xml; charset=utf-8' };
const DOCUMENT = '<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>';

describe('sitemaps of an external backend that may fail', () => {
  let backend: StubServer;
  let product: RunningProduct;
  let site: SiteUnderTest;

  beforeAll(async () => {
    backend = await StubServer.start();
    product = await startProduct({ BACKEND_GRAPHQL_URL: `${backend.origin}/graphql`, BACKEND_TIMEOUT_MS: '2000' });
    site = new SiteUnderTest(product.url);
  });
  afterAll(async () => {
    await product.stop();
    await backend.close();
  });

  it('[ROUTE-11] the backend decides on type and caching, and conditional requests are passed on to it', async () => {
    let told: Record<string, unknown> = {};
    backend.answer = (request, response) => {
      told = request.headers;
      const caching = { 'cache-control': 'max-age=60', etag: '"7"', 'last-modified': 'Sat, 21 Nov 2026 10:00:00 GMT' };
      if (request.headers['if-none-match'] === '"7"') response.writeHead(304, caching).end();
      else response.writeHead(200, { ...caching, 'content-type': 'text/xml', 'set-cookie': 'a=b' }).end(DOCUMENT);
    };
    const answer = await site.get('/de/jobs/sitemap.xml?page=2');
    expect([answer.status, answer.text]).toEqual([200, DOCUMENT]);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/xml',
      'cache-control': 'max-age=60',
      etag: '"7"',
      'last-modified': 'Sat, 21 Nov 2026 10:00:00 GMT',
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(backend.asked.at(-1)).toBe('/de/jobs/sitemap.xml?page=2');
    expect(told).toMatchObject({ 'x-causeboard-frontend': 'default; locale=en' });
    expect(told).not.toHaveProperty('cookie');
    const known = await site.get('/sitemap.xml').set('If-None-Match', '"7"').set('Cookie', 'secret=1');
    expect([known.status, known.headers['etag']]).toEqual([304, '"7"']);
    expect(told).not.toHaveProperty('cookie');
  });

  const answered: [what: string, answer: StubAnswer, status: number][] = [
    ['breaks down', (_request, response) => void response.writeHead(500).end('<html>'), 502],
    ['has a gateway of its own', (_request, response) => void response.writeHead(504).end('<html>'), 502],
    ['is in maintenance', (_request, response) => void response.writeHead(503, { 'retry-after': '77' }).end('x'), 503],
    ['hangs', () => undefined, 504],
    ['ends the connection', (request) => void request.socket.destroy(), 502],
    ['speaks no HTTP', (request) => void request.socket.end('no\r\n\r\n'), 502],
    ['does not have it', (_request, response) => void response.writeHead(404, XML).end('<a/>'), 404],
    ['refuses', (_request, response) => void response.writeHead(403, { 'content-type': 'text/html' }).end('<b>'), 403],
    ['redirects to itself', (request, response) => void response.writeHead(301, { location: request.url }).end(), 508],
    [
      'redirects in a circle',
      (request, response) =>
        void response.writeHead(302, { location: request.url === '/sitemap/a' ? '/sitemap/b' : '/sitemap/a' }).end(),
      508,
    ],
    [
      'redirects for ever',
      (request, response) => void response.writeHead(302, { location: `${request.url}1` }).end(),
      508,
    ],
    [
      'redirects to somebody else',
      (_request, response) => void response.writeHead(301, { location: 'http://evil.example/sitemap.xml' }).end(),
      508,
    ],
    [
      'redirects to no address',
      (_request, response) => void response.writeHead(301, { location: 'http://[' }).end(),
      508,
    ],
  ];
  it.each(answered)('[ROUTE-11] a backend that %s', async (_what, answer, status) => {
    backend.answer = answer;
    const before = backend.asked.length;
    const { status: got, headers, text } = await site.get('/sitemap.xml');
    expect([got, headers['content-type'], headers['cache-control']]).toEqual([
      status,
      'text/plain; charset=utf-8',
      'no-store',
    ]);
    expect(text).toMatch(/^[A-Z].+\.\n$/);
    expect(text).not.toContain('<');
    if (status >= 500) expect(Number(headers['retry-after'])).toBe(status === 503 ? 77 : 120);
    expect(backend.asked.length - before).toBeLessThanOrEqual(7);
  });

  it('[ROUTE-11] a redirect within the backend is followed', async () => {
    backend.answer = (request, response) =>
      request.url === '/sitemap.xml'
        ? void response.writeHead(301, { location: `${backend.origin}/sitemap/real.xml` }).end()
        : void response.writeHead(200, XML).end(DOCUMENT);
    const answer = await site.get('/sitemap.xml');
    expect([answer.status, answer.text, backend.asked.at(-1)]).toEqual([200, DOCUMENT, '/sitemap/real.xml']);
  });

  it.each(['text/html', 'image/svg+xml', 'application/x-gzip', '', 'application/xml-nonsense', 'nonsense'])(
    '[ROUTE-11] a response of the type "%s" is a download and never shown',
    async (type) => {
      backend.answer = (_request, response) =>
        void response.writeHead(200, type ? { 'content-type': type } : {}).end('<script>alert(1)</script>');
      const { status, headers } = await site.get('/sitemap/file').buffer(false);
      expect([status, headers]).toMatchObject([
        200,
        {
          'content-type': 'application/octet-stream',
          'content-disposition': 'attachment',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
        },
      ]);
    },
  );

  it.each<[string, StubAnswer]>([
    [
      'that falls silent',
      (_request, response) => {
        response.writeHead(200, XML).write(DOCUMENT);
      },
    ],
    [
      'that breaks off',
      (_request, response) => {
        response.writeHead(200, { ...XML, 'content-length': '9999' }).write(DOCUMENT, () => response.destroy());
      },
    ],
    ['that never ends', (_request, response) => endless(response.writeHead(200, XML))],
  ])('[ROUTE-11] a file %s is never accepted as complete', async (_what, answer) => {
    backend.answer = answer;
    const { status, bytes, isWhole } = await read(`${product.url}/sitemap.xml`);
    expect([status, isWhole]).toEqual([200, false]);
    expect(bytes).toBeLessThanOrEqual(50 * 1024 * 1024);
  });

  it('[ROUTE-11] a visitor who disconnects ends the transfer from the backend', async () => {
    let sent = 0;
    let isGone = false;
    backend.answer = (_request, response) => {
      response.on('close', () => (isGone = true));
      endless(response.writeHead(200, XML), (bytes) => (sent += bytes));
    };
    const request = get(`${product.url}/sitemap.xml`, (response) => {
      response.once('data', () => request.destroy());
    });
    request.on('error', () => undefined);
    await waitFor('the backend to be left', () => isGone);
    expect(sent).toBeLessThan(40 * 1024 * 1024);
    expect((await site.get('/health/live')).status).toBe(200);
  });

  it('[ROUTE-11] a backend that is unavailable', async () => {
    const gone = await StubServer.start();
    const other = await startProduct({ BACKEND_GRAPHQL_URL: `${gone.origin}/graphql` });
    await gone.close();
    try {
      const answer = await new SiteUnderTest(other.url, 'europe').get('/de/jobs/sitemap.xml');
      expect([answer.status, answer.headers['retry-after']]).toEqual([502, '120']);
    } finally {
      await other.stop();
    }
  });
});

/** Sends data until the connection is closed. */
function endless(response: NodeJS.WritableStream & { destroyed?: boolean }, onSent?: (bytes: number) => void): void {
  const piece = Buffer.alloc(64 * 1024, '<url/>\n');
  const write = (): void => {
    while (!response.destroyed) {
      onSent?.(piece.length);
      if (!response.write(piece)) break;
    }
  };
  response.on('drain', write);
  write();
}

function read(url: string): Promise<{ status: number; bytes: number; isWhole: boolean }> {
  return new Promise((resolve, reject) => {
    get(url, (response) => {
      let bytes = 0;
      response.on('data', (part: Buffer) => (bytes += part.length));
      response.on('error', () => undefined);
      response.on('close', () => resolve({ status: response.statusCode ?? 0, bytes, isWhole: response.complete }));
    }).on('error', reject);
  });
}
