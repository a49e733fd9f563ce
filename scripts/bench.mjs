// `npm run bench`: measures the built product and its yardsticks, prints one table with budgets, and saves the run as JSON in
// bench-results/. docs/performance.md explains each row. Options:
//   --only page,cache,…   runs these parts (default: all)
//   --million             includes the measurements that need a million jobs
//   --minutes N           how long memory is observed (default: 2)
//   --jobs N              number of jobs (default: 100000)
//   --rounds N            number of rounds (default: 3)
//   --quick               one short round, as a check that the benchmark works
//   --profile             only shows where the CPU time of a rendered page is spent, by function and by package
//   --peers DIR           folder with the yardsticks (default: ../shared); measurements that need them are skipped if it does not exist
//   --worst N             relevance: lists the N worst queries of the tuning set with their results
//   --weak                relevance: lists the queries known to be weak with their results
//   --split PART          relevance: tune or held-out (default: both)
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { install } from './install.mjs';

await install();
const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    million: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '2' },
    jobs: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
    quick: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    peers: { type: 'string', default: '../shared' },
    worst: { type: 'string', default: '0' },
    weak: { type: 'boolean', default: false },
    split: { type: 'string' },
  },
});
const { relevanceOptions } = await import('../test/bench/relevance/relevance-options.mjs');
const relevance = relevanceOptions(options);
if (relevance.error) {
  console.error(relevance.error);
  process.exit(2);
}
const { build } = await import('./build.mjs');
const { jobFolder } = await import('../test/bench/made-jobs/job-folders.mjs');
const { openYardsticks } = await import('../test/bench/report/yardsticks.mjs');
const { PARTS, profile } = await import('../test/bench/parts.mjs');
const { tableOf } = await import('../test/bench/report/report.mjs');

await build();
const peersDir = resolve(options.peers);
const peersThere = existsSync(join(peersDir, 'peers', 'measure.mjs'));
let yardsticks;
// Maximum time to request each address once on a busy machine.
const MAX_FILL_SECONDS = 240;
const jobs = Number(options.jobs);
const context = {
  jobs,
  folder: (size = jobs) => jobFolder(size),
  /** Folder of the yardsticks; undefined if they are not installed. */
  peersDir: peersThere ? peersDir : undefined,
  /** The same folder, whether or not it exists. */
  sharedDir: peersDir,
  relevance,
  /** Data that is saved for each part in addition to its rows. */
  details: {},
  yardsticks: async () => (peersThere ? (yardsticks ??= await openYardsticks(peersDir)) : undefined),
  million: options.million,
  minutes: Number(options.minutes),
  quick: options.quick,
  pace: options.quick
    ? { rounds: 1, seconds: 2, warmUp: 1, checked: 10, tries: 1, fill: 10 }
    : { rounds: Number(options.rounds), seconds: 6, warmUp: 3, checked: 60, tries: 2, fill: MAX_FILL_SECONDS },
};

const names = options.profile ? [] : (options.only?.split(',') ?? Object.keys(PARTS));
const unknown = names.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0) {
  console.error(`Unknown part ${unknown.join(', ')}; known parts: ${Object.keys(PARTS).join(', ')}.`);
  process.exit(2);
}
const report = {
  date: new Date().toISOString(),
  node: process.version,
  cpu: cpus()[0]?.model,
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 2 ** 30),
  options,
  rows: [],
  details: context.details,
  failures: [],
};

try {
  if (options.profile) await profile(context);
  for (const name of names) {
    const started = performance.now();
    console.log(`${name} …`);
    try {
      report.rows.push(...(await PARTS[name](context)));
    } catch (error) {
      // The results of the other parts are still useful.
      console.error(`${name} failed: ${error.stack}`);
      report.failures.push({ part: name, error: String(error.stack) });
    }
    console.log(`  ${name} took ${((performance.now() - started) / 1000).toFixed(0)} s`);
  }
} finally {
  await yardsticks?.close();
}

if (!options.profile) {
  console.log(`\n${tableOf(report.rows)}`);
  console.log(`\n${report.cores} × ${report.cpu}, ${report.memoryGb} GB, Node ${report.node}, ${report.date}`);
  mkdirSync('bench-results', { recursive: true });
  const file = `bench-results/${report.date.replace(/[:.]/g, '-')}.json`;
  writeFileSync(file, JSON.stringify(report, null, 2));
  console.log(`written to ${file}`);
  process.exitCode = report.failures.length > 0 ? 1 : 0;
}
