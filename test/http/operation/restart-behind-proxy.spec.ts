import { Agent, request } from 'node:http';
import { constants, setPriority } from 'node:os';
import { freePort } from '../../support/servers/free-port.js';
import { Haproxy } from '../../support/servers/haproxy.js';
import { type RunningProduct, startProduct } from '../../support/products.mjs';

const REQUESTS = 20_000;
const KEEP_ALIVE_CONNECTIONS = 8;
const NEW_CONNECTIONS = 4;
const PATIENCE_MS = 240_000;

interface Sent {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
}

const QUESTION = JSON.stringify({ operationName: 'FacetTerms', variables: {} });

/** Mostly cached pages, and some requests that a proxy does not retry after a failure. */
function nth(index: number): Sent {
  if (index % 10 === 0) return { method: 'POST', path: '/graphql', body: QUESTION };
  if (index % 100 === 1) return { method: 'GET', path: `/jobs?page=${(index % 40) + 1}` };
  return { method: 'GET', path: index % 2 ? '/' : '/jobs' };
}

describe('two processes behind a proxy', () => {
  const products: RunningProduct[] = [];
  const ports: number[] = [];
  let proxy: Haproxy;

  const start = async (index: number) => {
    const product = await startProduct({
      DATA_DIR: process.env.TEST_DATA_DIR!,
      PORT: String(ports[index]),
      // HAProxy checks health four times a second, and needs two equal results.
      SHUTDOWN_DELAY_MS: '3000',
    });
    // Other tests that run at the same time have time limits.
    setPriority(product.pid, constants.priority.PRIORITY_LOW);
    return product;
  };

  beforeAll(async () => {
    ports.push(await freePort(), await freePort());
    products.push(...(await Promise.all([start(0), start(1)])));
    proxy = await Haproxy.start(ports);
  }, PATIENCE_MS);
  afterAll(async () => {
    await proxy.stop();
    for (const product of products) await product.stop();
  });

  it(
    `answer ${REQUESTS} requests while one of them is restarted`,
    async () => {
      const failures: string[] = [];
      let sent = 0;
      let hasRestarted = false;
      const lane = async (agent: Agent) => {
        while (sent < REQUESTS || !hasRestarted) {
          const { method, path, body } = nth(sent++);
          const outcome = await ask(proxy.url, agent, { method, path, body });
          if (outcome !== 'ok') failures.push(`${method} ${path}: ${outcome}`);
        }
      };
      const keeping = new Agent({ keepAlive: true, maxSockets: KEEP_ALIVE_CONNECTIONS });
      const lanes = [
        ...Array.from({ length: KEEP_ALIVE_CONNECTIONS }, () => lane(keeping)),
        ...Array.from({ length: NEW_CONNECTIONS }, () => lane(new Agent({ keepAlive: false }))),
      ];
      const restart = async () => {
        while (sent < REQUESTS / 5) await new Promise((resolve) => setTimeout(resolve, 10));
        products[0]!.child.kill('SIGTERM');
        expect(await products[0]!.exited).toBe(0);
        products[0] = await start(0);
        hasRestarted = true;
      };
      const begun = Date.now();
      await Promise.all([...lanes, restart()]);
      keeping.destroy();
      console.log(`${sent} requests, ${failures.length} failed, ${Math.round((Date.now() - begun) / 1000)} s`);
      expect(failures).toEqual([]);
    },
    PATIENCE_MS,
  );
});

/** @returns `ok`, or the error */
function ask(url: string, agent: Agent, { method, path, body }: Sent): Promise<string> {
  return new Promise((resolve) => {
    const headers = {
      host: 'localhost',
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    };
    request(`${url}${path}`, { method, agent, headers }, (answer) => {
      let length = 0;
      answer.on('data', (part: Buffer) => (length += part.length));
      answer.on('end', () => resolve(answer.statusCode === 200 && length > 0 ? 'ok' : `status ${answer.statusCode!}`));
      answer.on('error', (error) => resolve(error.message));
    })
      .on('error', (error) => resolve(error.message))
      .end(body);
  });
}
