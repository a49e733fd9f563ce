import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { checkPublicAddress } from '../../../src/doctor/check-services.js';
import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { Haproxy } from '../../support/servers/haproxy.js';
import { Nginx } from '../../support/servers/nginx.js';
import { StubServer } from '../../support/servers/stub-server.js';

const HAPROXY = process.env.HAPROXY_PATH ?? 'haproxy';
const NGINX = process.env.NGINX_PATH ?? 'nginx';

describe('examples of proxies', () => {
  const folder = mkdtempSync(join(tmpdir(), 'causeboard-deploy-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const check = {
    'deploy/haproxy/haproxy.cfg': (file: string) => spawnSync(HAPROXY, ['-c', '-f', file]).status,
    'deploy/compose/haproxy.cfg': (file: string) => spawnSync(HAPROXY, ['-c', '-f', file]).status,
    'deploy/nginx/nginx.conf': (file: string) => spawnSync(NGINX, ['-t', '-q', '-c', resolve(file)]).status,
  };

  it.each(Object.entries(check))(
    '[OPS-01] %s is valid for its program, and is not valid with an unknown word',
    (file, run) => {
      expect(run(file)).toBe(0);
      const wrong = join(folder, 'wrong');
      writeFileSync(wrong, readFileSync(file, 'utf8').replace(/timeout connect|proxy_connect_timeout/, 'no_such_word'));
      expect(run(wrong)).not.toBe(0);
    },
  );

  it('[OPS-01] the proxy of Docker Compose differs only in the addresses of the processes', () => {
    const rules = (file: string) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '' && !/^\s*(?:#|server)/.test(line));
    const [single, compose] = ['deploy/haproxy/haproxy.cfg', 'deploy/compose/haproxy.cfg'].map(rules);
    const resolvers = compose!.indexOf('resolvers docker');
    expect([...compose!.slice(0, resolvers), ...compose!.slice(resolvers + 7)]).toEqual(single);
  });
});

/** The address of a proxy in front. All addresses that begin with 127 belong to this machine. */
const FRONT = '127.0.0.2';

/** @param from the address of the client */
async function send(url: string, from: string, headers: Record<string, string> = {}, body?: object) {
  const type = body ? { 'content-type': 'application/json', accept: 'application/graphql-response+json' } : {};
  const sent = request(url, { method: body ? 'POST' : 'GET', localAddress: from, headers: { ...type, ...headers } });
  sent.end(body && JSON.stringify(body));
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject);
  });
  return { status: response.statusCode, text: await text(response) };
}

describe.each([
  ['HAProxy', (ports: [number, number]) => Haproxy.asShipped(ports, `10.9.9.0/24 ${FRONT}`)],
  ['nginx', (ports: [number, number]) => Nginx.asShipped(ports, FRONT)],
] as const)('the example of %s behind another proxy', (_, start) => {
  let stub: StubServer;
  let proxy: { url: string; stop(): Promise<void> };
  beforeAll(async () => {
    stub = await StubServer.start();
    stub.answer = ({ headers }, response) => {
      const given = [headers['x-forwarded-for'], headers['x-forwarded-proto']];
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(given));
    };
    const port = Number(new URL(stub.origin).port);
    proxy = await start([port, port]);
  }, 60_000);
  afterAll(async () => {
    await proxy.stop();
    await stub.close();
  });
  const seen = async (from: string, visitor?: string, scheme?: string) => {
    const headers = {
      ...(visitor === undefined ? {} : { 'x-forwarded-for': visitor }),
      ...(scheme === undefined ? {} : { 'x-forwarded-proto': scheme }),
    };
    return JSON.parse((await send(proxy.url, from, headers)).text) as unknown;
  };

  it('[OPS-01] believes that proxy who the visitor is, but nobody else', async () => {
    expect(await seen(FRONT, '192.0.2.7', 'https')).toEqual(['192.0.2.7', 'https']);
    expect(await seen(FRONT, '2001:db8::7', 'http')).toEqual(['2001:db8::7', 'http']);
    // What the visitor sent to that proxy comes first.
    expect(await seen(FRONT, '10.0.0.1, 192.0.2.7', 'https')).toEqual(['192.0.2.7', 'https']);
    expect(await seen(FRONT)).toEqual([FRONT, 'http']);
    expect(await seen('127.0.0.3', '192.0.2.7', 'https')).toEqual(['127.0.0.3', 'http']);
  });
});

describe.each([
  ['HAProxy', (ports: [number, number]) => Haproxy.asShipped(ports)],
  ['nginx', (ports: [number, number]) => Nginx.asShipped(ports, FRONT)],
] as const)('the example of %s while two releases run', (_, start) => {
  /** Each release has a script of its own, and none of the other one. */
  const releases = ['old', 'new'] as const;
  let stubs: StubServer[] = [];
  let proxy: { url: string; stop(): Promise<void> };
  beforeAll(async () => {
    stubs = await Promise.all(
      releases.map(async (release) => {
        const stub = await StubServer.start();
        stub.answer = ({ url = '' }, response) => {
          const isKnown = url.startsWith('/health/') || url === `/assets/${release}.js`;
          response.writeHead(isKnown ? 200 : 404, { 'content-type': 'text/plain' }).end(release);
        };
        return stub;
      }),
    );
    proxy = await start(stubs.map(({ origin }) => Number(new URL(origin).port)) as [number, number]);
  }, 60_000);
  afterAll(async () => {
    await proxy.stop();
    await Promise.all(stubs.map((stub) => stub.close()));
  });

  it('[OPS-01] finds the style sheets and scripts of both', async () => {
    for (let time = 0; time < 20; time += 1)
      for (const release of releases)
        expect(await send(`${proxy.url}/assets/${release}.js`, FRONT)).toEqual({ status: 200, text: release });
  });

  it('[OPS-01] asks for other missing pages once, and gives up asking for missing scripts', async () => {
    expect((await send(`${proxy.url}/assets/none.js`, FRONT)).status).toBe(404);
    expect((await send(`${proxy.url}/none`, FRONT)).status).toBe(404);
    const asked = stubs.flatMap((stub) => stub.asked);
    expect(asked.filter((path) => path === '/none')).toHaveLength(1);
  });
});

describe('the product behind the example of HAProxy', () => {
  let product: RunningProduct;
  let proxies: Haproxy[] = [];
  beforeAll(async () => {
    product = await startProduct({
      DATA_DIR: process.env.TEST_DATA_DIR!,
      BACKEND_GRAPHQL_URL: `${process.env.TEST_BACKEND!}/graphql`,
      RATE_LIMITS: 'on',
      TRUST_PROXY: 'on',
    });
    const port = Number(new URL(product.url).port);
    proxies = await Promise.all([Haproxy.asShipped([port, port], FRONT), Haproxy.asShipped([port, port])]);
  }, 60_000);
  afterAll(async () => {
    await Promise.all(proxies.map((proxy) => proxy.stop()));
    await product.stop();
  });

  it('[AUTH-18] counts each visitor of a proxy in front by themselves, and cannot be deceived by others', async () => {
    const [behind, alone] = proxies.map(({ url }) => url) as [string, string];
    const guess = async (url: string, visitor: string, email: string) => {
      const body = { operationName: 'JwtToken', variables: { email, password: 'wrong' } };
      return (await send(`${url}/graphql`, FRONT, { 'x-forwarded-for': visitor }, body)).status;
    };
    const guesses = async (url: string, email: string, visitorOf: (index: number) => string) => {
      const statuses = [];
      for (let index = 1; index <= 11; index++) statuses.push(await guess(url, visitorOf(index), email));
      return statuses;
    };
    const limited = [...Array<number>(10).fill(200), 429];
    expect(await guesses(behind, 'ann@people.test', () => '192.0.2.81')).toEqual(limited);
    expect(await guess(behind, '192.0.2.82', 'ann@people.test')).toBe(200);
    expect(await guesses(alone, 'bob@people.test', (index) => `192.0.2.${index}`)).toEqual(limited);
  });

  it('[OPS-04] is found at its public address by the doctor, although visitors cannot read the health checks', async () => {
    const [{ url }] = proxies as [Haproxy];
    expect((await fetch(`${url}/health/ready`)).status).toBe(404);
    expect(await checkPublicAddress(url)).toEqual([
      { check: 'public address', state: 'ok', found: `${url} leads to the product` },
    ]);
  });
});
