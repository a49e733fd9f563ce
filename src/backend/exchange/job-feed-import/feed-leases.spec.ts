import { sql } from 'kysely';
import { silentLogger } from '../../../../test/support/database.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { feedWorld, later, rows, START, upTo } from '../../../../test/support/worlds/feed-world.js';
import { findNextDueFeed, listFeeds, recordRun, removeFeed, takeDueFeed, takeFeed } from './feed-store.js';
import { runDueFeeds, runFeed } from './run-feed.js';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

describe('a feed', () => {
  const world = feedWorld();

  it('is read by one process at a time, and by another if its reader has crashed', async () => {
    const id = await world.add();
    const sites = ['uk'];
    const taken = await Promise.all(upTo(6).map(() => takeDueFeed(world.database, { sites, now: world.now })));
    const [mine, ...others] = taken.filter((feed) => feed !== undefined);
    expect([mine?.id, others]).toEqual([id, []]);
    expect(await takeFeed(world.database, id, world.now)).toBe('running');
    expect(await takeFeed(world.database, 999_999, world.now)).toBe('missing');
    expect(
      await takeDueFeed(world.database, { sites: ['default'], now: new Date(START.getTime() + 99 * HOUR_MS) }),
    ).toBeUndefined();
    expect(await findNextDueFeed(world.database, sites)).toEqual(later(2));
    world.now = new Date(later(2).getTime() - 1);
    expect(await takeDueFeed(world.database, { sites, now: world.now })).toBeUndefined();
    world.now = later(2);
    const next = (await takeDueFeed(world.database, { sites, now: world.now }))!;
    expect([next.id, next.failures]).toEqual([id, 1]);
    // The first reader is alive after all.
    await recordRun(world.database, mine!, { outcome: 'failed', message: 'late', dueAt: world.now }, world.now);
    expect((await listFeeds(world.database))[0]).toMatchObject({ outcome: null, message: null });
    await recordRun(world.database, next, { outcome: 'unchanged', message: 'mine', dueAt: world.now }, world.now);
    expect((await listFeeds(world.database))[0]).toMatchObject({ outcome: 'unchanged', message: 'mine' });
  });

  it('is skipped while another process is leasing it', async () => {
    const ids = [await world.add(), await world.add({ organization: 'Other Kitchen' })];
    const sites = ['uk'];
    await world.database.transaction().execute(async (first) => {
      expect((await takeDueFeed(first, { sites, now: world.now }))?.id).toBe(ids[0]);
      await world.database.transaction().execute(async (second) => {
        // With a waiting query, the feed would be leased a second time.
        await sql`set local lock_timeout = '1s'`.execute(second);
        expect((await takeDueFeed(second, { sites, now: world.now }))?.id).toBe(ids[1]);
        expect(await takeDueFeed(second, { sites, now: world.now })).toBeUndefined();
      });
    });
  });

  it('stays leased to its reader as long as that one reads', async () => {
    const id = await world.add();
    world.body = rows(upTo(2));
    const { answer } = world.server;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      world.server.answer = (...asked) => {
        world.server.answer = answer;
        release = () => {
          answer(...asked);
        };
        resolve();
      };
    });
    const taken = (await takeDueFeed(world.database, { sites: ['uk'], now: world.now }))!;
    const running = runFeed(taken, { ...world.environment, renewMs: 5 });
    await held;
    for (const minutes of [1, 2.5, 4]) {
      world.now = later(minutes);
      const until = later(minutes + 2).getTime();
      await waitFor('the lease to be renewed', async () => (await world.dueAt(id)).getTime() === until);
      expect(await takeDueFeed(world.database, { sites: ['uk'], now: world.now })).toBeUndefined();
    }
    release();
    await recordRun(world.database, taken, await running, world.now);
    expect((await listFeeds(world.database))[0]).toMatchObject({ outcome: 'imported', failures: 0 });
    // A lease is not renewed after the run has ended.
    expect(await world.dueAt(id)).toEqual(later(4 + 360));
  });

  it.each<[string, (id: number) => Promise<unknown>]>([
    [
      'to another one',
      (id) => sql`update import_feed set lease = gen_random_uuid() where id = ${id}`.execute(world.database),
    ],
    ['altogether', (id) => removeFeed(world.database, id)],
  ])('is not changed by a reader that has lost the feed %s', async (_how, lose) => {
    const id = await world.add();
    const { answer } = world.server;
    world.server.answer = () => undefined;
    const asked = world.server.asked.length;
    const taken = (await takeDueFeed(world.database, { sites: ['uk'], now: world.now }))!;
    const running = runFeed(taken, { ...world.environment, renewMs: 5 });
    await waitFor('the feed to be asked for', () => world.server.asked.length > asked);
    await lose(id);
    expect(await running).toMatchObject({ outcome: 'failed', message: expect.stringMatching(/interrupted/) as string });
    world.server.answer = answer;
  });

  it('waits longer each time its reader crashes', async () => {
    const id = await world.add();
    const sites = ['uk'];
    const waits: number[] = [];
    for (let deaths = 0; deaths < 9; deaths++) {
      expect((await takeDueFeed(world.database, { sites, now: world.now }))?.id).toBe(id);
      const next = (await findNextDueFeed(world.database, sites))!;
      waits.push((next.getTime() - world.now.getTime()) / MINUTE_MS);
      world.now = new Date(next.getTime() - 1);
      expect(await takeDueFeed(world.database, { sites, now: world.now })).toBeUndefined();
      world.now = next;
    }
    expect(waits).toEqual([2, 3, 6, 11, 18, 27, 38, 51, 66]);
    world.body = rows(upTo(2));
    expect(await runDueFeeds(world.environment, silentLogger)).toBe(1);
    expect((await listFeeds(world.database))[0]).toMatchObject({ outcome: 'imported', failures: 0 });
  });
});
