// Builds what has changed: the server with the TypeScript 7 compiler and esbuild, the pages with Vite. `--force` builds both. Types are
// checked by `npm run validate`, not here.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const STAMP = 'build/.built';
const SOURCES = [
  'src',
  'demo',
  'client',
  'catalogues',
  'config',
  'package-lock.json',
  'vite.config.ts',
  'tsconfig.json',
  'tsconfig.server.json',
  'nest-cli.json',
  'scripts/build-steps',
];

/** Hash of the path, size and modification time of every source file: cheap, and it changes whenever the build would. */
function fingerprint() {
  const hash = createHash('sha256');
  const visit = (path) => {
    const stat = statSync(path);
    if (!stat.isDirectory()) return void hash.update(`${path} ${stat.size} ${stat.mtimeMs}\n`);
    for (const name of readdirSync(path).sort()) visit(join(path, name));
  };
  SOURCES.forEach(visit);
  return hash.digest('hex');
}

function run(name, command, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
    let output = '';
    child.stdout.on('data', (part) => (output += part));
    child.stderr.on('data', (part) => (output += part));
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`${name} failed:\n${output}`))));
  });
}

/**
 * Does what nest-cli.json says, in a fraction of the time that `nest build` takes: without checking types, each file is compiled by itself
 * (`isolatedModules`), so the compiler need not read the types of packages.
 */
async function compileServer() {
  const { tsConfigPath, assets } = JSON.parse(readFileSync('nest-cli.json', 'utf8')).compilerOptions;
  const compiler = join('node_modules', 'typescript7', 'bin', 'tsc');
  await run('tsc', process.execPath, [compiler, '-p', tsConfigPath, '--noCheck', '--noResolve', '--types', ''], {});
  const { globSync } = await import('tinyglobby');
  for (const { include, outDir } of assets)
    for (const path of globSync(include)) cpSync(path, join(outDir, path), { recursive: true });
}

async function bundled() {
  const { bundleServer } = await import('./build-steps/bundle-server.mjs');
  await bundleServer();
}

export async function build({ force = false } = {}) {
  const now = fingerprint();
  if (!force && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === now) return;
  console.log('Building …');
  rmSync(STAMP, { force: true });
  // Filled by the server when it exits (scripts/build-steps/bundle-server.mjs).
  rmSync('build/compile-cache', { recursive: true, force: true });
  mkdirSync('build', { recursive: true });
  const bin = (name) => join('node_modules', '.bin', name);
  await Promise.all([
    compileServer().then(bundled),
    run('vite build', bin('vite'), ['build'], { NODE_ENV: 'production' }),
  ]);
  const { makeSitePictures } = await import('./build-steps/site-pictures.mjs');
  const { makeLetterheads } = await import('./build-steps/letterheads.mjs');
  const { compress } = await import('./build-steps/compress.mjs');
  await Promise.all([
    compress('build/pages/client/assets'),
    // One after the other, because both write to the folders of sites.
    makeSitePictures().then(makeLetterheads),
  ]);
  writeFileSync(STAMP, now);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await build({ force: process.argv.includes('--force') }).catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
}
