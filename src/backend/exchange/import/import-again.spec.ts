import { sql } from 'kysely';
import { endOfDay } from '#shared/time-zones/zoned-days.js';
import { recordingIndexer } from '../../../../test/support/data/jobs.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { HEADING, importWorld, NOW, TEXT } from '../../../../test/support/worlds/import-world.js';
import { ImportedOrganizations } from './writing/organizations.js';

describe('importing a file again', () => {
  const world = importWorld();
  const { report, jobs } = world;
  const file = (title = 'Cook') => `${HEADING}\n1,${title},London,${TEXT},0,,K\n`;
  const later = { now: new Date('2026-12-30T12:00:00Z') };
  const change = (values: ReturnType<typeof sql>) => sql`update job set ${values}`.execute(world.database);
  const happened = (step: string, state: string) =>
    sql`insert into job_event (job_id, at, step, to_state) select id, ${NOW}, ${step}, ${state} from job`.execute(
      world.database,
    );
  const organizations = async () => {
    const { rows } = await sql`select name, state, mission from organization order by id`.execute(world.database);
    return rows;
  };

  it.each([
    ['archive', 'archived'],
    ['unpublish', 'draft'],
  ])('leaves a job as it is after the step %s, even if its row has changed', async (step, state) => {
    await report(file());
    await change(sql`state = ${state}, updated_at = ${NOW}`);
    await happened(step, state);
    for (const title of ['Cook', 'Chef'])
      expect(await report(file(title), {}, later)).toMatchObject({
        created: 0,
        updated: 0,
        unchanged: 1,
        notes: expect.arrayContaining([
          { row: 1, key: '1', field: 'job', rule: 'is no longer published on this site, and was left as it is' },
        ]) as unknown,
      });
    expect(await jobs()).toMatchObject([{ state, title: 'Cook' }]);
  });

  it.each([
    ['', 'expire'],
    [' while its organization was suspended', 'restore'],
  ])('publishes a job again that has expired%s', async (_when, step) => {
    await report(file());
    await change(sql`state = 'archived', expires_at = ${NOW}`);
    await happened(step, 'archived');
    expect(await report(file(), {}, later)).toMatchObject({ updated: 1 });
    expect(await jobs()).toMatchObject([{ state: 'published' }]);
  });

  it('changes neither bought placements nor what a recruiter has edited until the row changes', async () => {
    await report(file());
    await change(sql`featured = true, top = true, title = 'Head cook'`);
    expect(await report(file())).toMatchObject({ unchanged: 1 });
    // The end of a job without a closing date is moved.
    expect(await report(file(), {}, later)).toMatchObject({ updated: 1 });
    const [extended] = await jobs();
    expect(extended).toMatchObject({ title: 'Head cook', featured: true });
    expect(extended!.expires_at).toEqual(endOfDay('2027-02-28', 'Europe/London'));
    await report(file('Chef'), {}, later);
    expect(await jobs()).toMatchObject([{ title: 'Chef', featured: true, top: true }]);
  });

  it('refuses the jobs of a suspended organization, whatever has created it', async () => {
    await report(file());
    await sql`update organization set state = 'closed', suspended_from = 'public', mission = 'We cook.'`.execute(
      world.database,
    );
    const refused = [{ row: 1, key: '1', field: 'organization', rule: 'is suspended or closed on this site' }];
    for (const source of ['import', 'other'])
      expect(await report(file('Chef'), { source })).toMatchObject({ created: 0, updated: 0, refused });
    expect(await jobs()).toMatchObject([{ title: 'Cook' }]);
    expect(await organizations()).toEqual([{ name: 'K', state: 'closed', mission: 'We cook.' }]);
  });

  /** Imports a job of source `a` for K, which is then merged into Kitchen Trust. */
  async function importAndMerge(): Promise<void> {
    await report(`${HEADING}\n9,Nurse,London,${TEXT},0,,Kitchen Trust\n`);
    await report(file(), { source: 'a' });
    await sql`
      update organization set state = 'closed', merged_into = (select id from organization where name = 'Kitchen Trust')
      where name = 'K'
    `.execute(world.database);
  }

  it('gives the jobs of a merged organization to the other one, whatever has created it', async () => {
    await importAndMerge();
    for (const source of ['a', 'b']) await report(file('Chef'), { source });
    expect((await jobs()).map(({ title, organization }) => [title, organization])).toEqual(
      ['Nurse', 'Chef', 'Chef'].map((title) => [title, 'Kitchen Trust']),
    );
    expect(await organizations()).toHaveLength(2);
  });

  it('changes nothing in an edited job because its organization was merged into another one', async () => {
    await importAndMerge();
    await sql`
      update job set title = 'Head cook', organization_id = (select id from organization where name = 'Kitchen Trust')
      where source = 'a'
    `.execute(world.database);
    expect(await report(file(), { source: 'a' })).toMatchObject({ unchanged: 1 });
    // Its end is moved nevertheless.
    expect(await report(file(), { source: 'a' }, later)).toMatchObject({ updated: 1 });
    expect((await jobs())[1]).toMatchObject({ title: 'Head cook', organization: 'Kitchen Trust' });
    expect(await report(file('Chef'), { source: 'a' }, later)).toMatchObject({ updated: 1 });
  });

  it('leaves jobs with an organization that has got another name, whatever has created it', async () => {
    await sql`
      insert into organization (site, slug, name, language, source, source_key)
      values ('default', 'k', 'K', 'en', 'registration', 'k')
    `.execute(world.database);
    await report(file());
    await sql`update organization set name = 'Kitchen Trust'`.execute(world.database);
    // The new job comes first, as in most feeds, and fills a batch together with others.
    const others = Array.from({ length: 100 }, (_row, index) => `${index + 2},Nurse,London,${TEXT},0,,K\n`);
    await report(`${HEADING}\n${others.join('')}1,Chef,London,${TEXT},0,,K\n`);
    expect(await organizations()).toMatchObject([{ name: 'Kitchen Trust' }]);
    expect((await jobs())[0]).toMatchObject({ title: 'Chef', organization: 'Kitchen Trust' });
    // It is not created again under its old name while it is suspended.
    await sql`update organization set state = 'closed', suspended_from = 'public'`.execute(world.database);
    expect(await report(`${HEADING}\n999,Cook,London,${TEXT},0,,K\n`)).toMatchObject({ created: 0 });
    expect(await organizations()).toHaveLength(1);
  });

  it('creates an organization once, although two sources are imported at the same moment', async () => {
    const { database } = world;
    const waiting = async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'
      `.execute(database);
      return rows.length > 0;
    };
    const kitchen = { name: 'K', key: 'k', language: 'en' };
    let isDone = false;
    let second: Promise<unknown> | undefined;
    await database.transaction().execute(async (trx) => {
      await new ImportedOrganizations('default', 'other', 'en', recordingIndexer()).provide(trx, [kitchen]);
      second = report(file()).then(() => (isDone = true));
      await waitFor('the other import to wait, or to end', async () => isDone || (await waiting()));
    });
    await second;
    expect(await organizations()).toHaveLength(1);
    expect(await jobs()).toMatchObject([{ organization: 'K' }]);
  });

  it('gives every job an end date, which is moved only when half of its time has passed', async () => {
    const site = { name: 'default', languages: ['en'], countries: ['GB'], timeZone: 'Europe/London', importDays: 20 };
    const file = `${HEADING}\n1,Cook,London,${TEXT},0,,K\n`;
    const endAt = async (day: string) => {
      const { created, updated, unchanged } = await report(file, { site }, { now: new Date(`${day}T12:00:00Z`) });
      return [created, updated, unchanged, (await jobs())[0]!.expires_at];
    };
    const first = endOfDay('2026-12-11', 'Europe/London');
    expect(await endAt('2026-11-21')).toEqual([1, 0, 0, first]);
    expect(await endAt('2026-11-30')).toEqual([0, 0, 1, first]);
    expect(await endAt('2026-12-03')).toEqual([0, 1, 0, endOfDay('2026-12-23', 'Europe/London')]);
  });
});
