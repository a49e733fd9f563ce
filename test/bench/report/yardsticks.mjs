// The yardsticks for a page, from a folder of other teams' solutions: `floor`, the same page by a bare React server, and `static`, a server
// that sends a buffer. The folder is copied, so that they can be installed and built.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const WORK = resolve('bench-results/peers');
const BACKEND_PORT = 4400;
const PORTS = { floor: 4501, static: 4503 };
const MODES = { floor: 'react', static: 'static' };
const PAGES = 10;

/** Addresses that they serve. */
export const YARDSTICK_ADDRESSES = Array.from({ length: PAGES }, (_, index) => ({ path: `/jobs?page=${index + 1}` }));

/** @returns a writable copy of one of the sibling folders in `peersDir` */
export function copiedPeer(peersDir, name) {
  const target = join(WORK, name);
  if (!existsSync(target)) {
    mkdirSync(WORK, { recursive: true });
    cpSync(join(peersDir, name), target, { recursive: true, filter: (path) => !path.includes('node_modules') });
    // The originals may be read-only.
    run('chmod', ['-R', 'u+w', target], WORK);
  }
  return target;
}

export function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} in ${cwd}: ${status}`);
}

/** Starts the yardsticks' backend with its data. @returns functions to start a yardstick, and to stop everything */
export async function openYardsticks(peersDir) {
  const folder = copiedPeer(peersDir, 'peers');
  const floor = join(folder, 'floor');
  if (!existsSync(join(floor, 'dist'))) {
    console.log('Installing and building the yardsticks …');
    run('npm', ['ci', '--no-audit', '--no-fund'], floor);
    run('npm', ['run', 'build'], floor);
  }
  if (!existsSync(join(folder, 'fixture/data/jobs.json'))) run('node', ['fixture/generate.mjs'], folder);
  const backend = start(['fixture/graphql-server.mjs'], folder, { PORT: String(BACKEND_PORT) });
  await answers(`http://127.0.0.1:${BACKEND_PORT}/healthz`, backend);
  const running = [backend];
  return {
    /** @param name `floor` or `static` */
    async start(name) {
      const child = start(['server.mjs'], floor, {
        MODE: MODES[name],
        PORT: String(PORTS[name]),
        BACKEND_URL: `http://127.0.0.1:${BACKEND_PORT}/graphql`,
        STATIC_PAGES: String(PAGES),
      });
      running.push(child);
      const url = `http://127.0.0.1:${PORTS[name]}`;
      await answers(`${url}/jobs?page=1`, child);
      return { url, pid: child.pid, stop: () => stop(child) };
    },
    close: () => Promise.all(running.map(stop)),
  };
}

function start(args, cwd, env) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  return child;
}

async function answers(url, child) {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(20)) {
    if (child.exitCode !== null) throw new Error(`the server of ${url} ended with ${child.exitCode}`);
    const response = await fetch(url).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.ok) return;
  }
  throw new Error(`${url} does not answer`);
}

async function stop(child) {
  if (child.exitCode !== null || child.signalCode) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 4000);
  await gone;
  clearTimeout(timer);
}
