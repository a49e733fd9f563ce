// The yardsticks of other teams' choices, when a folder with them is given: the same page by a bare React server (`peers`), the same
// searches by PostgreSQL tuned by hand (`peers-search`). They are copied, so that they can install and write their data.
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const WORK = resolve('bench-results/peers');

function copied(peersDir, name) {
  const target = join(WORK, name);
  if (!existsSync(target)) {
    mkdirSync(WORK, { recursive: true });
    cpSync(join(peersDir, name), target, { recursive: true, filter: (path) => !path.includes('node_modules') });
    // The originals may be read-only.
    run('chmod', ['-R', 'u+w', target], WORK);
  }
  return target;
}

function run(command, args, cwd, { allowFailure = false } = {}) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
    child.on('error', fail);
    child.on('exit', (code) =>
      code === 0 || allowFailure ? done(code) : fail(new Error(`${command} ${args.join(' ')}: ${code}`)),
    );
  });
}

/** Throughput and CPU per page of /jobs beside the floor: one run, medians of three rounds, 1 and 16 connections. */
export async function measurePage(peersDir, url, pid) {
  const folder = copied(peersDir, 'peers');
  if (!existsSync(join(folder, 'node_modules'))) await run('node', ['setup.mjs'], folder);
  const out = join(WORK, 'page');
  const options = [
    '--peers',
    'floor',
    '--rounds',
    '3',
    '--duration',
    '5',
    '--warmup',
    '3',
    '--concurrency',
    '1,16',
    '--out',
    out,
  ];
  // The page shows other jobs than the peers', which the tool marks and ends with 1: what is compared is the work for a page.
  await run('node', ['measure.mjs', ...options, '--target', `causeboard=${url}/jobs?page={page},pid=${pid}`], folder, {
    allowFailure: true,
  });
  return JSON.parse(readFileSync(`${out}.json`, 'utf8'));
}

/** Latencies of 200 queries over 100,000 jobs, beside the tuned engine; results compared with the reference. */
export async function measureSearch(peersDir, size) {
  const folder = copied(peersDir, 'peers-search');
  if (!existsSync(join(folder, 'node_modules'))) await run('npm', ['ci', '--ignore-scripts'], folder);
  const out = join(WORK, 'search');
  const target = `product=${resolve('test/bench/search-target.mjs')}`;
  await run(
    'node',
    ['measure.mjs', '--size', String(size), '--engines', 'inproc,pg-tuned', '--target', target, '--out', out],
    folder,
    {
      allowFailure: true,
    },
  );
  return JSON.parse(readFileSync(`${out}.json`, 'utf8'));
}
