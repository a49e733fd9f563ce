// `npm run test:mutations`: applies one mutation after another that violates a clause of the specification (test/mutations/mutations.mjs)
// to a copy of the project, and checks that a test fails. Exits with status 1 if no test fails. Options:
//   --sample N     N mutations, spread over the list (default: all)
//   --only TEXT    mutations whose row or file contains TEXT
//   --unit         skips mutations that need a build
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { install } from './install.mjs';

await install();
const { MUTATIONS } = await import('../test/mutations/mutations.mjs');
const { values: options } = parseArgs({
  options: { sample: { type: 'string' }, only: { type: 'string' }, unit: { type: 'boolean', default: false } },
});

/** Time limit for all tests of a file; a run that hangs is stopped. */
const MAX_SECONDS = 600;
const REPORT = 'test-results/jest.json';

const copy = copyProject();
const running = new Set();
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    for (const child of running) child.kill('SIGTERM');
    process.exit(1);
  });

const results = [];
for (const mutation of chosen()) {
  const started = performance.now();
  const verdict = await tryMutation(mutation);
  const seconds = Math.round((performance.now() - started) / 1000);
  results.push(verdict.killed);
  console.log(`${verdict.killed ? 'killed  ' : 'SURVIVED'} [${mutation.row}] ${mutation.clause} (${seconds} s)`);
  console.log(`           ${mutation.file}: ${verdict.reason}`);
}
const killed = results.filter(Boolean).length;
console.log(`${killed} of ${results.length} mutations made a test fail`);
process.exit(killed === results.length ? 0 : 1);

/** @returns the mutations selected by the options */
function chosen() {
  const wanted = MUTATIONS.filter(
    ({ row, file, test }) =>
      (!options.only || row.includes(options.only) || file.includes(options.only)) && (!options.unit || isUnit(test)),
  );
  const size = Math.min(Number(options.sample ?? wanted.length), wanted.length);
  return Array.from({ length: size }, (_, at) => wanted[Math.floor((at * wanted.length) / size)]);
}

/** Unit tests run from the sources; all other tests need a build and the running product. */
function isUnit(test) {
  return !test.startsWith('test/');
}

/** @returns a copy of the files that git knows, in their present state, with the packages of this folder */
function copyProject() {
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  const folder = mkdtempSync(join(tmpdir(), 'causeboard-mutations-'));
  for (const path of stdout.split('\0').filter(Boolean)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    cpSync(path, join(folder, path), { force: true });
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return folder;
}

async function tryMutation({ row, file, from, to, test }) {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  const parts = text.split(from);
  if (parts.length !== 2) return { killed: false, reason: `the text to change occurs ${parts.length - 1} times` };
  writeFileSync(path, parts.join(to));
  rmSync(join(copy, REPORT), { force: true });
  try {
    const output = await runTests(test);
    return verdictOf(row, output);
  } finally {
    writeFileSync(path, text);
  }
}

function runTests(test) {
  mkdirSync(join(copy, 'test-results'), { recursive: true });
  const [args, env] = isUnit(test)
    ? [
        ['node_modules/jest/bin/jest.js', '--selectProjects', 'unit', '--json', `--outputFile=${REPORT}`, '--', test],
        { NODE_OPTIONS: '--experimental-vm-modules --no-warnings' },
      ]
    : [['scripts/test.mjs', 'jest', test], {}];
  const child = spawn(process.execPath, args, { cwd: copy, env: { ...process.env, ...env } });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
  const timer = setTimeout(() => child.kill('SIGTERM'), MAX_SECONDS * 1000);
  return new Promise((done) => {
    child.once('close', () => {
      clearTimeout(timer);
      running.delete(child);
      done(output);
    });
  });
}

/** A mutation is killed only by a failing test: an error at start or a failing build proves nothing about the tests. */
function verdictOf(row, output) {
  let report;
  try {
    report = JSON.parse(readFileSync(join(copy, REPORT), 'utf8'));
  } catch {
    return { killed: false, reason: `no test ran:\n${output.slice(-2000)}` };
  }
  const failed = report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  );
  if (failed.length === 0) {
    const broken = report.numRuntimeErrorTestSuites > 0;
    return { killed: false, reason: broken ? `the tests cannot run:\n${output.slice(-2000)}` : 'all tests passed' };
  }
  const named = failed.find((name) => name.includes(`[${row}]`));
  return { killed: true, reason: `${failed.length} failed, among them "${named ?? failed[0]}"` };
}
