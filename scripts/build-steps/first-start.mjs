// Starts the server once with an empty database while the image is built. What it compiles stays in `build/compile-cache`
// (bundle-server.mjs), so that no container compiles it again.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'causeboard-first-start-'));
process.once('exit', () => rmSync(DATA_DIR, { recursive: true, force: true }));
const PORT = await freePort();
Object.assign(process.env, {
  DATA_DIR,
  PORT: String(PORT),
  HOST: '127.0.0.1',
  AUTH_SECRET: randomBytes(32).toString('base64url'),
  SHUTDOWN_DELAY_MS: '0',
});
await import('../../build/server/bundle/main.mjs');
const page = await fetch(`http://127.0.0.1:${PORT}/jobs`);
await page.text();
if (!page.ok) throw new Error(`/jobs: status ${page.status}`);
process.kill(process.pid, 'SIGTERM');

/** The network of a build can be that of the machine, on which another program may use the usual port. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
