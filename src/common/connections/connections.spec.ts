import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { once } from 'node:events';
import fastify from 'fastify';
import { announcesBody, hostError, BodyWatch, CONNECTION_OPTIONS, Connections } from './connections.js';

describe('the host of a request', () => {
  it.each([
    undefined,
    'localhost',
    'jobs.example.org',
    'JOBS.example.org:8443',
    'web_1:3000',
    '127.0.0.1',
    '[::1]:3000',
  ])('may be %s', (host) => {
    expect(hostError(host, host === undefined ? [] : ['Accept', '*/*', 'Host', host])).toBeUndefined();
  });

  it.each(['', 'a b', 'jobs.example.org, evil.example', 'evil.example/', 'user@evil.example', '<b>', 'a:b', '[', 'é'])(
    'is not %j',
    (host) => {
      expect(hostError(host, ['Host', host])).toBe('The Host header is not a host.');
    },
  );

  it('must occur only once', () => {
    expect(hostError('a', ['Host', 'a', 'hOST', 'a'])).toBe('There is more than one Host header.');
  });
});

it('a body is announced by its length or its encoding', () => {
  expect([{}, { 'content-length': '0' }].map(announcesBody)).toEqual([false, false]);
  expect([{ 'content-length': '1' }, { 'transfer-encoding': 'chunked' }].map(announcesBody)).toEqual([true, true]);
});

const LIMITS = { windowMs: 1000, minBytes: 10, maxMs: 5000, maxUploadMs: 50_000 };

describe('a request body that arrives slowly', () => {
  let server: Server;
  let watch: BodyWatch;
  let begun: Promise<IncomingMessage>;
  let clients: Socket[] = [];

  beforeEach(async () => {
    watch = new BodyWatch(LIMITS);
    begun = new Promise((resolve) => {
      server = createServer((request, response) => {
        watch.add(request, response, 0);
        request.on('data', () => server.emit('came')).on('end', () => response.end('done'));
        request.on('error', () => undefined);
        resolve(request);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    for (const client of clients) client.destroy();
    clients = [];
    await new Promise((resolve) => server.close(resolve));
  });

  /** @returns the complete response to the client */
  async function send(type: string, length: number): Promise<{ client: Socket; answer: Promise<string> }> {
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    clients.push(client);
    const answer = new Promise<string>((resolve) => {
      let text = '';
      client.setEncoding('utf8').on('data', (part: string) => (text += part));
      client.on('close', () => resolve(text)).on('error', () => undefined);
    });
    client.write(
      `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`,
    );
    await begun;
    return { client, answer };
  }
  async function write(client: Socket, text: string): Promise<void> {
    const came = new Promise((resolve) => server.once('came', resolve));
    client.write(text);
    await came;
  }

  it('is aborted with an error response', async () => {
    const { client, answer } = await send('application/json', 100);
    watch.check(999);
    await write(client, 'a');
    watch.check(1000);
    expect(await answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\nConnection: close\r\n/);
  });

  it('continues while it makes progress, but a form not beyond its time limit', async () => {
    const { client, answer } = await send('application/json', 1000);
    for (let second = 1; second <= 5; second++) {
      await write(client, 'a'.repeat(10));
      watch.check(second * 1000);
    }
    expect(client.destroyed).toBe(false);
    await write(client, 'a'.repeat(10));
    watch.check(5001);
    expect(await answer).toContain('408');
  });

  it('may take longer if it contains files', async () => {
    const { client, answer } = await send('multipart/form-data; boundary=B', 100);
    for (let second = 1; second <= 9; second++) {
      await write(client, 'a'.repeat(10));
      watch.check(second * 1000);
    }
    await write(client, 'a'.repeat(10));
    watch.check(10_000);
    expect(await answer).toContain('done');
  });

  it('is not aborted while the server is behind with reading', async () => {
    const { client, answer } = await send('application/octet-stream', 1_000_000);
    const request = await begun;
    request.pause();
    client.write('a'.repeat(1_000_000));
    await new Promise<void>((resolve) => {
      const look = () => (request.readableLength > 0 ? resolve() : setImmediate(look));
      look();
    });
    for (let second = 1; second <= 20; second++) watch.check(second * 1000);
    request.resume();
    expect(await answer).toContain('done');
  });
});

const HEAD = 'HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nContent-Type: text/plain\r\n\r\n';

describe('a connection that receives invalid HTTP', () => {
  const server = fastify(CONNECTION_OPTIONS);
  let port: number;
  let broken: Promise<unknown>;
  let begin: () => void;

  beforeAll(async () => {
    new Connections(server);
    // As the page cache does: the response is sent before the parser reads the body.
    server.addHook('onRequest', (request, reply, done) => {
      if (request.url === '/at-once') void reply.send('answered');
      else done();
    });
    server.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
    server.post('/streams', async ({ raw }) => {
      const chunks = raw.iterator({ destroyOnReturn: false });
      broken = chunks.next().then(() => chunks.next());
      broken.catch(() => undefined);
      begin();
      await broken;
    });
    server.post('/reads', (request) => Promise.resolve(request.body));
    port = Number(new URL(await server.listen({ host: '127.0.0.1', port: 0 })).port);
  });
  afterAll(() => server.close());

  async function statuses(sent: string): Promise<string[]> {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (part) => (answer += part.toString('latin1')));
    socket.on('error', () => undefined);
    socket.write(sent, 'latin1');
    await once(socket, 'close');
    return answer.match(/HTTP\/1\.1 \d{3}/g) ?? [];
  }

  it.each([
    ['a request that was answered before its body broke off', `GET /at-once ${HEAD}zz\r\n`, ['HTTP/1.1 200']],
    ['a request whose body is being read', `POST /reads ${HEAD}5\r\nhello\r\nzz\r\n`, ['HTTP/1.1 400']],
    ['chunk extensions that are too long', `POST /reads ${HEAD}5;${'a'.repeat(20_000)}\r\n`, ['HTTP/1.1 413']],
    ['headers that are too long', `GET / HTTP/1.1\r\nX: ${'a'.repeat(40_000)}\r\n`, ['HTTP/1.1 431']],
    ['no head', 'nonsense\r\n\r\n', ['HTTP/1.1 400']],
  ])('ends with one response after %s', async (_what, sent, expected) => {
    expect(await statuses(sent)).toEqual(expected);
  });

  it('ends the reading of a body that its sender broke off', async () => {
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write(`POST /streams ${HEAD.replace('text/plain', 'multipart/form-data')}5\r\nhello\r\n`);
    await begun;
    socket.destroy();
    await expect(broken).rejects.toThrow();
  });
});
