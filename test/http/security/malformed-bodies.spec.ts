import { connect } from 'node:net';
import { PRODUCTS } from '../../support/data/site.js';

type Route = readonly [method: string, path: string, type: string];

const ROUTES: readonly Route[] = [
  ['GET', '/jobs', ''],
  ['GET', '/health/live', ''],
  ['GET', '/robots.txt', ''],
  ['GET', '/api/auth/session', 'application/json'],
  ['DELETE', '/jobs', ''],
  ['POST', '/nothing-here', 'text/plain'],
  ['POST', '/graphql', 'application/json'],
  ['POST', '/graphql', 'multipart/form-data; boundary=x'],
  ['POST', '/api/auth/callback/credentials', 'application/x-www-form-urlencoded'],
  ['POST', '/user/login', 'application/x-www-form-urlencoded'],
  ['POST', '/contact', 'multipart/form-data; boundary=x'],
];

const BODIES: readonly (readonly [what: string, body: string])[] = [
  ['a size that is no number', 'zz\r\nhello\r\n0\r\n\r\n'],
  ['such a size after a good chunk', '5\r\nhello\r\nzz\r\nx\r\n0\r\n\r\n'],
  ['no line end after a chunk', '5\r\nhelloX\r\n0\r\n\r\n'],
  ['a chunk right after another', '5\r\nhello5\r\nworld\r\n0\r\n\r\n'],
  ['a negative size', '-1\r\nhello\r\n0\r\n\r\n'],
  ['a size that no number holds', 'FFFFFFFFFFFFFFFFFF\r\nhello\r\n0\r\n\r\n'],
  ['no size', '\r\nhello\r\n0\r\n\r\n'],
  ['a forbidden character in an extension', '5;\x01=b\r\nhello\r\n0\r\n\r\n'],
  ['an extension that is too long', `5;${'a'.repeat(20_000)}\r\nhello\r\n0\r\n\r\n`],
  ['a size line that is too long', `${'0'.repeat(20_000)}zz\r\nhello\r\n0\r\n\r\n`],
  ['a trailer that is too long', `5\r\nhello\r\n0\r\nX: ${'y'.repeat(40_000)}\r\n\r\n`],
];
const PATIENCE_MS = 8000;

/** Sends a request with a chunked body, its head first. @returns all received status lines, and whether the connection ended */
function ask(url: string, [method, path, type]: Route, body: string, pauseMs: number) {
  return new Promise<{ statuses: string[]; closed: boolean }>((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    const head = [`${method} ${path} HTTP/1.1`, 'Host: localhost', 'Transfer-Encoding: chunked'];
    if (type) head.push(`Content-Type: ${type}`);
    let answer = '';
    const done = (closed: boolean) => {
      clearTimeout(limit);
      socket.destroy();
      resolve({ statuses: answer.match(/HTTP\/1\.1 \d{3}/g) ?? [], closed });
    };
    const limit = setTimeout(() => done(false), PATIENCE_MS);
    socket.on('data', (part) => (answer += part.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => done(true));
    const start = `${head.join('\r\n')}\r\n\r\n`;
    if (pauseMs === 0) socket.write(start + body, 'latin1');
    else {
      socket.write(start);
      setTimeout(() => socket.write(body, 'latin1'), pauseMs);
    }
  });
}

describe.each(PRODUCTS)('a malformed chunked body, %s', (_name, url) => {
  it.each(BODIES)(
    'with %s gets one response, and the connection is closed',
    async (_what, body) => {
      for (const pauseMs of [0, 300]) {
        const answers = await Promise.all(
          ROUTES.map(async (route) => ({ route, ...(await ask(url, route, body, pauseMs)) })),
        );
        const wrong = answers.filter(({ statuses, closed }) => statuses.length !== 1 || !closed);
        expect({ pauseMs, wrong }).toEqual({ pauseMs, wrong: [] });
      }
    },
    60_000,
  );

  it('data that is not HTTP gets one response as well', async () => {
    const { statuses, closed } = await ask(url, ['BAD METHOD', '/', ''], '', 0);
    expect([statuses, closed]).toEqual([['HTTP/1.1 400'], true]);
  });
});
