import { once } from 'node:events';
import { connect } from 'node:net';
import fastify from 'fastify';
import { CONNECTION_OPTIONS, Connections } from './connections.js';

const HEAD = 'HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nContent-Type: text/plain\r\n\r\n';

describe('a connection that receives invalid HTTP', () => {
  const server = fastify(CONNECTION_OPTIONS);
  let port: number;

  beforeAll(async () => {
    new Connections(server);
    // As the page cache does: the response is sent before the parser reads the body.
    server.addHook('onRequest', (request, reply, done) => {
      if (request.url === '/at-once') void reply.send('answered');
      else done();
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
});
