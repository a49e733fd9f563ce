// `npm start`: installs and builds what is missing, then serves the site with demo data. `--dev`: with hot reload.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { install } from './install.mjs';

const development = process.argv.includes('--dev');
process.env.NODE_ENV = process.env.NODE_ENV || (development ? 'development' : 'production');
await install({ withoutTestPackages: !development });
const { build } = await import('./build.mjs');
await build().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
process.env.DEMO_DATA ??= 'on';
try {
  process.env.AUTH_SECRET ||= await storedSecret();
} catch (error) {
  console.error(`DATA_DIR cannot be used: ${error.message}`);
  process.exit(1);
}
await import('../build/server/bundle/main.mjs');

/** Secret of this data folder, created at the first start. */
async function storedSecret() {
  const { makeFolder } = await import('../build/server/src/backend/platform/embedded-postgres/data-folder.js');
  const folder = process.env.DATA_DIR || 'data';
  const path = join(folder, 'auth-secret');
  makeFolder(folder);
  if (!existsSync(path)) writeFileSync(path, randomBytes(32).toString('base64url'), { mode: 0o600 });
  return readFileSync(path, 'utf8').trim();
}
