import { spawn } from 'node:child_process';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { freePort } from '../../support/servers/free-port.js';
import { NODE_FLAGS } from '../../support/products.mjs';

const AUTH_SECRET = 'a-secret-that-only-the-tests-know-0123456789';
const PATIENCE_MS = 60_000;

/** @returns the exit code and the output */
async function start(settings: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [...NODE_FLAGS, 'build/server/bundle/main.mjs'], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: '0', AUTH_SECRET, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (output += part));
  // Not `exit`, after which output may still arrive.
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}

describe('a start that is refused', () => {
  let silent: Server;

  beforeAll(async () => {
    silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => silent.close());

  it.each<[string, () => Promise<number>]>([
    ['refuses', freePort],
    ['says nothing', () => Promise.resolve((silent.address() as AddressInfo).port)],
  ])(
    'ends with a sentence where the database %s',
    async (_what, portOf) => {
      const port = await portOf();
      const { code, output } = await start({ DATABASE_URL: `postgres://someone:pass-word@127.0.0.1:${port}/jobs` });
      expect([code, output.trim().split('\n').length]).toEqual([1, 1]);
      expect(output).toContain(`DATABASE_URL: the database at 127.0.0.1:${port}/jobs cannot be used: `);
      expect(output).not.toContain('pass-word');
    },
    PATIENCE_MS,
  );

  it(
    'exits with a message if the data folder cannot be created',
    async () => {
      const { code, output } = await start({ DATA_DIR: '/proc/causeboard/data' });
      expect([code, output.trim().split('\n').length]).toEqual([1, 1]);
      expect(output).toContain('DATA_DIR cannot be created: ');
    },
    PATIENCE_MS,
  );

  it.each([
    ['SITE', { SITE: 'nowhere' }, ['nowhere', 'charity-ca']],
    ['SITE_FLAGS', { SITE_FLAGS: 'default.flying=on' }, ['SITE_FLAGS', 'flying']],
  ])(
    '[SITE-02] ends with a message that names the setting where %s names what no site has',
    async (_name, settings, words) => {
      const { code, output } = await start({ ...settings, DATA_DIR: '/proc/causeboard/data' });
      expect(code).toBe(1);
      for (const word of words) expect(output).toContain(word);
      expect(output).not.toContain('DATA_DIR');
    },
    PATIENCE_MS,
  );
});
