// `npm run validate`: runs every check that needs no running product, two at a time, and prints the failures.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { install } from './install.mjs';

await install();
const checks = [
  ['types, server', ...typesOf('.')],
  ['types, client', ...typesOf('client')],
  ['types, browser tests', ...typesOf('test/e2e')],
  ['lint with types', 'oxlint', '--type-aware', '--deny-warnings'],
  ['lint', 'eslint', '.', '--max-warnings', '0', '--cache', '--cache-location', 'node_modules/.cache/eslint/'],
  ['formatting', 'prettier', '--check', '.', '--log-level', 'warn', '--cache'],
  ['architecture', 'node', 'scripts/checks/architecture.mjs'],
  ['unused code', 'knip', '--no-progress', '--no-config-hints'],
  ['migrations', 'node', 'scripts/checks/lint-migrations.mjs'],
  ['contract', 'node', 'scripts/codegen.mjs', '--check'],
  ['requirements', 'node', 'scripts/checks/requirements.mjs'],
  ['translations', 'node', 'scripts/checks/translations.mjs'],
  ['OpenAPI document', 'node', 'scripts/openapi.mjs', '--check'],
  ['settings table', 'node', 'scripts/settings-table.mjs', '--check'],
  ['states of holds and orders', 'node', 'scripts/hold-states.mjs', '--check'],
];

/** Uses the TypeScript 7 compiler, which is ten times as fast as version 6; ESLint and the build need the API of version 6. */
function typesOf(project) {
  return ['node', 'node_modules/typescript7/bin/tsc', '--noEmit', '-p', project];
}

const queue = [...checks];
let failed = false;

async function worker() {
  for (let check = queue.shift(); check; check = queue.shift()) {
    const [name, command, ...args] = check;
    const started = performance.now();
    const { code, output } = await run(command, args);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
    if (code !== 0) {
      failed = true;
      console.log(output);
    }
  }
}

function run(command, args) {
  return new Promise((resolve) => {
    const path = `node_modules/.bin:${process.env.PATH}`;
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, PATH: path } });
    let output = '';
    child.stdout.on('data', (part) => (output += part));
    child.stderr.on('data', (part) => (output += part));
    child.on('close', (code) => resolve({ code, output }));
  });
}

await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker));
process.exitCode = failed ? 1 : 0;
