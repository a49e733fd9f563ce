// `npm run upgrade:rehearse -- --from COMMIT`: upgrades from the release of a commit to the present one under load, on one database, with
// migrations. Meanwhile it kills the old release and starts it again, and at last it rolls back. Fails if a request fails; one of 20 is a
// form of a logged-in user, whose page comes from another process.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { install } from './install.mjs';
import { checkOutRelease, startRelease } from './rehearsals/release.mjs';

const PATHS = [
  '/',
  '/jobs',
  '/jobs?search=nurse',
  '/jobs?search=teacher&geo_location=London',
  '/organizations',
  '/blog',
];
const MEMBER = 'applicant@demo.causeboard.test';
const CONNECTIONS = 8;
const UNNOTICED = 40;
const MIGRATIONS = 'src/backend/platform/database/migrations';

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    to: { type: 'string', default: 'HEAD' },
    requests: { type: 'string', default: '20000' },
  },
});
if (!values.from) {
  console.error('Usage: npm run upgrade:rehearse -- --from COMMIT [--to COMMIT] [--requests 20000]');
  process.exit(2);
}
await install();
const { MemberForm, RehearsalLoad } = await import('./rehearsals/rehearsal-load.mjs');
const { openLogins } = await import('../test/bench/demo-product.mjs');
const { DEMO_PASSWORD } = await import('../test/support/products.mjs');
const requests = Number(values.requests);
const folder = mkdtempSync(join(tmpdir(), 'causeboard-rehearsal-'));
const dataDir = join(folder, 'data');
const running = new Set();
try {
  const old = checkOutRelease(values.from, join(folder, 'old'));
  const next = checkOutRelease(values.to, join(folder, 'new'));
  if (sameMigrations(old, next)) plantMigration(next);
  for (const release of [old, next]) run('node', ['scripts/build.mjs'], release);
  process.exitCode = await rehearse(old, next);
} finally {
  for (const child of running) child.kill('SIGKILL');
  run('git', ['worktree', 'prune'], '.');
  rmSync(folder, { recursive: true, force: true });
}

async function rehearse(old, next) {
  const first = await start(old);
  const cookie = await (await openLogins(first.url))(MEMBER);
  const load = new RehearsalLoad(PATHS, new MemberForm('/user/settings', 'main form', cookie));
  const step = (text) => console.log(`After ${load.sent} requests ${text}.`);
  load.targets = [first.url];
  load.start(CONNECTIONS);
  await load.reach(requests * 0.1);
  step('the new release starts and migrates while the old one serves');
  const second = await start(next);
  load.targets = [first.url, second.url];
  await load.reach(requests * 0.3);
  step('the old process is killed');
  first.child.kill('SIGKILL');
  // A proxy notices a dead process only after some failed requests.
  await load.reach(load.sent + UNNOTICED);
  load.targets = [second.url];
  const again = await start(old);
  step('the old release is up again on the new schema');
  load.targets = [again.url, second.url];
  await load.reach(requests * 0.7);
  step('the new release is taken back');
  load.targets = [again.url];
  await stop(second);
  await load.reach(requests);
  await load.stop();
  await stop(again);
  console.log(
    `${load.sent} requests, ${load.retried} sent again over another connection, ${load.failures.length} failed.`,
  );
  for (const failure of new Set(load.failures)) console.error(failure);
  return load.failures.length > 0 ? 1 : 0;
}

function sameMigrations(old, next) {
  const list = (root) => readFileSync(join(root, MIGRATIONS, 'list.ts'), 'utf8');
  return list(old) === list(next);
}

/** Adds a migration to the new release, because an upgrade without one would test nothing. */
function plantMigration(root) {
  console.log('Both releases have the same migrations; another one is added to the new release for the rehearsal.');
  const file = join(root, MIGRATIONS, '9000-rehearsal.ts');
  writeFileSync(
    file,
    `import { sql } from 'kysely';
import { createIndexConcurrently, type SchemaMigration } from './schema-migration.js';
export const column: SchemaMigration = {
  async up(database) {
    await sql\`alter table job add column rehearsal text\`.execute(database);
    await sql\`alter table organization add column rehearsal text default 'x'\`.execute(database);
  },
};
export const index: SchemaMigration = {
  outsideTransaction: true,
  up: (database) => createIndexConcurrently(database, 'job_rehearsal', 'create index concurrently job_rehearsal on job (rehearsal)'),
};
`,
  );
  const listed = join(root, MIGRATIONS, 'list.ts');
  const text = readFileSync(listed, 'utf8').replace(
    /\];\s*$/,
    "  ['9000-rehearsal', column],\n  ['9001-rehearsal', index],\n];\n",
  );
  writeFileSync(listed, `import { column, index } from './9000-rehearsal.js';\n${text}`);
}

async function start(root) {
  const release = await startRelease(root, dataDir, { settings: { DEMO_PASSWORD } });
  running.add(release.child);
  release.child.once('exit', () => running.delete(release.child));
  return release;
}

function stop({ child }) {
  return new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGTERM');
  });
}

function run(command, args, cwd) {
  execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}
