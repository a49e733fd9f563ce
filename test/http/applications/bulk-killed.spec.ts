import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { saveJobs } from '../../../src/backend/domain/jobs/job.repository.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { createOrganization, jobToSave, recordingIndexer } from '../../support/data/jobs.js';
import { startBackendProcess, type RunningProduct } from '../../support/products.mjs';
import { waitFor } from '../../support/wait-for.js';

const COUNT = 1000;

let test: TestDatabase;
let folder: string;
let jobId: string;
let process: RunningProduct;

beforeAll(async () => {
  test = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'causeboard-bulk-killed-'));
  const organization = await createOrganization(test.database, 'default');
  [{ id: jobId } = { id: '' }] = await saveJobs(
    test.database,
    'default',
    [jobToSave(organization, {})],
    recordingIndexer(),
  );
  await sql`
    with recruiter as (
      insert into account (email, name, roles, email_verified) values ('owner@people.test', 'owner', '{recruiter}', now()) returning id
    ), member as (
      insert into organization_member (organization_id, account_id, role) select ${Number(organization)}, id, 'owner' from recruiter
    ), bulk as (
      insert into application_bulk (site, job_id, account_id, request_key, created_at, state, subject, body, total)
      select 'default', ${jobId}, id, 'the-key-of-a-form', now(), 'declined', 'Thank you', 'Dear {{first_name}}', ${COUNT} from recruiter
      returning id
    ), sent as (
      insert into application (site, job_id, organization_id, request_key, language, first_name, last_name, email, cover_letter, created_at, updated_at)
      select 'default', ${jobId}, ${Number(organization)}, 'form ' || n, 'en', 'Ann ' || n, 'Bell', 'p' || n || '@people.test', '', now(), now()
      from generate_series(1, ${COUNT}::int) n returning id
    )
    insert into application_bulk_item (bulk_id, application_id) select bulk.id, sent.id from bulk, sent
  `.execute(test.database);
}, 60_000);
afterAll(async () => {
  await process.stop();
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<void> {
  process = await startBackendProcess(folder, { databaseUrl: test.url, searchMemoryMb: 0 });
}

async function done(): Promise<number> {
  const { rows } = await sql<{ done: number }>`select done from application_bulk`.execute(test.database);
  return rows[0]!.done;
}

it('[REC-05] if the process is killed repeatedly while a thousand applications are answered, each applicant gets one mail', async () => {
  for (const enough of [50, 300, 600]) {
    await start();
    await waitFor(`${enough} to be done`, async () => (await done()) >= enough, 60_000);
    Object.assign(process.child, { stopping: true });
    process.child.kill('SIGKILL');
    await process.exited;
  }
  expect(await done()).toBeLessThan(COUNT);
  await start();
  await waitFor('all to be done', async () => (await done()) === COUNT, 90_000);
  const { rows } = await sql<{ mails: number; people: number; told: number; steps: number; skipped: number }>`
    select (select count(*)::int from mail) as mails, (select count(distinct recipient)::int from mail) as people,
      (select count(*)::int from mail where details ->> 'body' = 'Dear Ann ' || regexp_replace(recipient, '\\D', '', 'g')) as told,
      (select count(*)::int from application_event) as steps, (select skipped from application_bulk) as skipped
  `.execute(test.database);
  expect(rows[0]).toEqual({ mails: COUNT, people: COUNT, told: COUNT, steps: 2 * COUNT, skipped: 0 });
}, 240_000);
