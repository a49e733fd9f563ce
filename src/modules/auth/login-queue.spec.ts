import { request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import type { Site } from '../sites/index.js';
import { queueLogins } from './protocol/protocol-call.js';
import { waitFor } from '../../../test/support/wait-for.js';

const LOGIN = '/de/user/login';
const NAMES = { de: { '/user': '/konto' } };
const SITE = { public: { locales: ['en', 'de'], routeNames: NAMES } } as unknown as Site;

describe('queueLogins', () => {
  let server: FastifyInstance;
  /** Resolvers of the responses in progress; calling one completes its response. */
  let open: (() => void)[];

  beforeEach(async () => {
    open = [];
    server = fastify();
    queueLogins(server, { sites: { forHost: () => SITE }, authPath: '/api/auth' }, { atOnce: 1, maxWaiting: 2 });
    const held = () => new Promise<string>((resolve) => open.push(() => resolve('in')));
    server.post('/api/auth/callback/credentials', held);
    server.post(LOGIN, held);
    server.post('*', held);
    server.get(LOGIN, () => 'the form');
    await server.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(async () => {
    open.forEach((end) => end());
    await server.close();
  });

  const logIn = (path = LOGIN) => fetch(url(path), { method: 'POST', body: '{}', headers: JSON_BODY });
  const url = (path: string) => `http://127.0.0.1:${(server.server.address() as AddressInfo).port}${path}`;
  const JSON_BODY = { 'content-type': 'application/json' };
  const begun = (count: number) => waitFor(`${count} logins have begun`, () => open.length === count);

  it('serves logins one after the other, whatever their format, and everything else meanwhile', async () => {
    const first = logIn();
    await begun(1);
    const second = logIn('/api/auth/callback/credentials?x=1');
    expect(await (await fetch(url(LOGIN))).text()).toBe('the form');
    expect(open).toHaveLength(1);
    open[0]!();
    expect((await first).status).toBe(200);
    await begun(2);
    open[1]!();
    expect((await second).status).toBe(200);
  });

  it.each(['/de/user/login/', '/user/login//?x=1', '/DE/user/log%69n', '/de/konto/login'])(
    'recognizes the form at the address %s',
    async (path) => {
      const first = logIn();
      await begun(1);
      const second = logIn(path);
      // This request arrives later, and does not wait.
      const other = logIn('/user/register');
      await begun(2);
      open[1]!();
      expect((await other).status).toBe(200);
      expect(open).toHaveLength(2);
      open[0]!();
      await begun(3);
      open[2]!();
      expect([(await first).status, (await second).status]).toEqual([200, 200]);
    },
  );

  it('does not wait for slow or disconnected clients', async () => {
    const slow = ask(url(LOGIN), { method: 'POST', headers: { ...JSON_BODY, 'content-length': '2' } });
    slow.on('error', () => undefined);
    slow.write('{');
    const gone = ask(url(LOGIN), { method: 'POST', headers: { ...JSON_BODY, 'content-length': '2' } });
    gone.on('error', () => undefined);
    gone.end('{}');
    await begun(1);
    const next = logIn();
    gone.destroy();
    await begun(2);
    open[1]!();
    expect((await next).status).toBe(200);
    slow.destroy();
  });

  it('lets logins proceed at once when the queue is full', async () => {
    const answers = [logIn()];
    await begun(1);
    answers.push(logIn(), logIn(), logIn());
    // Two logins are waiting; the last one does not have to.
    await begun(2);
    open.splice(0).forEach((end) => end());
    for (let left = 2; left > 0; left--) {
      await begun(1);
      open.splice(0).forEach((end) => end());
    }
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
});
