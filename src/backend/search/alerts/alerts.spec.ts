import { sql } from 'kysely';
import { silentLogger } from '../../../../test/support/database.js';
import { createTestIndex, SITE, type TestIndex } from '../../../../test/support/search-index/job-index.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import type { SearchToSave } from '../../platform/database/tables/alert-tables.js';
import { findAlertOfLink, sitesWithAlerts } from './alert-rows.js';
import { deleteDue } from '../../../../test/support/retention.js';
import {
  alertRetention,
  correctDueTimes,
  runAlerts,
  startAlertWorker,
  type AlertWorkerOptions,
} from './create-alerts.js';
import { confirmAlert, createAlert } from './edit-alerts.js';
import { matchArrivals } from './match-arrivals.js';
import { sendAlerts } from './send-alerts.js';

const DAY_S = 86_400;
const DAY_MS = DAY_S * 1000;
const START = new Date('2026-11-01T12:00:00Z');
const site = {
  name: SITE,
  languages: ['en', 'de', 'fr'],
  countries: ['CA'],
  demo: 'canada' as const,
  mail: { title: 'Good Jobs', contactEmail: 'hello@good.test', accent: '#0b5d57' },
};

let test: TestIndex;
let now = START;
let people = 0;

beforeAll(async () => {
  test = await createTestIndex();
}, 60_000);
afterAll(() => test.close());
beforeEach(async () => {
  now = START;
  await sql`truncate alert, alert_search, alert_arrival, alert_match, mail, mail_attachment, job cascade`.execute(
    test.database,
  );
});

const parts = () => ({ database: test.database, indexes: test.search.savedSearches });
const run = (clock = () => now) => runAlerts({ ...parts(), sites: [site], clock, logger: silentLogger });

/** Creates an alert for an address and confirms it. @returns the address */
async function alert(search: SearchToSave, everySeconds = DAY_S, email = `person${++people}@people.test`) {
  const context = { site, language: 'en', now, viewer: null };
  const outcome = await createAlert(parts(), { kind: 'job', search, page: '/jobs', everySeconds, email }, context);
  expect(outcome).toEqual({ kind: 'check-mail' });
  const { token } = await test.database
    .selectFrom('alert')
    .select('token')
    .where('email', '=', email)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  const found = await findAlertOfLink(test.database, { token, site: SITE });
  await confirmAlert(test.database, found!, now);
  return email;
}

const words = (...keys: string[]): SearchToSave => ({ fulltext: { keys } });
const later = (days: number) => {
  now = new Date(now.getTime() + days * DAY_MS + 3_600_000);
};

interface Told {
  title: string;
}

/** Returns the titles in each alert mail to an address. */
async function told(email: string): Promise<string[][]> {
  const mails = await test.database
    .selectFrom('mail')
    .select('details')
    .where('recipient', '=', email)
    .where('template', '=', 'job-alert')
    .orderBy('id')
    .execute();
  return mails.map(({ details }) => (JSON.parse(details.items!) as Told[]).map(({ title }) => title));
}

const setState = (title: string, state: string) =>
  sql`update job set state = ${state} where title = ${title}`.execute(test.database);

describe('[APP-06] alerts', () => {
  it('report new matches once, and send no empty mails', async () => {
    await test.add([{ title: 'Old cook' }]);
    const email = await alert(words('cook'));
    await test.add([{ title: 'New cook' }, { title: 'Driver' }]);
    await run();
    expect(await told(email)).toEqual([]);
    later(1);
    await run();
    expect(await told(email)).toEqual([['New cook']]);
    later(1);
    await run();
    later(1);
    await test.add([{ title: 'Another driver' }]);
    await run();
    expect(await told(email)).toEqual([['New cook']]);
  });

  it('report a job that is published late, whatever its date, and a republished one only once', async () => {
    const email = await alert(words('cook'));
    await test.add([{ title: 'Late cook', state: 'needs_review', published: new Date('2020-01-01T00:00:00Z') }]);
    later(1);
    await run();
    expect(await told(email)).toEqual([]);
    const { rows } = await sql<{ id: number }>`update job set state = 'published' returning id`.execute(test.database);
    await test.database.transaction().execute((trx) => test.search.indexer.index(trx, [String(rows[0]!.id)]));
    later(1);
    await run();
    expect(await told(email)).toEqual([['Late cook']]);
    await setState('Late cook', 'archived');
    await setState('Late cook', 'published');
    later(1);
    await run();
    expect(await told(email)).toEqual([['Late cook']]);
  });

  it('report a job whose transaction began before, and ended after, others were matched', async () => {
    const email = await alert(words('cook'));
    let commit = (): void => undefined;
    const isOpen = new Promise<void>((resolve) => (commit = resolve));
    const [early] = await test.add([{ title: 'Early cook', state: 'draft' }]);
    const open = test.database.transaction().execute(async (trx) => {
      await sql`update job set state = 'published' where id = ${early}`.execute(trx);
      await test.search.indexer.index(trx, [early!]);
      await isOpen;
    });
    await test.add([{ title: 'Second cook' }]);
    later(1);
    await run();
    commit();
    await open;
    later(1);
    await run();
    expect(await told(email)).toEqual([['Second cook'], ['Early cook']]);
  });

  it('omit jobs that no longer exist when the mail is written', async () => {
    const email = await alert(words('cook'));
    await test.add([{ title: 'Archived cook' }, { title: 'Expired cook' }, { title: 'Cook that stays' }]);
    await matchArrivals({ database: test.database, index: test.search.savedSearches.job, logger: silentLogger }, 'job');
    await setState('Archived cook', 'archived');
    await sql`update job set expires_at = ${now} where title = 'Expired cook'`.execute(test.database);
    later(1);
    await run();
    expect(await told(email)).toEqual([['Cook that stays']]);
    await setState('Cook that stays', 'archived');
    later(1);
    await run();
    expect(await told(email)).toHaveLength(1);
  });

  it('send only the confirmation request to an unconfirmed address, and delete it later', async () => {
    const context = { site, language: 'en', now, viewer: null };
    const input = { kind: 'job' as const, search: words('cook'), page: '/jobs', everySeconds: DAY_S };
    const ask = (email: string) => createAlert(parts(), { ...input, email }, context);
    const answers = [await ask('new@people.test'), await ask(await alert(words('cook')))];
    expect(answers).toEqual([{ kind: 'check-mail' }, { kind: 'check-mail' }]);
    await ask('new@people.test');
    await test.add([{ title: 'Cook' }]);
    later(1);
    await run();
    const { rows } = await sql<{ template: string }>`
      select template from mail where recipient = 'new@people.test'
    `.execute(test.database);
    expect(rows).toEqual([{ template: 'alert-confirm' }]);
    later(3);
    expect(await deleteDue(test.database, now, alertRetention)).toBe(1);
  });

  it.each([4, 8])('send at most five confirmation requests per day, of %i repeated or ended ones', async (searches) => {
    const input = { kind: 'job' as const, page: '/jobs', everySeconds: DAY_S, email: 'a@people.test' };
    for (let at = START.getTime(); at < START.getTime() + DAY_MS; at += 3_660_000)
      for (let count = 0; count < searches; count++) {
        const context = { site, language: 'en', now: new Date(at), viewer: null };
        const asked = createAlert(parts(), { ...input, search: words(`word${count}`) }, context);
        expect(await asked).toEqual({ kind: 'check-mail' });
        if (count === 5) await sql`delete from alert`.execute(test.database);
      }
    for (let count = 0; count < 6; count++) {
      later(0);
      await alert(words(`word${count}`), DAY_S, 'answers@people.test');
    }
    const count = sql<{ n: number }>`select count(*)::integer as n from mail group by recipient order by n`;
    expect((await count.execute(test.database)).rows).toEqual([{ n: 5 }, { n: 6 }]);
  });

  it('come at the chosen interval, once after a long pause, and continue after the clock was wrong', async () => {
    const ten = await alert(words('cook'), 10 * DAY_S);
    const daily = await alert(words('cook'), DAY_S);
    for (let day = 1; day <= 11; day++) {
      await test.add([{ title: `Cook ${day}` }]);
      later(1);
      await run();
    }
    expect((await told(daily)).map((titles) => titles.length)).toEqual(Array.from({ length: 11 }, () => 1));
    expect((await told(ten)).map((titles) => titles.length)).toEqual([10]);
    await test.add([{ title: 'Cook of the pause' }]);
    later(40);
    await run();
    await run();
    expect((await told(daily)).at(-1)).toEqual(['Cook of the pause']);
    expect(await told(daily)).toHaveLength(12);
    // The clock is a year ahead for a moment.
    const right = now;
    later(365);
    await run();
    now = right;
    await correctDueTimes(test.database, now);
    await test.add([{ title: 'Cook after the year' }]);
    await run();
    later(1);
    await run();
    expect((await told(daily)).at(-1)).toEqual(['Cook after the year']);
    expect(await told(daily)).toHaveLength(13);
  });

  it('that are due too late because the clock was ahead are corrected when a worker starts, and not in each round', async () => {
    const email = await alert(words('cook'));
    const year = sql`${now}::timestamptz + interval '1 year'`;
    const delay = () => sql`update alert set due_at = ${year} where email = ${email}`.execute(test.database);
    const isDelayed = async () =>
      (await sql`select from alert where email = ${email} and due_at = ${year}`.execute(test.database)).rows.length > 0;
    let wake = (): void => undefined;
    let clockReads = 0;
    const subscribe: AlertWorkerOptions['changes']['subscribe'] = (listener) => {
      wake = () => listener([{ kind: 'alert', site: null, ids: [], words: [] }]);
      return () => undefined;
    };
    const clock = (): Date => {
      clockReads += 1;
      return now;
    };
    await delay();
    const worker = startAlertWorker({ ...parts(), sites: [site], changes: { subscribe }, clock, logger: silentLogger });
    await waitFor('the correction', async () => !(await isDelayed()));
    await delay();
    const before = clockReads;
    await waitFor('another round', () => {
      wake();
      // A round reads the clock up to four times.
      return clockReads > before + 4;
    });
    expect(await isDelayed()).toBe(true);
    await worker.stop();
  });

  it('come at the same time of day, even if each mail is sent a little late', async () => {
    const email = await alert(words('cook'));
    const due = async () => {
      const { due_at: at } = await test.database
        .selectFrom('alert')
        .select('due_at')
        .where('email', '=', email)
        .executeTakeFirstOrThrow();
      return at!.toISOString();
    };
    expect(await due()).toBe('2026-11-02T12:00:00.000Z');
    now = new Date('2026-11-02T12:00:01Z');
    await run();
    expect(await due()).toBe('2026-11-03T12:00:00.000Z');
    now = new Date('2026-11-04T17:20:00Z');
    await run();
    expect(await due()).toBe('2026-11-05T17:00:00.000Z');
  });

  it('report jobs whatever their dates, also if they were saved with filters for dates', async () => {
    now = new Date(START.getTime() - 10 * DAY_MS);
    const dates = ['published', 'closing'].map((name) => ({
      conjunction: 'OR' as const,
      tags: [`facet:${name}`],
      conditions: [{ name, value: '1' }],
    }));
    const saved = { language: [], fulltext: { keys: ['cook'] }, condition_group: { groups: dates } };
    const email = await alert(saved, 10 * DAY_S);
    const earlier = await alert(words('chef de partie'), 10 * DAY_S);
    await sql`
      update alert_search set search = ${JSON.stringify(saved)}::jsonb
      from alert where alert.search_id = alert_search.id and alert.email = ${earlier}
    `.execute(test.database);
    const published = new Date(now.getTime() + 2 * DAY_MS);
    await test.add([{ title: 'Cook', published, closes: new Date(START.getTime() + 60 * DAY_MS) }]);
    later(10);
    await run();
    expect([await told(email), await told(earlier)]).toEqual([[['Cook']], [['Cook']]]);
    expect(await test.search.savedSearches.job.describe(saved, site, 'en')).toBe('cook');
  });

  it('are matched and sent once by concurrent processes', async () => {
    const emails = await Promise.all(Array.from({ length: 30 }, () => alert(words('cook'))));
    await test.add(Array.from({ length: 5 }, (_none, index) => ({ title: `Cook ${index}` })));
    later(1);
    await Promise.all(Array.from({ length: 4 }, () => run()));
    while ((await test.database.selectFrom('alert').select('id').where('due_at', '<=', now).execute()).length)
      await run();
    for (const email of emails) expect((await told(email)).map((titles) => titles.length)).toEqual([5]);
  });

  it('are sent once by processes that check at the same time', async () => {
    const emails = await Promise.all(Array.from({ length: 30 }, () => alert(words('cook'))));
    await test.add([{ title: 'Cook' }]);
    later(1);
    await matchArrivals({ database: test.database, index: test.search.savedSearches.job, logger: silentLogger }, 'job');
    const turns = await Promise.all(
      Array.from({ length: 4 }, () => sendAlerts({ ...parts(), sites: [site] }, 'job', now)),
    );
    expect(turns.reduce((sum, { mails }) => sum + mails, 0)).toBe(30);
    for (const email of emails) expect(await told(email)).toEqual([['Cook']]);
  });

  it('lose and repeat nothing if the process dies between matching and sending, or before the commit', async () => {
    const email = await alert(words('cook'));
    await test.add([{ title: 'Cook' }]);
    later(1);
    const matching = { database: test.database, index: test.search.savedSearches.job, logger: silentLogger };
    // Simulates a crash: the matches are stored, and the arrivals still exist.
    const { rows } = await sql<{ item_id: number; xid: string }>`
      select item_id, xid::text as xid from alert_arrival
    `.execute(test.database);
    await matchArrivals(matching, 'job');
    await sql`
      insert into alert_arrival (kind, item_id, xid) select 'job', ${rows[0]!.item_id}, ${rows[0]!.xid}::xid8
    `.execute(test.database);
    await matchArrivals(matching, 'job');
    // This makes the last statement of the transaction fail.
    await sql`alter table alert add constraint broken check (sent_at is null)`.execute(test.database);
    await expect(sendAlerts({ ...parts(), sites: [site] }, 'job', now)).rejects.toThrow('broken');
    await sql`alter table alert drop constraint broken`.execute(test.database);
    expect(await told(email)).toEqual([]);
    await run();
    await run();
    expect(await told(email)).toEqual([['Cook']]);
  });

  it('are stored once for equivalent searches, and reject requests that no page sends', async () => {
    const { job } = test.search.savedSearches;
    const group = (values: string[]): SearchToSave => ({
      language: ['fr', 'en'],
      condition_group: {
        groups: [
          {
            conjunction: 'OR',
            tags: ['facet:field_job_industry'],
            conditions: values.map((value) => ({ name: 'field_job_industry', value })),
          },
        ],
      },
    });
    expect(await job.save(group(['201', '202', '201']), SITE)).toEqual(
      await job.save({ ...group(['202', '201']), language: ['en', 'fr'] }, SITE),
    );
    await expect(
      job.save({ condition_group: { conditions: [{ name: 'nothing', value: '1' }] } }, SITE),
    ).rejects.toThrow('There is no field');
    const long = await job.save(words('a'.repeat(10_000)), SITE);
    expect(long.fulltext!.keys[0]!.length).toBeLessThanOrEqual(200);
    const context = { site, language: 'en', now, viewer: null };
    for (const page of [
      'https://evil.example',
      '//evil.example',
      '/resumes',
      '/jobs"><script>',
      `/jobs?${'a'.repeat(3000)}`,
    ])
      await expect(
        createAlert(parts(), { kind: 'job', search: {}, page, everySeconds: DAY_S, email: 'a@people.test' }, context),
      ).rejects.toThrow('"page"');
  });

  it('[SITE-04] are suspended while the site lacks the corresponding role, and are sent afterwards', async () => {
    const email = await alert(words('cook'));
    await test.add([{ title: 'Cook' }]);
    later(2);
    const roles = { applicant: false, recruiter: true };
    const round = await runAlerts({ ...parts(), sites: [{ ...site, roles }], clock: () => now, logger: silentLogger });
    expect([await told(email), round]).toEqual([[], { nextInMs: Infinity }]);
    await run();
    expect(await told(email)).toEqual([['Cook']]);
  });

  it('[SITE-04] for resumes require both resumes and employers', () => {
    const sites = [
      { name: 'both' },
      { name: 'noResumes', resumes: false },
      { name: 'noEmployers', roles: { applicant: true, recruiter: false } },
      { name: 'noApplicants', roles: { applicant: false, recruiter: true } },
    ];
    expect(sitesWithAlerts(sites, 'resume')).toEqual(['both', 'noApplicants']);
    expect(sitesWithAlerts(sites, 'job')).toEqual(['both', 'noResumes', 'noEmployers']);
  });
});
