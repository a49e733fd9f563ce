// Additional cost of a credit when publishing a job: the product's own mutation on a site where it costs a credit, and on a free one.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { backendModule } from '../made-jobs/open-bench.mjs';
import { median, spread } from '../report/statistics.mjs';

const PUBLISHED = 200;
const WARM_UP = 50;
const silent = { info() {}, warn() {}, error: console.error, debug() {} };
const SAVE = 'mutation Save($input: JobDraftInput!) { saveJobDraft(input: $input) { id errors { message } } }';
const MOVE = 'mutation Move($input: JobMoveInput!) { moveJob(input: $input) { job { state } errors { message } } }';
/** Sites by the id of their organization. */
const SITES = { 1: { name: 'free', publishing: 'free' }, 2: { name: 'paid', publishing: 'credit' } };

export async function measurePublishing({ pace, quick }) {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeboard-bench-'));
  const secret = randomUUID();
  const { startBackend } = await backendModule('index.js');
  const { openDatabase } = await backendModule('platform/database/open-database.js');
  const sites = Object.values(SITES).map(({ name, publishing }) => ({
    name,
    languages: ['en'],
    countries: ['GB'],
    demo: 'international',
    commerce: { publishing, refundHours: 24 },
  }));
  const options = { dataDir, sites, secrets: [secret], logger: silent, searchMemoryMb: 0, demoData: false };
  const backend = await startBackend(options);
  try {
    const { database, close } = await openDatabase({ dataDir, logger: silent });
    try {
      const jwt = await logIn(database, secret);
      const fields = await completeFields(database);
      const publish = async (organizationId) => {
        const site = SITES[organizationId].name;
        const draft = { key: randomUUID(), type: 'job_per_template', organizationId, fields };
        const { id } = await ask(backend, { site, jwt, query: SAVE, input: draft });
        const started = performance.now();
        await ask(backend, { site, jwt, query: MOVE, input: { id, step: 'publish' } });
        return performance.now() - started;
      };
      for (let count = 0; count < WARM_UP; count++) for (const id of Object.keys(SITES)) await publish(id);
      const taken = { 1: [], 2: [] };
      for (let round = 0; round < (quick ? 1 : pace.rounds); round++) {
        const turns = { 1: [], 2: [] };
        for (let count = 0; count < PUBLISHED; count++)
          for (const id of Object.keys(SITES)) turns[id].push(await publish(id));
        for (const id of Object.keys(SITES)) taken[id].push(median(turns[id]));
      }
      const [value, yardstick] = [median(taken[2]), median(taken[1])];
      const note = `yardstick: free of charge; in turns, ${PUBLISHED} a round`;
      const what = 'publishing a job for a credit: p50 ms';
      return [
        {
          part: 'publishing',
          what,
          value,
          yardstick,
          ratio: value / yardstick,
          most: 1.5,
          spread: spread(taken[2]),
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

async function ask(backend, { site, jwt, query, input }) {
  const { data, errors } = await backend.execute({
    operationName: query.split(/[ (]/)[1],
    query,
    variables: { input },
    headers: { 'x-causeboard-frontend': `${site}; locale=en`, authorization: `Bearer ${jwt}` },
  });
  const answer = data && Object.values(data)[0];
  if (!answer || answer.errors.length > 0) throw new Error(`publishing: ${JSON.stringify({ data, errors })}`);
  return answer;
}

/** Creates a member of an organization on each site, with more credits than are spent. @returns a session token */
async function logIn(database, secret) {
  const { grantCredits } = await backendModule('domain/ledger/ledger.js');
  const { rows } = await sql`insert into account (email, name, roles, email_verified, approved_at)
    values ('owner@food.test', 'Owner', '{recruiter}', now(), now()) returning id`.execute(database);
  const [{ id: accountId }] = rows;
  for (const [id, { name }] of Object.entries(SITES)) {
    await sql`insert into organization (id, site, slug, name, language, source, source_key, state)
      overriding system value values (${id}, ${name}, 'food-bank', 'Food Bank', 'en', 'bench', '1', 'public')`.execute(
      database,
    );
    await sql`insert into organization_member (organization_id, account_id, role) values (${id}, ${accountId}, 'owner')`.execute(
      database,
    );
    await grantCredits(database, {
      owner: { site: name, kind: 'organization', id },
      unit: 'job',
      amount: 1_000_000n,
      key: 'bench',
      cause: { kind: 'bench' },
      source: 'granted',
    });
  }
  const { Sessions, SessionTokens } = await backendModule('domain/accounts/sessions/sessions.js');
  const feed = { subscribe: () => () => undefined, sync: () => Promise.resolve(), isCurrent: false };
  return new Sessions(database, new SessionTokens([secret]), feed).begin(database, { accountId, now: new Date() });
}

/** All values that a job needs. */
async function completeFields(database) {
  const { rows } = await sql`
    select slug, tid from term where slug in ('full-time', 'nursing', 'remote')
  `.execute(database);
  const tid = (slug) => String(rows.find((row) => row.slug === slug).tid);
  const values = {
    title: 'Community nurse',
    description: '<p>You look after people at home, with a team of volunteers.</p>'.repeat(20),
    employmentType: tid('full-time'),
    occupationalField: tid('nursing'),
    remoteOptions: tid('remote'),
    applicationWorkflow: 'form',
  };
  return Object.entries(values).map(([name, value]) => ({ name, values: [value] }));
}
