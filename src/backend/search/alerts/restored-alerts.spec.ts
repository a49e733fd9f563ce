import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { silentLogger } from '../../../../test/support/database.js';
import { createTestIndex, SITE, type TestIndex } from '../../../../test/support/search-index/job-index.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { createBackup } from '../../platform/backup/create-backup.js';
import { restoreBackup } from '../../platform/backup/restore-backup.js';
import { runAlerts, startAlertWorker } from './create-alerts.js';

const clock = () => new Date('2026-11-01T12:00:00Z');
const sites = [
  {
    name: SITE,
    languages: ['en'],
    countries: ['CA'],
    demo: 'canada' as const,
    mail: { title: 'Good Jobs', contactEmail: 'hello@good.test', accent: '#0b5d57' },
  },
];

let test: TestIndex;

beforeAll(async () => {
  test = await createTestIndex();
}, 60_000);
afterAll(() => test.close());
beforeEach(async () => {
  await sql`truncate alert, alert_search, alert_arrival, alert_match, mail, mail_attachment, job cascade`.execute(
    test.database,
  );
});

const options = () => ({
  database: test.database,
  indexes: test.search.savedSearches,
  sites,
  clock,
  logger: silentLogger,
});

/** Stores a due alert for all jobs, which was created in a database that had used many more transaction ids. */
async function oldAlert(): Promise<void> {
  await sql`
    with search as (insert into alert_search (kind, site, digest, search) values ('job', ${SITE}, '', '{}') returning id)
    insert into alert (kind, site, search_id, email, token, language, page, every_seconds, due_at, confirmed_at, created_at, since)
    select 'job', ${SITE}, id, 'old@people.test', 'old', 'en', '/jobs', 86400, ${clock()}, ${clock()}, ${clock()},
      '900000000000:900000000000:' from search
  `.execute(test.database);
}

/** @returns the numbers of jobs in the alert mails */
async function reported(): Promise<string[]> {
  const { rows } = await sql<{ count: string }>`
    select details ->> 'count' as count from mail where template = 'job-alert' order by id
  `.execute(test.database);
  return rows.map(({ count }) => count);
}

describe('[APP-06] [OPS-05] alerts in another database', () => {
  it('report what was waiting when the backup was made, and what arrives after it was restored', async () => {
    await oldAlert();
    await test.add([{ title: 'Cook who waits' }]);
    const output = new PassThrough();
    const archive = buffer(output);
    await createBackup(test.target, output, { release: '1.2.3', now: clock() });
    const bytes = await archive;
    let reads = 0;
    const source = () =>
      Readable.from(
        (async function* () {
          reads += 1;
          // Other programs use the server during the restore, so that its transaction is not the last one that begins.
          if (reads > 1) await sql`select pg_current_xact_id()`.execute(test.database);
          yield bytes;
        })(),
      );
    await restoreBackup(test.target, source, { key: {}, replace: true });
    await test.add([{ title: 'New cook' }]);
    await runAlerts(options());
    expect(await reported()).toEqual(['2']);
  });

  it('report what arrives if the database was copied otherwise', async () => {
    await oldAlert();
    await test.add([{ title: 'Cook' }]);
    const worker = startAlertWorker({ ...options(), changes: { subscribe: () => () => undefined } });
    await waitFor('the round', async () => {
      const { rows } = await sql`select from alert where due_at > ${clock()}`.execute(test.database);
      return rows.length > 0;
    });
    await worker.stop();
    expect(await reported()).toEqual(['1']);
  });
});
