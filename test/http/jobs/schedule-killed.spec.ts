import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { createOrganization } from '../../support/data/jobs.js';
import { startBackendProcess, type RunningProduct } from '../../support/products.mjs';
import { waitFor } from '../../support/wait-for.js';

/** Several batches of the worker. */
const JOBS = 3000;

let test: TestDatabase;
let folder: string;
let process: RunningProduct;

beforeAll(async () => {
  test = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'causeboard-schedule-killed-'));
  await start();
}, 60_000);
afterAll(async () => {
  await process.stop();
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<void> {
  process = await startBackendProcess(folder, { databaseUrl: test.url, searchMemoryMb: 0 });
}

async function kill(): Promise<void> {
  Object.assign(process.child, { stopping: true });
  process.child.kill('SIGKILL');
  await process.exited;
}

const wake = () => sql`insert into data_change (kind, site) values ('schedule', 'default')`.execute(test.database);

async function count(state: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from job where source = 'killed' and state = ${state}
  `.execute(test.database);
  return rows[0]!.count;
}

/** State changes made by the scheduler, by kind: the total for all jobs, and the maximum for a single job. */
async function steps(): Promise<Record<string, [all: number, most: number]>> {
  const { rows } = await sql<{ step: string; all: number; most: number }>`
    select step, sum(count)::integer as all, max(count)::integer as most
    from (select job_id, step, count(*) from job_event group by job_id, step) each group by step
  `.execute(test.database);
  return Object.fromEntries(rows.map(({ step, all, most }) => [step, [all, most]]));
}

async function found(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from search_job join job on rank & 4294967295 = job.id where source = 'killed'
  `.execute(test.database);
  return rows[0]!.count;
}

it('[REC-02] if the process is killed while it publishes and archives jobs, each job is changed exactly once after the restart', async () => {
  const organization = await createOrganization(test.database, 'default');
  await sql`
    insert into job (site, organization_id, title, language, description, state, published_at, application_workflow, source, source_key, content_hash)
    select 'default', ${organization}::bigint, 'Job ' || n, 'en', '<p>Work</p>', 'scheduled', now() - interval '1 minute', 'form', 'killed', n::text, ''
    from generate_series(1, ${JOBS}::integer) n
  `.execute(test.database);
  await wake();
  await waitFor('the first jobs to be published', async () => (await count('published')) > 0, 30_000);
  await kill();
  const before = await count('published');
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(JOBS);
  expect(await found()).toBe(before);
  expect(await steps()).toEqual({ release: [before, 1] });

  await start();
  await waitFor('all jobs to be published', async () => (await count('published')) === JOBS, 60_000);
  expect(await steps()).toEqual({ release: [JOBS, 1] });
  expect(await found()).toBe(JOBS);

  // All jobs become due while no process is running.
  await kill();
  await sql`update job set expires_at = now() - interval '1 second' where source = 'killed'`.execute(test.database);
  const starting = start();
  await waitFor('the first jobs to be archived', async () => (await count('archived')) > 0, 60_000);
  await starting;
  await kill();
  const archived = await count('archived');
  expect(await found()).toBe(JOBS - archived);
  await start();
  await waitFor('all jobs to be archived', async () => (await count('archived')) === JOBS, 60_000);
  expect(await steps()).toEqual({ release: [JOBS, 1], expire: [JOBS, 1] });
  expect(await found()).toBe(0);
}, 240_000);
