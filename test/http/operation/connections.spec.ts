import { connect, type Socket } from 'node:net';
import { startProduct, type RunningProduct } from '../../support/products.mjs';

/** Sends raw bytes, and records all received data until the connection ends. */
class RawClient {
  private text = '';
  readonly ended: Promise<string>;
  readonly socket: Socket;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.socket = connect(Number(port), hostname);
    this.ended = new Promise((resolve) => {
      this.socket.setEncoding('utf8').on('data', (part: string) => (this.text += part));
      this.socket.on('close', () => resolve(this.text)).on('error', () => undefined);
    });
  }

  send(...lines: string[]): this {
    this.socket.write(lines.join('\r\n'));
    return this;
  }

  /** @returns the received data once it matches */
  async until(pattern: RegExp): Promise<string> {
    while (!pattern.test(this.text)) {
      if (this.socket.destroyed) throw new Error(`Ended without ${pattern}: ${this.text}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return this.text;
  }
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

describe('connections', () => {
  const url = process.env.TEST_EMBEDDED!;

  it.each([
    ['two hosts', ['Host: localhost', 'Host: evil.example']],
    ['the same host twice', ['Host: localhost', 'HOST: localhost']],
    ['what is no host', ['Host: localhost/evil']],
  ])('a request with %s is refused', async (_what, hosts) => {
    const client = new RawClient(url).send('GET / HTTP/1.1', ...hosts, 'Connection: close', '', '');
    expect(statusOf(await client.ended)).toBe(400);
  });

  it.each([
    [
      'a form of another site',
      '/contact',
      ['Origin: https://evil.example', 'Content-Type: multipart/form-data; boundary=B'],
    ],
    ['what nobody takes', '/contact', ['Content-Type: application/xml']],
    ['a page that there is not', '/api/nothing', ['Content-Type: multipart/form-data; boundary=B']],
  ])('ends with the answer where the body was not read: %s', async (_what, path, headers) => {
    const client = new RawClient(url).send(
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      'Content-Length: 100000',
      ...headers,
      '',
      '--B\r\n',
    );
    // The connection ends although the client neither sends the rest nor closes it.
    const answer = await client.ended;
    expect(statusOf(answer)).toBeGreaterThanOrEqual(400);
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  });

  it('lets the client receive the response although it is still sending', async () => {
    const body = `--B\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'x'.repeat(2_000_000)}`;
    for (let attempt = 0; attempt < 10; attempt++) {
      const answer = await fetch(`${url}/contact`, {
        method: 'POST',
        headers: { origin: 'https://evil.example', 'content-type': 'multipart/form-data; boundary=B' },
        body,
      });
      expect(answer.status).toBe(403);
    }
  });

  it('stays open after a request body that was read completely', async () => {
    const body = '{"operationName":"Nothing"}';
    const client = new RawClient(url).send(
      'POST /graphql HTTP/1.1',
      'Host: localhost',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      '',
      body,
    );
    expect(await client.until(/not an operation/)).toMatch(/\r\nconnection: keep-alive\r\n/i);
    client.socket.destroy();
  });
});

describe('a process that receives SIGTERM', () => {
  let product: RunningProduct;
  const GET = ['Host: localhost', '', ''] as const;

  beforeEach(async () => {
    product = await startProduct({
      DATA_DIR: process.env.TEST_DATA_DIR!,
      BACKEND_GRAPHQL_URL: `${process.env.TEST_BACKEND!}/graphql`,
      SHUTDOWN_DELAY_MS: '60000',
      SHUTDOWN_TIMEOUT_MS: '3000',
    });
  }, 120_000);
  afterEach(() => product.stop());

  it('reports this first, answers on existing and new connections, and closes each one after its response', async () => {
    const kept = new RawClient(product.url).send('GET /health/ready HTTP/1.1', ...GET);
    await kept.until(/"status":"ok"/);
    product.child.kill('SIGTERM');
    // Each response may be the last one on its connection, and must be complete.
    for (;;) {
      const answer = await new RawClient(product.url).send('GET /health/ready HTTP/1.1', ...GET).until(/\}$/);
      if (statusOf(answer) === 503) break;
    }
    const ready = await new RawClient(product.url).send('GET /health/ready HTTP/1.1', ...GET).ended;
    expect([statusOf(ready), /"process":"stopping"/.test(ready), /\r\nconnection: close\r\n/i.test(ready)]).toEqual([
      503,
      true,
      true,
    ]);
    for (const client of [kept, new RawClient(product.url)]) {
      const answer = await client.send('GET /jobs HTTP/1.1', ...GET).ended;
      expect(answer).toMatch(/HTTP\/1\.1 200 OK\r\n(?:.+\r\n)*connection: close\r\n/i);
      expect(answer).toContain('</html>');
    }
    expect(await product.exited).toBe(0);
  }, 60_000);

  it('aborts connections that do not end in time, and exits', async () => {
    const slow = new RawClient(product.url).send(
      'POST /contact HTTP/1.1',
      'Host: localhost',
      'Content-Type: application/x-www-form-urlencoded',
      'Content-Length: 1000',
      '',
      'name=',
    );
    const idle = new RawClient(product.url).send('GET /health/live HTTP/1.1', ...GET);
    await idle.until(/"status":"ok"/);
    product.child.kill('SIGTERM');
    await Promise.all([slow.ended, idle.ended]);
    expect(await product.exited).toBe(0);
    expect(product.output).toMatch(/SHUTDOWN_TIMEOUT_MS was exceeded/);
  }, 60_000);
});
