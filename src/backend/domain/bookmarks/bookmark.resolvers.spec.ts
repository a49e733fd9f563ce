import { accountWorld } from '../../../../test/support/worlds/account-world.js';
import { createOrganization, jobToSave, recordingIndexer } from '../../../../test/support/data/jobs.js';
import { MAX_BOOKMARKS } from '#contract/bookmarks.js';
import { saveJobs } from '../jobs/job.repository.js';
import { seedTerms } from '../../reference/prepare-database.js';

describe('[APP-05] bookmarks of an account', () => {
  const world = accountWorld();
  let jobs: string[];
  let elsewhere: string;
  let jwt: string;

  const change = async (add: readonly string[], remove: readonly string[] = [], as = jwt): Promise<string[]> => {
    const ids = (list: readonly string[]): string => JSON.stringify(list);
    const bookmarked = await world.ask<{ id: string }[]>(
      `changeBookmarks(add: ${ids(add)}, remove: ${ids(remove)}) { id }`,
      as,
    );
    return bookmarked.map(({ id }) => id);
  };

  beforeAll(async () => {
    await seedTerms(world.database);
    const save = async (site: string, count: number): Promise<string[]> => {
      const organization = await createOrganization(world.database, site);
      const made = Array.from({ length: count }, (_, at) => jobToSave(organization, { sourceKey: `${site} ${at}` }));
      const saved = await saveJobs(world.database, site, made, recordingIndexer());
      return saved.map(({ id }) => id);
    };
    jobs = await save('default', MAX_BOOKMARKS + 5);
    elsewhere = (await save('charity-ca', 1))[0]!;
  });
  beforeEach(async () => {
    jwt = await world.jwtOf((await world.person()).email);
  });

  it('are listed latest first, once each, and can be removed', async () => {
    const [a, b, c] = jobs as [string, string, string];
    expect(await change([b, a])).toEqual([b, a]);
    world.now = new Date(world.now.getTime() + 1000);
    expect(await change([c, a])).toEqual([c, b, a]);
    expect(await change([], [b])).toEqual([c, a]);
    expect(await change([], [b])).toEqual([c, a]);
  });

  it('[APP-07] contain the employer, the place and the end of the job', async () => {
    const id = Number(jobs[3]);
    const expires = new Date('2026-12-24T23:00:00Z');
    await world.database
      .updateTable('job')
      .set({ expires_at: expires, country_code: 'CA', locality: 'Halifax', time_zone: 'America/Halifax' })
      .where('id', '=', id)
      .execute();
    const [saved] = await world.ask<object[]>(
      `changeBookmarks(add: ["${id}"], remove: []) { organizationName address { locality } expiration timeZone closed }`,
      jwt,
    );
    expect(saved).toEqual({
      organizationName: expect.stringMatching(/./) as string,
      address: { locality: 'Halifax' },
      expiration: expires.toISOString(),
      timeZone: 'America/Halifax',
      closed: false,
    });
  });

  it('belong to one person and one site', async () => {
    const other = await world.jwtOf((await world.person()).email);
    await change([jobs[0]!]);
    expect(await change([], [jobs[0]!], other)).toEqual([]);
    expect(await change([])).toEqual([jobs[0]]);
    expect(await change([elsewhere, '999999', 'no id', '-1'])).toEqual([jobs[0]]);
  });

  it('leave out jobs that are not public, and mark closed ones', async () => {
    const [draft, over] = jobs.slice(-2) as [string, string];
    const setState = (id: string, state: 'draft' | 'archived' | 'published') =>
      world.database.updateTable('job').set({ state }).where('id', '=', Number(id)).execute();
    await setState(draft, 'draft');
    expect(await change([draft, over])).toEqual([over]);
    await setState(over, 'archived');
    const shown = await world.ask<unknown>(
      'changeBookmarks(add: [], remove: []) { id closed url { path } organizationName }',
      jwt,
    );
    expect(shown).toEqual([
      {
        id: over,
        closed: true,
        url: { path: expect.stringMatching(`^/job/${over}/`) as string },
        organizationName: expect.any(String) as string,
      },
    ]);
    await setState(draft, 'published');
    await setState(over, 'published');
  });

  it('are limited to the latest hundred, also in one request', async () => {
    expect(await change(jobs.slice(0, MAX_BOOKMARKS))).toHaveLength(MAX_BOOKMARKS);
    world.now = new Date(world.now.getTime() + 1000);
    const kept = await change([jobs.at(-1)!]);
    expect(kept).toHaveLength(MAX_BOOKMARKS);
    expect([kept[0], kept.at(-1)]).toEqual([jobs.at(-1), jobs[MAX_BOOKMARKS - 2]]);
    await expect(change(jobs.slice(0, MAX_BOOKMARKS + 1))).rejects.toThrow('more than 100 ids');
  });
});
