// Checks out a release of this repository into a separate folder, and runs it.
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

const READY_LIMIT_MS = 180_000;

/**
 * Puts the files of a commit into a new folder, with its packages. The caller must remove the folder and run `git worktree prune`.
 *
 * @param path of the folder, which must not exist
 */
export function checkOutRelease(commit, path) {
  run('git', ['worktree', 'add', '--detach', '--quiet', path, commit], '.');
  const lock = (root) => readFileSync(join(root, 'package-lock.json'), 'utf8');
  if (lock(path) === lock('.')) symlinkSync(resolve('node_modules'), join(path, 'node_modules'));
  else run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], path);
  return path;
}

/**
 * Starts a built release with demo data.
 *
 * @param dataDir its data folder; `settings`: further environment variables; `nodeFlags`: options for Node
 * @returns the process and its URL, once it is ready
 */
export async function startRelease(root, dataDir, { settings = {}, nodeFlags = [] } = {}) {
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    DEMO_DATA: 'on',
    AUTH_SECRET: 'for-this-process-alone-0123456789',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    MALLOC_ARENA_MAX: '1',
    ...settings,
  };
  const child = spawn(process.execPath, [...nodeFlags, 'build/server/bundle/main.mjs'], { cwd: root, env });
  let output = '';
  const found = new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => {
        output += part;
        const port = /http:\/\/localhost:(\d+)/.exec(output)?.[1];
        if (port) resolve(`http://127.0.0.1:${port}`);
      });
    child.once('exit', (code) => reject(new Error(`The process in ${root} exited with code ${code}:\n${output}`)));
    setTimeout(
      () => reject(new Error(`The process in ${root} did not become ready in time:\n${output}`)),
      READY_LIMIT_MS,
    ).unref();
  });
  const url = await found;
  for (;;) {
    const { ok } = await fetch(`${url}/health/ready`).catch(() => ({ ok: false }));
    if (ok) return { child, url };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function run(command, args, cwd) {
  execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}
