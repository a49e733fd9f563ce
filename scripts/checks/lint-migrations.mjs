// Checks that migrations can run while two releases use the database: no long locks, no table rewrites, and nothing removed too early. It
// also checks itself: every known-bad migration must be found.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';

/** Migrations with lower numbers ran before the project had rolling upgrades. */
const FIRST_CHECKED = '0070';
const KNOWN_BAD = 'test/architecture/known-bad-migrations.json';

/** Rules of squawk (squawkhq.com/docs) about statements that lock a table for long or rewrite it. */
const LOCKS_AND_REWRITES = [
  'adding-field-with-default',
  'adding-foreign-key-constraint',
  'adding-not-nullable-field',
  'adding-required-field',
  'adding-serial-primary-key-field',
  'ban-concurrent-index-creation-in-transaction',
  'ban-truncate-cascade',
  'changing-column-type',
  'constraint-missing-not-valid',
  'disallowed-unique-constraint',
  'require-concurrent-index-creation',
  'require-concurrent-index-deletion',
];
/** Rules about statements that are allowed only in migrations that contract the schema. */
const TAKES_AWAY = ['ban-drop-column', 'ban-drop-database', 'ban-drop-table', 'renaming-column', 'renaming-table'];

/**
 * @param {string} statements SQL of a migration
 * @param {{ needs?: string, outsideTransaction?: boolean }} migration
 * @returns {{ rule: string, message: string }[]} violations
 */
function findings(statements, { needs, outsideTransaction }) {
  const args = ['node_modules/squawk-cli/js/bin/squawk', '--reporter', 'json', '--pg-version', '18'];
  if (!outsideTransaction) args.push('--assume-in-transaction');
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { input: statements, encoding: 'utf8' });
  // Status 1 means that squawk has findings.
  if (status !== 0 && status !== 1) throw new Error(stderr || stdout);
  const rules = [...LOCKS_AND_REWRITES, ...(needs === undefined ? TAKES_AWAY : []), 'syntax-error'];
  return JSON.parse(stdout)
    .filter(({ rule_name: rule }) => rules.includes(rule))
    .map(({ rule_name: rule, message }) => ({ rule, message }));
}

/** @returns {Promise<string>} the SQL that a migration sends, recorded without a database */
async function statementsOf(migration) {
  const statements = [];
  const database = new Kysely({
    log: ({ query }) => statements.push(query.sql),
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (self) => new PostgresIntrospector(self),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  await migration.up(database);
  return statements.map((statement) => `${statement.trim().replace(/;$/, '')};\n`).join('');
}

async function loadMigrations() {
  const outfile = 'node_modules/.cache/migrations.mjs';
  await build({
    entryPoints: ['src/backend/platform/database/migrations/list.ts'],
    outfile,
    bundle: true,
    packages: 'external',
    alias: { '#contract': './src/contract', '#shared': './src/shared' },
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
  });
  return (await import(pathToFileURL(outfile).href)).migrations;
}

const problems = [];
const migrations = await loadMigrations();
const names = new Set(migrations.map(([name]) => name));
for (const [name, migration] of migrations) {
  if (migration.needs !== undefined && !names.has(migration.needs))
    problems.push(`${name}: the migration ${migration.needs} in "needs" does not exist.`);
  if (name < FIRST_CHECKED) continue;
  for (const { rule, message } of findings(await statementsOf(migration), migration))
    problems.push(`${name}: ${message} (${rule})`);
}
for (const { rule, statements, ...migration } of JSON.parse(readFileSync(KNOWN_BAD, 'utf8'))) {
  if (!findings(statements, migration).some((finding) => finding.rule === rule))
    problems.push(`The known-bad migration "${statements}" was not caught by ${rule}.`);
}
const good =
  'create table pet (id bigint primary key, name text); create index pet_name on pet (name); alter table job add column pet text;';
for (const { rule, message } of findings(good, {})) problems.push(`A good migration was caught by ${rule}: ${message}`);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
