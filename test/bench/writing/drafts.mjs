// Cost of saving a draft of a job with the product's own mutation, compared with inserting the same rows in one statement.
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
const silent = { info() {}, warn() {}, error: console.error, debug() {} };
const SAVE = 'mutation Save($input: JobDraftInput!) { saveJobDraft(input: $input) { id version errors { message } } }';
const TEXT = '<p>You cook for two hundred people a day, with a team of volunteers.</p>'.repeat(20);
const FIELDS = [
  { name: 'title', values: ['Community cook'] },
  { name: 'description', values: [TEXT] },
];
const part = 'drafts';

export async function measureDrafts({ pace, quick }) {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeboard-bench-'));
  const secret = randomUUID();
  const { startBackend } = await backendModule('index.js');
  const { openDatabase } = await backendModule('platform/database/open-database.js');
  const site = { name: SITE, languages: ['en'], countries: ['GB'], demo: 'international' };
  const backend = await startBackend({
    dataDir,
    sites: [site],
    secrets: [secret],
    logger: silent,
    searchMemoryMb: 0,
    demoData: false,
  });
  try {
    const { database, close } = await openDatabase({ dataDir, logger: silent });
    try {
      const jwt = await logIn(database, secret);
      const create = async () =>
        save(backend, jwt, { key: randomUUID(), type: 'job_per_template', organizationId: '1' });
      const first = await create();
      const rows = await rowsOf(database, first.id);
      let { version } = first;
      const again = async () => ({ version } = await save(backend, jwt, { id: first.id, version }));
      const works = {
        create,
        bareNew: () => insertNew(database, rows),
        again,
        bareAgain: bareDrafts(database, rows, await jobs(database)),
      };
      const taken = Object.fromEntries(Object.keys(works).map((name) => [name, []]));
      const turn = async () => {
        const took = {};
        for (const [name, work] of Object.entries(works)) took[name] = await timed(work);
        return took;
      };
      for (let count = 0; count < WARM_UP; count++) await turn();
      for (let round = 0; round < (quick ? 1 : pace.rounds); round++) {
        const turns = [];
        for (let count = 0; count < SAVED; count++) turns.push(await turn());
        for (const name of Object.keys(works)) taken[name].push(median(turns.map((each) => each[name])));
      }
      return [
        row('saving a new draft: p50 ms', taken.create, taken.bareNew, 'the same 3 rows'),
        row('saving a draft again: p50 ms', taken.again, taken.bareAgain, 'the same row'),
      ];
    } finally {
      await close();
    }
  } finally {
    await backend.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function row(what, taken, bare, rows) {
  const [value, yardstick] = [median(taken), median(bare)];
  const note = `yardstick: ${rows} inserted by one statement; in turns, ${SAVED} a round`;
  return { part, what, value, yardstick, ratio: value / yardstick, most: 3, spread: spread(taken), note };
}

async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Creates a member of an organization. @returns a session token */
async function logIn(database, secret) {
  await sql`insert into organization (id, site, slug, name, language, source, source_key, state)
    overriding system value values (1, ${SITE}, 'food-bank', 'Food Bank', 'en', 'bench', '1', 'public')`.execute(
    database,
  );
  const { rows } = await sql`insert into account (email, name, roles, email_verified, approved_at)
    values ('owner@food.test', 'Owner', '{recruiter}', now(), now()) returning id`.execute(database);
  const [{ id }] = rows;
  await sql`insert into organization_member (organization_id, account_id, role) values (1, ${id}, 'owner')`.execute(
    database,
  );
  const { Sessions, SessionTokens } = await backendModule('domain/accounts/sessions/sessions.js');
  const feed = { subscribe: () => () => undefined, sync: () => Promise.resolve(), isCurrent: false };
  const sessions = new Sessions(database, new SessionTokens([secret]), feed);
  return sessions.begin(database, { accountId: id, now: new Date() });
}

async function save(backend, jwt, input) {
  const { data, errors } = await backend.execute({
    operationName: 'Save',
    query: SAVE,
    variables: { input: { ...input, fields: FIELDS } },
    headers: { 'x-causeboard-frontend': `${SITE}; locale=en`, authorization: `Bearer ${jwt}` },
  });
  if (!data?.saveJobDraft.version) throw new Error(`saving: ${JSON.stringify({ data, errors })}`);
  return data.saveJobDraft;
}

/** Returns the rows that the product has stored for a new draft. */
async function rowsOf(database, id) {
  const one = (table, column) =>
    database.selectFrom(table).selectAll().where(column, '=', Number(id)).executeTakeFirstOrThrow();
  return {
    job: await one('job', 'id'),
    draft: await one('job_draft', 'job_id'),
    event: await one('job_event', 'job_id'),
  };
}

async function insertNew(database, { job, draft, event }) {
  const columns = ['site', 'organization_id', 'type', 'title', 'language', 'description', 'state', 'published_at'];
  const more = ['application_workflow', 'source', 'content_hash', 'created_at', 'updated_at'];
  const plain = Object.fromEntries([...columns, ...more].map((name) => [name, job[name]]));
  await sql`
    with made as (
      insert into job (${sql.join([...Object.keys(plain), 'source_key'].map((name) => sql.ref(name)))})
      values (${sql.join([...Object.values(plain), randomUUID()])}) returning id
    ), kept as (
      insert into job_draft (job_id, fields, changed_by, changed_at)
      select id, ${JSON.stringify(draft.fields)}::jsonb, ${draft.changed_by}::uuid, ${draft.changed_at}::timestamptz from made
    )
    insert into job_event (job_id, at, actor_id, step, to_state)
    select id, ${event.at}::timestamptz, ${event.actor_id}::uuid, ${event.step}, ${event.to_state} from made
  `.execute(database);
}

/** Returns jobs without a draft. */
async function jobs(database) {
  const { rows } = await sql`
    insert into job (site, organization_id, title, language, description, state, published_at, application_workflow, source, source_key, content_hash)
    select ${SITE}, 1, 'Job ' || n, 'en', '', 'draft', now(), 'form', 'bench', n::text, '' from generate_series(1, 10000) n returning id
  `.execute(database);
  return rows.map(({ id }) => id);
}

function bareDrafts(database, { draft }, ids) {
  return () =>
    sql`
    insert into job_draft (job_id, fields, changed_by, changed_at)
    values (${ids.pop()}, ${JSON.stringify(draft.fields)}::jsonb, ${draft.changed_by}::uuid, ${draft.changed_at}::timestamptz)
  `.execute(database);
}
