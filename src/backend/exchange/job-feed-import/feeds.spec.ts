import { sql } from 'kysely';
import { createTestDatabase, silentLogger, type TestDatabase } from '../../../../test/support/database.js';
import { createOrganization, jobToSave, recordingIndexer } from '../../../../test/support/data/jobs.js';
import { StubServer } from '../../../../test/support/servers/stub-server.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import type { Change } from '../../platform/change-feed/change.js';
import { saveJobs } from '../../domain/jobs/job.repository.js';
import { seedTerms } from '../../reference/prepare-database.js';
import { addFeed, findNextDueFeed, listFeeds, recordRun, removeFeed, takeDueFeed, takeFeed } from './feed-store.js';
import { startFeedWorker } from './create-job-feed-import.js';
import { type FeedEnvironment, runFeed, type RunChoices, runDueFeeds, feedLines } from './run-feed.js';

const START = new Date('2026-11-21T08:00:00Z');
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const later = (minutes: number) => new Date(START.getTime() + minutes * MINUTE_MS);
const TEXT = 'Cook for two hundred people a day, with a team of volunteers.';
const rows = (keys: readonly (string | number)[]) =>
  ['job_id,title,description,email', ...keys.map((key) => `${key},Cook ${key},"${TEXT}",jobs@soup.example`)].join('\n');
const upTo = (count: number) => Array.from({ length: count }, (_value, index) => index + 1);

describe('feeds in', () => {
  let test: TestDatabase;
  let server: StubServer;
  let environment: FeedEnvironment;
  let now = START;
  const indexer = recordingIndexer();
  let body = '';
  let status = 200;

  const add = async (changes: { url?: string; every?: number; site?: string; organization?: string } = {}) => {
    const { url = `${server.origin}/jobs.csv`, every = 360, site = 'uk', organization = 'Soup Kitchen' } = changes;
    const choices = { format: null, every_minutes: every, allow_incomplete: false };
    const added = await addFeed(test.database, { site, organization, url, ...choices, now });
    if ('other' in added) throw new Error(`Feed ${added.other} reads this address already.`);
    return added.id;
  };
  /** Runs a feed now, and returns its state afterwards. */
  const run = async (id: number, choices: RunChoices = {}) => {
    const feed = await takeFeed(test.database, id, now);
    if (typeof feed === 'string') throw new Error(feed);
    await recordRun(test.database, feed, await runFeed(feed, environment, choices), now);
    return (await listFeeds(test.database)).find((each) => each.id === id)!;
  };
  const dueAt = async (id: number) => (await listFeeds(test.database)).find((each) => each.id === id)!.due_at;
  const open = async (id: number) => {
    const found = await test.database
      .selectFrom('job')
      .select('reference')
      .where('source', '=', `feed-${id}`)
      .where('state', '=', 'published')
      .execute();
    return found.map(({ reference }) => Number(reference)).sort((a, b) => a - b);
  };

  beforeAll(async () => {
    test = await createTestDatabase();
    server = await StubServer.start();
    server.answer = (_request, response) => void response.writeHead(status, { 'content-type': 'text/csv' }).end(body);
    environment = {
      database: test.database,
      terms: await seedTerms(test.database),
      indexer,
      clock: () => now,
      places: { find: () => Promise.resolve({}) },
      sites: [{ name: 'uk', languages: ['en'], countries: ['GB'] }],
      fetching: { networks: ['127.0.0.1'] },
    };
  });
  afterAll(async () => {
    await server.close();
    await test.close();
  });
  beforeEach(async () => {
    for (const { id } of await listFeeds(test.database)) await removeFeed(test.database, id);
    [now, status] = [START, 200];
  });

  it('[ROUTE-11] imports and updates jobs, and closes missing ones until they return', async () => {
    const organization = await createOrganization(test.database, 'uk');
    const other = [jobToSave(organization, { sourceKey: 'other' })];
    await saveJobs(test.database, 'uk', other, recordingIndexer());
    const id = await add();
    body = rows(upTo(10));
    expect(await run(id)).toMatchObject({
      outcome: 'imported',
      counts: { rows: 10, created: 10, updated: 0, unchanged: 0, refused: 0, closed: 0, kept: 0 },
      due_at: new Date(START.getTime() + 6 * HOUR_MS),
      failures: 0,
    });
    expect(await open(id)).toEqual(upTo(10));
    body = rows([...upTo(8), 11]).replace('Cook 3', 'Chef 3');
    const before = indexer.removed.length;
    expect((await run(id)).counts).toMatchObject({ created: 1, updated: 1, unchanged: 7, closed: 2, kept: 0 });
    expect(await open(id)).toEqual([...upTo(8), 11]);
    expect(indexer.removed.length - before).toBe(2);
    body = rows([...upTo(9), 11]);
    expect((await run(id)).counts).toMatchObject({ closed: 0 });
    expect(await open(id)).toEqual([...upTo(9), 11]);
    const { state } = await test.database
      .selectFrom('job')
      .select('state')
      .where('source_key', '=', 'other')
      .executeTakeFirstOrThrow();
    expect(state).toBe('published');
  });

  it('is not imported again if nothing has changed', async () => {
    const id = await add();
    body = rows(upTo(3));
    await run(id);
    expect(await run(id)).toMatchObject({ outcome: 'unchanged', message: 'Nothing has changed.', counts: null });
    expect(await open(id)).toEqual(upTo(3));
  });

  it('is read again after a while even if nothing has changed, so that its jobs do not expire', async () => {
    const id = await add();
    body = rows(upTo(3));
    await run(id);
    for (const [day, outcome] of [
      [14, 'unchanged'],
      [31, 'imported'],
      [40, 'unchanged'],
    ] as const) {
      now = later(day * 1440);
      expect(await run(id)).toMatchObject({ outcome });
    }
    const { rows: ends } = await sql<{ day: Date }>`
      select distinct expires_at as day from job where source = ${`feed-${id}`}
    `.execute(test.database);
    expect(ends.map(({ day }) => day.toISOString().slice(0, 10))).toEqual(['2027-02-20']);
  });

  it('closes a job whose closing date in the feed has passed', async () => {
    const id = await add();
    const closing = (dates: readonly string[]) =>
      [
        'job_id,title,description,email,closing date',
        ...dates.map((date, index) => `${index + 1},Cook,"${TEXT}",jobs@soup.example,${date}`),
      ].join('\n');
    body = closing(['2026-12-24', '2026-12-24']);
    await run(id);
    body = closing(['2026-12-24', '2026-11-20']);
    expect((await run(id)).counts).toMatchObject({ refused: 1, closed: 1 });
    expect(await open(id)).toEqual([1]);
  });

  it.each<[string, () => void, RegExp]>([
    ['broken', () => (body = `${rows(upTo(10))}\n11,"Cook`), /ends inside a quoted field/],
    ['empty', () => (body = ''), /is empty/],
    ['without a row', () => (body = 'job_id,title,description\n'), /no rows/],
    ['a web page', () => (body = '<!doctype html><h1>Sorry'), /declares the content as CSV, but it is XML/],
    ['away', () => (status = 503), /answered 503/],
  ])('[ROUTE-11] a feed that is %s closes nothing, and says what is wrong', async (_what, breakIt, reason) => {
    const id = await add();
    body = rows(upTo(10));
    await run(id);
    breakIt();
    for (const failures of [1, 2])
      expect(await run(id)).toMatchObject({
        outcome: 'failed',
        message: expect.stringMatching(reason) as string,
        failures,
        counts: null,
        // Sooner than the regular interval of six hours.
        due_at: new Date(START.getTime() + HOUR_MS),
      });
    expect(await open(id)).toEqual(upTo(10));
    [body, status] = [rows(upTo(10)), 200];
    expect(await run(id)).toMatchObject({ outcome: 'unchanged', failures: 0 });
  });

  it('[ROUTE-11] a feed that has shrunk to less than half closes nothing until somebody confirms it', async () => {
    const id = await add();
    body = rows(upTo(20));
    await run(id);
    body = rows(upTo(9));
    for (let again = 0; again < 2; again++)
      expect(await run(id)).toMatchObject({
        outcome: 'imported',
        counts: { closed: 0, kept: 11 },
        message: expect.stringContaining(`npm run feeds -- run ${id} --close-missing`) as string,
      });
    expect(await open(id)).toEqual(upTo(20));
    expect((await run(id, { closeMissing: true })).counts).toMatchObject({ closed: 11, kept: 0 });
    expect(await open(id)).toEqual(upTo(9));
    // A few jobs may always be closed.
    body = rows(upTo(4));
    expect((await run(id)).counts).toMatchObject({ closed: 5 });
  });

  it('[ROUTE-11] refused jobs in the feed do not count as missing; with many unreadable rows, no job does', async () => {
    const id = await add();
    body = rows(upTo(40));
    await run(id);
    body = rows(upTo(39)).replace(`1,Cook 1,"${TEXT}"`, '1,Cook 1,"short"');
    const refused = await run(id);
    expect(refused.counts).toMatchObject({ refused: 1, closed: 1 });
    expect(refused.message).toContain('row 1: description has fewer than 20 characters');
    expect(await open(id)).toEqual(upTo(39));
    body = `${rows(upTo(30))}\n31,Cook\n32,Cook\n33,Cook`;
    const unread = await run(id);
    expect(unread).toMatchObject({
      counts: { closed: 0 },
      message: expect.stringContaining('Too many rows') as string,
    });
    expect(await open(id)).toEqual(upTo(39));
  });

  it('[ROUTE-11] is not fetched from an internal address', async () => {
    const id = await add({ url: 'http://169.254.169.254/latest/meta-data' });
    expect(await run(id)).toMatchObject({
      outcome: 'failed',
      message: expect.stringMatching(/inside a network/) as string,
    });
  });

  it('is read by one process at a time, and by another if its reader has crashed', async () => {
    const id = await add();
    const sites = ['uk'];
    const taken = await Promise.all(upTo(6).map(() => takeDueFeed(test.database, { sites, now })));
    const [mine, ...others] = taken.filter((feed) => feed !== undefined);
    expect([mine?.id, others]).toEqual([id, []]);
    expect(await takeFeed(test.database, id, now)).toBe('running');
    expect(await takeFeed(test.database, 999_999, now)).toBe('missing');
    expect(
      await takeDueFeed(test.database, { sites: ['default'], now: new Date(START.getTime() + 99 * HOUR_MS) }),
    ).toBeUndefined();
    expect(await findNextDueFeed(test.database, sites)).toEqual(later(2));
    now = new Date(later(2).getTime() - 1);
    expect(await takeDueFeed(test.database, { sites, now })).toBeUndefined();
    now = later(2);
    const next = (await takeDueFeed(test.database, { sites, now }))!;
    expect([next.id, next.failures]).toEqual([id, 1]);
    // The first reader is alive after all.
    await recordRun(test.database, mine!, { outcome: 'failed', message: 'late', dueAt: now }, now);
    expect((await listFeeds(test.database))[0]).toMatchObject({ outcome: null, message: null });
    await recordRun(test.database, next, { outcome: 'unchanged', message: 'mine', dueAt: now }, now);
    expect((await listFeeds(test.database))[0]).toMatchObject({ outcome: 'unchanged', message: 'mine' });
  });

  it('is skipped while another process is leasing it', async () => {
    const ids = [await add(), await add({ organization: 'Other Kitchen' })];
    const sites = ['uk'];
    await test.database.transaction().execute(async (first) => {
      expect((await takeDueFeed(first, { sites, now }))?.id).toBe(ids[0]);
      await test.database.transaction().execute(async (second) => {
        // With a waiting query, the feed would be leased a second time.
        await sql`set local lock_timeout = '1s'`.execute(second);
        expect((await takeDueFeed(second, { sites, now }))?.id).toBe(ids[1]);
        expect(await takeDueFeed(second, { sites, now })).toBeUndefined();
      });
    });
  });

  it('stays leased to its reader as long as that one reads', async () => {
    const id = await add();
    body = rows(upTo(2));
    const { answer } = server;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      server.answer = (...asked) => {
        server.answer = answer;
        release = () => {
          answer(...asked);
        };
        resolve();
      };
    });
    const taken = (await takeDueFeed(test.database, { sites: ['uk'], now }))!;
    const running = runFeed(taken, { ...environment, renewMs: 5 });
    await held;
    for (const minutes of [1, 2.5, 4]) {
      now = later(minutes);
      const until = later(minutes + 2).getTime();
      await waitFor('the lease to be renewed', async () => (await dueAt(id)).getTime() === until);
      expect(await takeDueFeed(test.database, { sites: ['uk'], now })).toBeUndefined();
    }
    release();
    await recordRun(test.database, taken, await running, now);
    expect((await listFeeds(test.database))[0]).toMatchObject({ outcome: 'imported', failures: 0 });
    // A lease is not renewed after the run has ended.
    expect(await dueAt(id)).toEqual(later(4 + 360));
  });

  it.each<[string, (id: number) => Promise<unknown>]>([
    [
      'to another one',
      (id) => sql`update import_feed set lease = gen_random_uuid() where id = ${id}`.execute(test.database),
    ],
    ['altogether', (id) => removeFeed(test.database, id)],
  ])('is not changed by a reader that has lost the feed %s', async (_how, lose) => {
    const id = await add();
    const { answer } = server;
    server.answer = () => undefined;
    const asked = server.asked.length;
    const taken = (await takeDueFeed(test.database, { sites: ['uk'], now }))!;
    const running = runFeed(taken, { ...environment, renewMs: 5 });
    await waitFor('the feed to be asked for', () => server.asked.length > asked);
    await lose(id);
    expect(await running).toMatchObject({ outcome: 'failed', message: expect.stringMatching(/interrupted/) as string });
    server.answer = answer;
  });

  it('waits longer each time its reader crashes', async () => {
    const id = await add();
    const sites = ['uk'];
    const waits: number[] = [];
    for (let deaths = 0; deaths < 9; deaths++) {
      expect((await takeDueFeed(test.database, { sites, now }))?.id).toBe(id);
      const next = (await findNextDueFeed(test.database, sites))!;
      waits.push((next.getTime() - now.getTime()) / MINUTE_MS);
      now = new Date(next.getTime() - 1);
      expect(await takeDueFeed(test.database, { sites, now })).toBeUndefined();
      now = next;
    }
    expect(waits).toEqual([2, 3, 6, 11, 18, 27, 38, 51, 66]);
    body = rows(upTo(2));
    expect(await runDueFeeds(environment, silentLogger)).toBe(1);
    expect((await listFeeds(test.database))[0]).toMatchObject({ outcome: 'imported', failures: 0 });
  });

  it('after a time without any process, each feed is read once', async () => {
    const ids = [await add(), await add({ organization: 'Other Kitchen' }), await add({ url: 'http://10.0.0.1/' })];
    body = rows(upTo(2));
    now = new Date(START.getTime() + 1000 * HOUR_MS);
    const asked = server.asked.length;
    expect(await runDueFeeds(environment, silentLogger)).toBe(ids.length);
    expect(await runDueFeeds(environment, silentLogger)).toBe(0);
    expect(server.asked.length - asked).toBe(2);
    expect((await listFeeds(test.database)).map(({ outcome }) => outcome)).toEqual(['imported', 'imported', 'failed']);
    expect(await findNextDueFeed(test.database, ['uk'])).toEqual(new Date(now.getTime() + HOUR_MS));
  });

  it('a bug of the program is reported, and the feed is read again later', async () => {
    const id = await add();
    const broken = { ...environment, terms: undefined as never };
    body = rows(upTo(2));
    await expect(runDueFeeds(broken, silentLogger)).rejects.toThrow();
    expect((await listFeeds(test.database))[0]).toMatchObject({ id, outcome: 'failed', failures: 1 });
  });

  it('has a readable result', async () => {
    const id = await add({ every: 1440 });
    const lines = async () => feedLines((await listFeeds(test.database))[0]!, now).join('\n');
    expect(await lines()).toBe(`${id}  ${server.origin}/jobs.csv\n   uk, Soup Kitchen; every day; never read; due now`);
    body = rows(upTo(2));
    await run(id);
    expect(await lines()).toContain(
      'imported 2026-11-21 08:00 UTC; next 2026-11-22 08:00 UTC\n   2 read: 2 new, 0 changed',
    );
    status = 404;
    await run(id);
    await run(id);
    expect(await lines()).toContain('failed 2 times, last 2026-11-21 08:00 UTC');
  });

  it('two feeds of a site can have neither the same source nor, without one, the same address', async () => {
    const choices = { format: null, every_minutes: 60, allow_incomplete: false };
    const feed = { site: 'uk', organization: null, url: 'https://x.test/', ...choices, now };
    const first = (await addFeed(test.database, { ...feed, source: 'partner' })) as { id: number };
    const taken = { other: first.id };
    expect(await addFeed(test.database, { ...feed, url: 'https://y.test/', source: 'partner' })).toEqual(taken);
    expect(await addFeed(test.database, { ...feed, site: 'default', source: 'partner' })).toHaveProperty('id');
    // Without a source, the same jobs would be imported a second time; with one, that is what the operator has asked for.
    expect(await addFeed(test.database, feed)).toEqual(taken);
    expect(await addFeed(test.database, { ...feed, organization: 'Soup Kitchen' })).toHaveProperty('id');
    expect(await addFeed(test.database, { ...feed, source: 'other' })).toHaveProperty('id');
  });

  it('the worker runs feeds when they are due and a new one at once, and stops the reading when it stops', async () => {
    await add();
    let runs = 0;
    let wasStopped = false;
    const listeners: ((changes: readonly Change[]) => void)[] = [];
    const worker = startFeedWorker({
      database: test.database,
      sites: ['uk'],
      clock: () => now,
      logger: silentLogger,
      firstLookMs: 0,
      changes: { subscribe: (listener) => (listeners.push(listener), () => void listeners.pop()) },
      run: async (signal) => {
        runs += 1;
        if (runs === 1) await takeDueFeed(test.database, { sites: ['uk'], now });
        else
          await new Promise<void>((resolve) => {
            signal.addEventListener('abort', () => {
              wasStopped = true;
              resolve();
            });
          });
      },
    });
    await waitFor('the feed to be read', () => runs === 1);
    await add({ organization: 'New Kitchen' });
    for (const listener of listeners) listener([{ kind: 'feed', site: null, ids: [], words: [] }]);
    await waitFor('the new feed to be read', () => runs === 2);
    await worker.stop();
    expect([runs, wasStopped, listeners]).toEqual([2, true, []]);
  });
});
