// Cost of saving an application with the product's own mutation, compared with inserting the same rows in one statement.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { backendModule } from '../made-jobs/open-bench.mjs';
import { median, spread } from '../report/statistics.mjs';

const SAVED = 300;
const WARM_UP = 100;
const SITE = 'default';
const JOB = 1;
const silent = { info() {}, warn() {}, error: console.error, debug() {} };
const APPLY = 'mutation Apply($input: ApplicationInput!) { applyToJob(input: $input) { outcome errors { message } } }';
const LETTER = 'I have cooked for many, and would like to do it with you.\n\n'.repeat(20);
const part = 'applications';

export async function measureApplications({ pace, quick }) {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeboard-bench-'));
  const { startBackend } = await backendModule('index.js');
  const { openDatabase } = await backendModule('platform/database/open-database.js');
  const site = { name: SITE, languages: ['en'], countries: ['GB'], demo: 'international' };
  const backend = await startBackend({
    dataDir,
    sites: [site],
    secrets: [randomUUID()],
    logger: silent,
    searchMemoryMb: 0,
    demoData: false,
  });
  try {
    const { database, close } = await openDatabase({ dataDir, logger: silent });
    try {
      await insertJob(database);
      await saveThrough(backend);
      const rows = await rowsOfOne(database);
      const [saved, bare] = [[], []];
      const turn = async () => {
        const took = [await timed(() => saveThrough(backend)), await timed(() => insert(database, rows))];
        return { saved: took[0], bare: took[1] };
      };
      for (let count = 0; count < WARM_UP; count++) await turn();
      for (let round = 0; round < (quick ? 1 : pace.rounds); round++) {
        const turns = [];
        for (let count = 0; count < SAVED; count++) turns.push(await turn());
        saved.push(median(turns.map((each) => each.saved)));
        bare.push(median(turns.map((each) => each.bare)));
      }
      const [value, yardstick] = [median(saved), median(bare)];
      const note = `yardstick: the same ${rows.mails.length + 2} rows inserted by one statement; in turns, ${SAVED} a round`;
      return [
        {
          part,
          what: 'saving an application: p50 ms',
          value,
          yardstick,
          ratio: value / yardstick,
          most: 3,
          spread: spread(saved),
          note,
        },
      ];
    } finally {
      await close();
    }
  } finally {
    await backend.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function insertJob(database) {
  await sql`insert into organization (id, site, slug, name, language, source, source_key, state)
    overriding system value values (1, ${SITE}, 'food-bank', 'Food Bank', 'en', 'bench', '1', 'public')`.execute(
    database,
  );
  await sql`insert into job (id, site, organization_id, title, language, description, state, published_at,
      application_workflow, application_email, source, source_key, content_hash)
    overriding system value values (${JOB}, ${SITE}, 1, 'Community cook', 'en', '<p>Cook.</p>', 'published', now(),
      'form', 'jobs@food.test', 'bench', '1', '')`.execute(database);
}

async function saveThrough(backend) {
  const typed = { firstName: 'Ann', lastName: 'Bell', emailAddress: 'ann@people.test', coverLetter: LETTER };
  const { data } = await backend.execute({
    operationName: 'Apply',
    query: APPLY,
    variables: { input: { jobId: String(JOB), requestKey: randomUUID(), ...typed } },
    headers: { 'x-causeboard-frontend': `${SITE}; locale=en` },
  });
  if (data?.applyToJob.outcome !== 'created') throw new Error(`applying: ${JSON.stringify(data)}`);
}

/** Returns the rows that the product has stored for the only application. */
async function rowsOfOne(database) {
  const application = await database.selectFrom('application').selectAll().executeTakeFirstOrThrow();
  const event = await database
    .selectFrom('application_event')
    .select(['at', 'state', 'by_employer', 'account_id', 'subject', 'body'])
    .executeTakeFirstOrThrow();
  const mails = await database
    .selectFrom('mail')
    .select(['site', 'language', 'template', 'recipient', 'details', 'created_at', 'due_at'])
    .execute();
  return {
    application: { ...application, answers: JSON.stringify(application.answers) },
    event,
    mails: mails.map((mail) => ({ ...mail, details: JSON.stringify(mail.details) })),
  };
}

async function insert(database, { application, event, mails }) {
  const id = randomUUID();
  await database
    .with('made', (made) => made.insertInto('application').values({ ...application, id, request_key: id }))
    .with('told', (told) => told.insertInto('application_event').values({ ...event, application_id: id }))
    .insertInto('mail')
    .values(mails)
    .execute();
}
