// The product's two search engines compared with the in-process reference and with PostgreSQL tuned by hand: 200 queries of every kind, for
// which all must return the same results, without caching. The benchmark program belongs to the yardsticks.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { median, ratioOf, spread } from '../report/statistics.mjs';
import { copiedPeer, run } from '../report/yardsticks.mjs';

const MEMORY = resolve('test/bench/search/memory-search-target.mjs');
const POSTGRES = resolve('test/bench/search/search-target.mjs');
const OURS = { memory: 'product-memory', postgres: 'product-postgres' };

export async function measureSearch({ peersDir, jobs, rounds }) {
  const folder = copiedPeer(peersDir, 'peers-search');
  if (!existsSync(join(folder, 'node_modules'))) run('npm', ['ci', '--ignore-scripts'], folder);
  const targets = [...(existsSync(MEMORY) ? [`${OURS.memory}=${MEMORY}`] : []), `${OURS.postgres}=${POSTGRES}`];
  const runs = [];
  const scratch = mkdtempSync(join(tmpdir(), 'causeboard-search-'));
  // The program's PostgreSQL runs as another user.
  chmodSync(scratch, 0o755);
  try {
    for (let round = 0; round < rounds; round++) {
      const out = join(folder, 'results', `bench-${jobs}`);
      const args = ['measure.mjs', '--size', String(jobs), '--engines', 'inproc,pg-tuned'];
      args.push('--out', out, '--scratch', scratch, '--load-limit', '1200', '--latency', '6', '--throughput', '2');
      await measure([...args, ...targets.flatMap((target) => ['--target', target])], folder);
      runs.push(JSON.parse(readFileSync(`${out}.json`, 'utf8')).results[jobs]);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  const reference = JSON.parse(readFileSync(join(folder, 'results/reference.json'), 'utf8')).results[jobs] ?? {};
  return rowsOf(runs, jobs, reference);
}

/** The program exits with 1 if an engine was skipped; its output shows the result. */
function measure(args, cwd) {
  return new Promise((done, fail) => {
    // The product's engines share a database, because filling it with a million jobs takes a quarter of an hour.
    // The yardsticks only support stems and words; the relevance features are measured separately.
    const env = { ...process.env, KEEP_FILLED: '1', SEARCH_FEATURES: 'none' };
    const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] });
    child.on('error', fail);
    child.on('exit', done);
  });
}

function rowsOf(runs, jobs, reference) {
  const part = 'search';
  const figure = (engine, at) => median(runs.map((results) => results[engine]?.all?.[at]));
  const spreadOf = (engine, at) => spread(runs.map((results) => results[engine]?.all?.[at]));
  const versus = (engine, at, yardstick, most) => ({
    part,
    what: `${jobs} jobs, ${engine.slice('product-'.length)}: ${at} ms`,
    value: figure(engine, at),
    yardstick: figure(yardstick, at),
    ratio: ratioOf(figure(engine, at), figure(yardstick, at)),
    most,
    spread: spreadOf(engine, at),
    note: `yardstick: ${yardstick}`,
  });
  const rows = [];
  if (runs.some((results) => results[OURS.memory])) {
    rows.push(versus(OURS.memory, 'p50', 'inproc', 2), versus(OURS.memory, 'p95', 'inproc', 2));
    const known = Object.entries(reference)
      .filter(([engine, result]) => engine !== 'inproc' && result.all)
      .map(([engine, result]) => ({ engine, p95: result.all.p95, where: 'as kept with the yardsticks' }));
    const here = { engine: 'pg-tuned', p95: figure('pg-tuned', 'p95'), where: 'in this run' };
    for (const fastest of [here, known.sort((a, b) => a.p95 - b.p95)[0]].filter(Boolean))
      rows.push({
        part,
        what: `${jobs} jobs, memory: p95, how many times faster than ${fastest.engine}`,
        value: figure(OURS.memory, 'p95'),
        yardstick: fastest.p95,
        ratio: ratioOf(fastest.p95, figure(OURS.memory, 'p95')),
        least: 5,
        note: fastest.where,
      });
  }
  rows.push(versus(OURS.postgres, 'p50', 'pg-tuned', 1.2), versus(OURS.postgres, 'p95', 'pg-tuned', 1.2));
  for (const engine of Object.values(OURS)) {
    const results = runs.at(-1)[engine];
    if (!results) continue;
    const { agree, throughput, pss_mb: memory } = results;
    const what = `${jobs} jobs, ${engine.slice('product-'.length)}`;
    rows.push(
      {
        part,
        what: `${what}: answers that differ from the reference${agree ? `, of ${agree.n}` : ''}`,
        value: agree ? agree.n - agree.ok : null,
        most: 0,
        note: results.error?.split('\n')[0] ?? agree?.bad.slice(0, 5).join(' '),
      },
      {
        part,
        what: `${what}: searches/s, 4 clients`,
        value: throughput?.[4]?.per_s ?? null,
        yardstick: runs.at(-1)['pg-tuned']?.throughput?.[4]?.per_s,
        note: memory ? `${memory} MB with the database` : undefined,
      },
    );
  }
  return rows;
}
