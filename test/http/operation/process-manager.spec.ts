import { createRequire } from 'node:module';
import { Agent, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { startProduct } from '../../support/products.mjs';
import { freePort } from '../../support/servers/free-port.js';
import { Pm2 } from '../../support/servers/pm2.js';

/** `PM2_REQUESTS` can set a higher number. */
const REQUESTS = Number(process.env.PM2_REQUESTS ?? 1000);
const CONNECTIONS = 8;
const LIMIT_MS = 300_000;
const PATHS = ['/', '/jobs', '/jobs?page=2', '/health/live'];

interface App {
  instances: number;
  exec_mode: string;
  max_memory_restart: string;
  kill_timeout: number;
  wait_ready: boolean;
  env: Record<string, string>;
}

describe('pm2', () => {
  it('[OPS-01] is configured for two processes at port 3000, a restart at 512 MB, and a longer timeout than a shutdown takes', () => {
    const config = createRequire(import.meta.url)('../../../ecosystem.config.cjs') as { apps: App[] };
    const [app] = config.apps;
    expect(app).toMatchObject({ instances: 2, exec_mode: 'cluster', max_memory_restart: '512M', wait_ready: true });
    expect(app!.env.PORT).toBe('3000');
    expect(app!.kill_timeout).toBeGreaterThan(20_000 + 15_000);
  });

  it(
    '[OPS-01] reloads both processes under load on open connections, and no request fails',
    async () => {
      const port = await freePort();
      const pm2 = new Pm2({
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: process.env.TEST_DATA_DIR!,
        AUTH_SECRET: 'a-secret-that-only-this-test-knows-0123456789',
        SITES: '',
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'warn',
        SHUTDOWN_DELAY_MS: '1000',
      });
      const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
      try {
        await pm2.command('start', 'ecosystem.config.cjs');
        const before = await pm2.processes();
        expect(before.map(({ pm2_env: { exec_mode, status } }) => [exec_mode, status])).toEqual([
          ['cluster_mode', 'online'],
          ['cluster_mode', 'online'],
        ]);
        const failures: string[] = [];
        let sent = 0;
        let isReloaded = false;
        const lane = async () => {
          while (sent < REQUESTS || !isReloaded) {
            const path = PATHS[sent++ % PATHS.length]!;
            const outcome = await ask(port, agent, path);
            if (outcome !== 'ok') failures.push(`${path}: ${outcome}`);
            // Slower towards the end, so that the load lasts as long as the reload on any machine.
            if (sent > REQUESTS / 2 && !isReloaded) await setTimeout(20);
          }
        };
        const reload = async () => {
          while (sent < REQUESTS / 4) await setTimeout(5);
          await pm2.command('reload', 'causeboard');
          isReloaded = true;
        };
        await Promise.all([...Array.from({ length: CONNECTIONS }, lane), reload()]);
        const after = await pm2.processes();
        expect([failures, failures.length]).toEqual([[], 0]);
        expect(sent).toBeGreaterThanOrEqual(REQUESTS);
        const pids = before.map(({ pid }) => pid);
        expect(after).toHaveLength(2);
        expect(after.filter(({ pid, pm2_env }) => pids.includes(pid) || pm2_env.status !== 'online')).toEqual([]);
      } finally {
        agent.destroy();
        await pm2.stop();
      }
    },
    LIMIT_MS,
  );

  it.each([
    ['is still reached until the delay is over where pm2 has started it', { pm_id: '0' }, true],
    ['is no longer reached where a person has started it', {}, false],
  ])(
    '[OPS-01] SIGINT: a process %s',
    async (_what, settings, isDelayed) => {
      const delay = { SHUTDOWN_DELAY_MS: '3000' };
      const product = await startProduct({ DATA_DIR: process.env.TEST_DATA_DIR!, ...delay, ...settings });
      const ready = () =>
        fetch(`${product.url}/health/ready`, { headers: { connection: 'close' } }).then(
          ({ status }) => status,
          () => 'refused' as const,
        );
      expect(await ready()).toBe(200);
      product.child.kill('SIGINT');
      const seen: (number | 'refused')[] = [];
      while (seen.at(-1) !== 'refused') seen.push(await ready());
      // One request may arrive while the server stops listening.
      const notReady = seen.filter((state) => state === 503).length;
      expect([notReady > 3, notReady]).toEqual([isDelayed, notReady]);
      expect(await product.exited).toBe(0);
    },
    LIMIT_MS,
  );
});

/** @returns `ok`, or the error */
function ask(port: number, agent: Agent, path: string): Promise<string> {
  return new Promise((resolve) => {
    request({ host: '127.0.0.1', port, path, agent, headers: { host: 'localhost' } }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode === 200 ? 'ok' : `status ${answer.statusCode!}`));
      answer.on('error', (error) => resolve(error.message));
    })
      .on('error', (error) => resolve(error.message))
      .end();
  });
}
