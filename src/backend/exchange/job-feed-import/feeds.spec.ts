import { sql } from 'kysely';
import { silentLogger } from '../../../../test/support/database.js';
import { createOrganization, jobToSave, recordingIndexer } from '../../../../test/support/data/jobs.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { feedWorld, later, rows, START, TEXT, upTo } from '../../../../test/support/worlds/feed-world.js';
import type { Change } from '../../platform/change-feed/change.js';
import { hashWithDates, saveJobs } from '../../domain/jobs/job.repository.js';
import { addFeed, findNextDueFeed, listFeeds, takeDueFeed } from './feed-store.js';
import { startFeedWorker } from './create-job-feed-import.js';
import { runDueFeeds, feedLines } from './run-feed.js';

const HOUR_MS = 3_600_000;

describe('feeds in', () => {
  const world = feedWorld();

  it('[ROUTE-11] imports and updates jobs, and closes missing ones until they return', async () => {
    const organization = await createOrganization(world.database, 'uk');
    const other = [jobToSave(organization, { sourceKey: 'other' })];
    await saveJobs(world.database, 'uk', other, recordingIndexer());
    const id = await world.add();
    world.body = rows(upTo(10));
    expect(await world.run(id)).toMatchObject({
      outcome: 'imported',
      counts: { rows: 10, created: 10, updated: 0, unchanged: 0, refused: 0, closed: 0, kept: 0 },
      due_at: new Date(START.getTime() + 6 * HOUR_MS),
      failures: 0,
    });
    expect(await world.open(id)).toEqual(upTo(10));
    world.body = rows([...upTo(8), 11]).replace('Cook 3', 'Chef 3');
    const before = world.indexer.removed.length;
    expect((await world.run(id)).counts).toMatchObject({ created: 1, updated: 1, unchanged: 7, closed: 2, kept: 0 });
    expect(await world.open(id)).toEqual([...upTo(8), 11]);
    expect(world.indexer.removed.length - before).toBe(2);
    world.body = rows([...upTo(9), 11]);
    expect((await world.run(id)).counts).toMatchObject({ closed: 0 });
    expect(await world.open(id)).toEqual([...upTo(9), 11]);
    const { state } = await world.database
      .selectFrom('job')
      .select('state')
      .where('source_key', '=', 'other')
      .executeTakeFirstOrThrow();
    expect(state).toBe('published');
  });

  it('is not imported again if nothing has changed', async () => {
    const id = await world.add();
    world.body = rows(upTo(3));
    await world.run(id);
    expect(await world.run(id)).toMatchObject({ outcome: 'unchanged', message: 'Nothing has changed.', counts: null });
    expect(await world.open(id)).toEqual(upTo(3));
  });

  it('is read again after a while even if nothing has changed, so that its jobs do not expire', async () => {
    const id = await world.add();
    world.body = rows(upTo(3));
    await world.run(id);
    for (const [day, outcome] of [
      [14, 'unchanged'],
      [31, 'imported'],
      [40, 'unchanged'],
    ] as const) {
      world.now = later(day * 1440);
      expect(await world.run(id)).toMatchObject({ outcome });
    }
    const { rows: ends } = await sql<{ day: Date }>`
      select distinct expires_at as day from job where source = ${`feed-${id}`}
    `.execute(world.database);
    expect(ends.map(({ day }) => day.toISOString().slice(0, 10))).toEqual(['2027-02-20']);
  });

  it('closes a job whose closing date in the feed has passed', async () => {
    const id = await world.add();
    const closing = (dates: readonly string[]) =>
      [
        'job_id,title,description,email,closing date',
        ...dates.map((date, index) => `${index + 1},Cook,"${TEXT}",jobs@soup.example,${date}`),
      ].join('\n');
    world.body = closing(['2026-12-24', '2026-12-24']);
    await world.run(id);
    world.body = closing(['2026-12-24', '2026-11-20']);
    expect((await world.run(id)).counts).toMatchObject({ refused: 1, closed: 1 });
    expect(await world.open(id)).toEqual([1]);
  });

  it('does not close jobs whose end was chosen on the site, by an edit or by renewing them', async () => {
    const id = await world.add();
    world.body = rows(upTo(4));
    await world.run(id);
    const chooseEnd = async (key: number): Promise<void> => {
      const job = await world.database
        .selectFrom('job')
        .select(['id', 'content_hash', 'published_at', 'expires_at'])
        .where('source', '=', `feed-${id}`)
        .where('reference', '=', String(key))
        .executeTakeFirstOrThrow();
      const end = { content_hash: hashWithDates(job), expires_at: later(90 * 1440), state: 'published' } as const;
      await world.database.updateTable('job').set(end).where('id', '=', job.id).execute();
    };
    await chooseEnd(1);
    world.body = rows([3]);
    expect((await world.run(id)).counts).toMatchObject({ closed: 2 });
    expect(await world.open(id)).toEqual([1, 3]);
    // The feed has closed this one.
    await chooseEnd(2);
    world.body = rows([3, 5]);
    expect((await world.run(id)).counts).toMatchObject({ closed: 0 });
    expect(await world.open(id)).toEqual([1, 2, 3, 5]);
  });

  it.each<[string, () => void, RegExp]>([
    ['broken', () => (world.body = `${rows(upTo(10))}\n11,"Cook`), /ends inside a quoted field/],
    ['empty', () => (world.body = ''), /is empty/],
    ['without a row', () => (world.body = 'job_id,title,description\n'), /no rows/],
    ['a web page', () => (world.body = '<!doctype html><h1>Sorry'), /declares the content as CSV, but it is XML/],
    ['away', () => (world.status = 503), /answered 503/],
  ])('[ROUTE-11] a feed that is %s closes nothing, and says what is wrong', async (_what, breakIt, reason) => {
    const id = await world.add();
    world.body = rows(upTo(10));
    await world.run(id);
    breakIt();
    for (const failures of [1, 2])
      expect(await world.run(id)).toMatchObject({
        outcome: 'failed',
        message: expect.stringMatching(reason) as string,
        failures,
        counts: null,
        // Sooner than the regular interval of six hours.
        due_at: new Date(START.getTime() + HOUR_MS),
      });
    expect(await world.open(id)).toEqual(upTo(10));
    [world.body, world.status] = [rows(upTo(10)), 200];
    expect(await world.run(id)).toMatchObject({ outcome: 'unchanged', failures: 0 });
  });

  it('[ROUTE-11] a feed that has shrunk to less than half closes nothing until somebody confirms it', async () => {
    const id = await world.add();
    world.body = rows(upTo(20));
    await world.run(id);
    world.body = rows(upTo(9));
    for (let again = 0; again < 2; again++)
      expect(await world.run(id)).toMatchObject({
        outcome: 'imported',
        counts: { closed: 0, kept: 11 },
        message: expect.stringContaining(`npm run feeds -- run ${id} --close-missing`) as string,
      });
    expect(await world.open(id)).toEqual(upTo(20));
    expect((await world.run(id, { closeMissing: true })).counts).toMatchObject({ closed: 11, kept: 0 });
    expect(await world.open(id)).toEqual(upTo(9));
    // A few jobs may always be closed.
    world.body = rows(upTo(4));
    expect((await world.run(id)).counts).toMatchObject({ closed: 5 });
  });

  it('[ROUTE-11] refused jobs in the feed do not count as missing; with many unreadable rows, no job does', async () => {
    const id = await world.add();
    world.body = rows(upTo(40));
    await world.run(id);
    world.body = rows(upTo(39)).replace(`1,Cook 1,"${TEXT}"`, '1,Cook 1,"short"');
    const refused = await world.run(id);
    expect(refused.counts).toMatchObject({ refused: 1, closed: 1 });
    expect(refused.message).toContain('row 1: description has fewer than 20 characters');
    expect(await world.open(id)).toEqual(upTo(39));
    world.body = `${rows(upTo(30))}\n31,Cook\n32,Cook\n33,Cook`;
    const unread = await world.run(id);
    expect(unread).toMatchObject({
      counts: { closed: 0 },
      message: expect.stringContaining('Too many rows') as string,
    });
    expect(await world.open(id)).toEqual(upTo(39));
  });

  it('[ROUTE-11] is not fetched from an internal address', async () => {
    const id = await world.add({ url: 'http://169.254.169.254/latest/meta-data' });
    expect(await world.run(id)).toMatchObject({
      outcome: 'failed',
      message: expect.stringMatching(/inside a network/) as string,
    });
  });

  it('after a time without any process, each feed is read once', async () => {
    const ids = [
      await world.add(),
      await world.add({ organization: 'Other Kitchen' }),
      await world.add({ url: 'http://10.0.0.1/' }),
    ];
    world.body = rows(upTo(2));
    world.now = new Date(START.getTime() + 1000 * HOUR_MS);
    const asked = world.server.asked.length;
    expect(await runDueFeeds(world.environment, silentLogger)).toBe(ids.length);
    expect(await runDueFeeds(world.environment, silentLogger)).toBe(0);
    expect(world.server.asked.length - asked).toBe(2);
    expect((await listFeeds(world.database)).map(({ outcome }) => outcome)).toEqual(['imported', 'imported', 'failed']);
    expect(await findNextDueFeed(world.database, ['uk'])).toEqual(new Date(world.now.getTime() + HOUR_MS));
  });

  it('a bug of the program is reported, and the feed is read again later', async () => {
    const id = await world.add();
    const broken = { ...world.environment, terms: undefined as never };
    world.body = rows(upTo(2));
    await expect(runDueFeeds(broken, silentLogger)).rejects.toThrow();
    expect((await listFeeds(world.database))[0]).toMatchObject({ id, outcome: 'failed', failures: 1 });
  });

  it('has a readable result', async () => {
    const id = await world.add({ every: 1440 });
    const lines = async () => feedLines((await listFeeds(world.database))[0]!, world.now).join('\n');
    expect(await lines()).toBe(
      `${id}  ${world.server.origin}/jobs.csv\n   uk, Soup Kitchen; every day; never read; due now`,
    );
    world.body = rows(upTo(2));
    await world.run(id);
    expect(await lines()).toContain(
      'imported 2026-11-21 08:00 UTC; next 2026-11-22 08:00 UTC\n   2 read: 2 new, 0 changed',
    );
    world.status = 404;
    await world.run(id);
    await world.run(id);
    expect(await lines()).toContain('failed 2 times, last 2026-11-21 08:00 UTC');
  });

  it('two feeds of a site can have neither the same source nor, without one, the same address', async () => {
    const choices = { format: null, every_minutes: 60, allow_incomplete: false };
    const feed = { site: 'uk', organization: null, url: 'https://x.test/', ...choices, now: world.now };
    const first = (await addFeed(world.database, { ...feed, source: 'partner' })) as { id: number };
    const taken = { other: first.id };
    expect(await addFeed(world.database, { ...feed, url: 'https://y.test/', source: 'partner' })).toEqual(taken);
    expect(await addFeed(world.database, { ...feed, site: 'default', source: 'partner' })).toHaveProperty('id');
    // Without a source, the same jobs would be imported a second time; with one, that is what the operator has asked for.
    expect(await addFeed(world.database, feed)).toEqual(taken);
    expect(await addFeed(world.database, { ...feed, organization: 'Soup Kitchen' })).toHaveProperty('id');
    expect(await addFeed(world.database, { ...feed, source: 'other' })).toHaveProperty('id');
  });

  it('the worker runs feeds when they are due and a new one at once, and stops the reading when it stops', async () => {
    await world.add();
    let runs = 0;
    let wasStopped = false;
    const listeners: ((changes: readonly Change[]) => void)[] = [];
    const worker = startFeedWorker({
      database: world.database,
      sites: ['uk'],
      clock: () => world.now,
      logger: silentLogger,
      firstLookMs: 0,
      changes: { subscribe: (listener) => (listeners.push(listener), () => void listeners.pop()) },
      run: async (signal) => {
        runs += 1;
        if (runs === 1) await takeDueFeed(world.database, { sites: ['uk'], now: world.now });
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
    await world.add({ organization: 'New Kitchen' });
    for (const listener of listeners) listener([{ kind: 'feed', site: null, ids: [], words: [] }]);
    await waitFor('the new feed to be read', () => runs === 2);
    await worker.stop();
    expect([runs, wasStopped, listeners]).toEqual([2, true, []]);
  });
});
