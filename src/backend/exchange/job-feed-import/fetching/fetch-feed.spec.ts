import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { StubServer } from '../../../../../test/support/servers/stub-server.js';
import { fetchFeed, type FetchOptions, type FetchOutcome } from './fetch-feed.js';

const CSV = 'job_id,title,description\n1,Cook,Cook for two hundred people a day\n';
const XML = { 'content-type': 'application/xml' };
const CSV_TYPE = { 'content-type': 'text/csv' };

describe('fetchFeed', () => {
  let server: StubServer;
  let folder: string;
  const path = (): string => join(folder, 'feed');

  const fetchFrom = (options: Partial<FetchOptions> & { to?: string } = {}): Promise<FetchOutcome> =>
    fetchFeed({ url: server.origin + (options.to ?? '/feed'), path: path(), networks: ['127.0.0.1'], ...options });
  const send = (headers: Record<string, string>, body: string | Buffer = CSV, status = 200) => {
    server.answer = (_request, response) => void response.writeHead(status, headers).end(body);
  };

  beforeAll(async () => {
    server = await StubServer.start();
    folder = mkdtempSync(join(tmpdir(), 'causeboard-fetch-'));
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    server.asked.length = 0;
    rmSync(path(), { force: true });
  });

  it('[ROUTE-11] saves the content, and returns its validators', async () => {
    send({ ...CSV_TYPE, etag: '"1"', 'last-modified': 'Sat, 21 Nov 2026 10:00:00 GMT' });
    const outcome = await fetchFrom();
    expect(outcome).toMatchObject({
      kind: 'fetched',
      validators: {
        etag: '"1"',
        lastModified: 'Sat, 21 Nov 2026 10:00:00 GMT',
        digest: expect.stringMatching(/^\w{64}$/) as string,
      },
    });
    expect(readFileSync(path(), 'utf8')).toBe(CSV);
  });

  it('sends conditional requests, and compares the content if the server does not support them', async () => {
    let asked: IncomingMessage['headers'] = {};
    server.answer = (request, response) => {
      asked = request.headers;
      response.writeHead(304).end();
    };
    const known = { etag: '"1"', lastModified: 'Sat, 21 Nov 2026 10:00:00 GMT' };
    expect(await fetchFrom({ known })).toEqual({ kind: 'unchanged' });
    expect(asked).toMatchObject({ 'if-none-match': '"1"', 'if-modified-since': 'Sat, 21 Nov 2026 10:00:00 GMT' });
    send(CSV_TYPE);
    const first = await fetchFrom();
    const digest = first.kind === 'fetched' ? first.validators.digest : '';
    expect(await fetchFrom({ known: { digest } })).toEqual({ kind: 'unchanged' });
    send(CSV_TYPE, `${CSV}2,Baker,Bake for two hundred people a day\n`);
    expect(await fetchFrom({ known: { digest } })).toMatchObject({ kind: 'fetched' });
  });

  it.each([
    ['on the way', { ...CSV_TYPE, 'content-encoding': 'gzip' }, gzipSync(CSV)],
    ['itself', { 'content-type': 'application/gzip' }, gzipSync(CSV)],
    ['both', { 'content-type': 'application/octet-stream', 'content-encoding': 'gzip' }, gzipSync(gzipSync(CSV))],
  ])('decompresses a compressed feed: %s', async (_how, headers, body) => {
    send(headers, body);
    expect(await fetchFrom()).toMatchObject({ kind: 'fetched' });
    expect(readFileSync(path(), 'utf8')).toBe(CSV);
  });

  const INSIDE = [
    ...['127.0.0.1', '127.1', '0x7f.0.0.1', '2130706433', '017700000001', '0.0.0.0', '10.1.2.3', '172.16.0.1'],
    ...['192.168.0.1', '169.254.169.254', '100.64.0.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', 'localhost'],
    ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[fe80::1]', '[fd00::1]', '[64:ff9b::7f00:1]'],
    ...['[2002:7f00:1::]', '[ff02::1]', '[fec0::1]'],
  ];
  it.each(INSIDE)('[ROUTE-11] refuses an internal address: %s', async (host) => {
    send(CSV_TYPE);
    const port = new URL(server.origin).port;
    for (const url of [`http://${host}:${port}/feed`, `https://${host}:${port}/feed`])
      expect(await fetchFrom({ url, networks: [] })).toEqual({
        kind: 'refused',
        reason: expect.stringMatching(/is an address inside a network/) as string,
      });
    expect(server.asked).toEqual([]);
  });

  it('[ROUTE-11] checks the resolved address of every connection', async () => {
    const answers = [['127.0.0.1'], ['127.0.0.2']];
    const lookup = ((_name: string, options: { all?: boolean }, done: (...args: unknown[]) => void) => {
      const addresses = (answers.shift() ?? ['127.0.0.1']).map((address) => ({ address, family: 4 }));
      if (options.all) done(null, addresses);
      else done(null, addresses[0]!.address, 4);
    }) as LookupFunction;
    server.answer = (_request, response) => void response.writeHead(302, { location: '/again' }).end();
    const url = `http://feeds.example:${new URL(server.origin).port}/feed`;
    expect(await fetchFrom({ url, lookup })).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/^feeds\.example is an address inside/) as string,
    });
    expect(server.asked).toEqual(['/feed']);
    // A public address alongside an internal one is refused as well.
    answers.splice(0, answers.length, ['93.184.216.34', '127.0.0.1']);
    expect(await fetchFrom({ url, lookup, networks: [] })).toMatchObject({ kind: 'refused' });
    expect(server.asked).toHaveLength(1);
  });

  it.each([
    ['http://169.254.169.254/latest/meta-data', /inside a network/],
    ['http://[::ffff:10.0.0.1]/', /inside a network/],
    ['file:///etc/passwd', /by http and https only, not by file/],
    ['ftp://example.org/feed', /not by ftp/],
    ['gopher://x/', /not by gopher/],
    ['data:text/csv,a', /not by data/],
    ['http://user:secret@example.org/', /contains a password/],
    ['http://', /not a valid URL/],
    ['/again', /redirects more than 5 times/],
  ])('[ROUTE-11] does not follow a redirect to %s', async (location, reason) => {
    server.answer = (_request, response) => void response.writeHead(301, { location }).end();
    expect(await fetchFrom()).toEqual({ kind: 'refused', reason: expect.stringMatching(reason) as string });
    expect(server.asked.length).toBeLessThanOrEqual(6);
    if (!location.startsWith('/'))
      expect(await fetchFrom({ url: location })).toEqual({
        kind: 'refused',
        reason: expect.stringMatching(reason) as string,
      });
  });

  it('follows a redirect to another address', async () => {
    server.answer = (request, response) =>
      request.url === '/feed'
        ? void response.writeHead(307, { location: `${server.origin}/real` }).end()
        : void response.writeHead(200, CSV_TYPE).end(CSV);
    expect(await fetchFrom()).toMatchObject({ kind: 'fetched' });
  });

  it.each<[string, Record<string, string>, string | Buffer, RegExp]>([
    ['a web page', { 'content-type': 'text/html; charset=utf-8' }, CSV, /text\/html.*not a list of jobs/],
    ['a picture', { 'content-type': 'image/png' }, CSV, /image\/png/],
    ['JSON that is XML', { 'content-type': 'application/json' }, '<source/>', /declares the content as JSON, .* XML/],
    ['XML that is JSON', XML, '[{"title":"x"}]', /declares the content as XML, .* JSON/],
    [
      'XML that is neither',
      { 'content-type': 'application/rss+xml' },
      CSV,
      /declares the content as XML, but it is not/,
    ],
    ['CSV that is a page', CSV_TYPE, '<!DOCTYPE html><p>', /declares the content as CSV, .* XML/],
    ['gzip that is none', { ...CSV_TYPE, 'content-encoding': 'gzip' }, CSV, /cannot be unpacked/],
    [
      'an unsupported content encoding',
      { ...CSV_TYPE, 'content-encoding': 'br' },
      CSV,
      /unsupported content encoding \(br\)/,
    ],
    [
      'packed and cut off',
      { 'content-type': 'x/gzip' },
      gzipSync(CSV.repeat(99)).subarray(0, 60),
      /cannot be unpacked/,
    ],
  ])('[ROUTE-11] refuses %s', async (_what, headers, body, reason) => {
    send(headers, body);
    expect(await fetchFrom()).toEqual({ kind: 'refused', reason: expect.stringMatching(reason) as string });
  });

  it('accepts any format under a generic media type, unless the operator has specified the format', async () => {
    for (const type of ['text/plain', 'application/octet-stream', 'binary/octet-stream', '']) {
      send(type ? { 'content-type': type } : {});
      expect([type, await fetchFrom()]).toMatchObject([type, { kind: 'fetched' }]);
      expect(await fetchFrom({ format: 'xml' })).toMatchObject({ kind: 'refused' });
    }
  });

  it.each([
    ['404', 404],
    ['401', 401],
    ['500', 500],
    ['204', 204],
  ])('[ROUTE-11] refuses an answer of %s', async (text, status) => {
    send(CSV_TYPE, '', status);
    expect(await fetchFrom()).toEqual({ kind: 'refused', reason: expect.stringContaining(text) as string });
  });

  it('[ROUTE-11] limits the size of an endless body', async () => {
    server.answer = (_request, response) => endless(response, Buffer.alloc(64 * 1024, 'a,b\n'));
    expect(await fetchFrom({ mostBytes: 3_000_000 })).toEqual({
      kind: 'refused',
      reason: 'The feed has more than 3 MB.',
    });
    expect(statSync(path()).size).toBeLessThanOrEqual(3_000_000);
  });

  it('[ROUTE-11] limits the size of a decompression bomb', async () => {
    const bomb = gzipSync(gzipSync(Buffer.alloc(60_000_000)));
    expect(bomb.length).toBeLessThan(5000);
    const sent: [Record<string, string>, Buffer][] = [
      [{ 'content-encoding': 'gzip' }, bomb],
      [{}, gzipSync(Buffer.alloc(60_000_000))],
    ];
    for (const [encoding, body] of sent) {
      send({ 'content-type': 'application/octet-stream', ...encoding }, body);
      expect(await fetchFrom({ mostBytes: 3_000_000 })).toMatchObject({
        kind: 'refused',
        reason: expect.stringMatching(/3 MB/) as string,
      });
    }
    expect(existsSync(path()) ? statSync(path()).size : 0).toBeLessThanOrEqual(3_000_000);
  });

  it('[ROUTE-11] gives up on a server that stalls, is too slow or closes the connection', async () => {
    server.answer = () => undefined;
    expect(await fetchFrom({ silenceMs: 50 })).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/says nothing/) as string,
    });
    server.answer = (_request, response) => void response.writeHead(200, CSV_TYPE).write(CSV);
    expect(await fetchFrom({ silenceMs: 50 })).toMatchObject({ kind: 'refused' });
    server.answer = (_request, response) => {
      response.writeHead(200, CSV_TYPE);
      const drip = setInterval(() => response.write('x'), 5);
      response.on('close', () => clearInterval(drip));
    };
    expect(await fetchFrom({ maxMs: 100 })).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/did not end within/) as string,
    });
    server.answer = (_request, response) =>
      void response.writeHead(200, { ...CSV_TYPE, 'content-length': '999' }).write(CSV, () => response.destroy());
    expect(await fetchFrom()).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/broke off/) as string });
    server.answer = (request) => void request.socket.destroy();
    expect(await fetchFrom()).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/cannot be reached/) as string,
    });
  });
});

/** Sends data for as long as the client reads. */
function endless(response: ServerResponse, piece: Buffer): void {
  response.writeHead(200, CSV_TYPE);
  const write = (): void => {
    while (!response.destroyed) if (!response.write(piece)) break;
  };
  response.on('drain', write);
  write();
}
