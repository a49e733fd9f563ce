import { sql } from 'kysely';
import { applicationWorld, OWNER, type Person, TYPED } from '../../../../../test/support/worlds/application-world.js';

const NUMBERS = `query N($id: ID!) { jobNumbers(jobId: $id) {
  views started applications weeks { week views started applications } sources { source views started applications } applicationSourcesSince } }`;
const APPLY = `mutation A($input: ApplicationInput!, $source: ViewSource) { applyToJob(input: $input, source: $source) { outcome } }`;

interface Numbers {
  views: number;
  started: number;
  applications: number;
  weeks: { week: string; views: number; started: number; applications: number }[];
  sources: { source: string; views: number; started: number; applications: number }[];
  applicationSourcesSince: string | null;
}

describe('[REC-03] statistics of a job by week and source', () => {
  const world = applicationWorld();
  let job: string;

  beforeEach(async () => {
    world.now = new Date('2026-11-21T09:00:00Z');
    job = await world.job();
  });
  const numbers = (who: Person = 'owner', id = job) => world.ask<Numbers | null>(NUMBERS, { id }, who);

  it('cover twelve weeks, including those without events, and nothing older', async () => {
    await sql`
      insert into job_day (job_id, day, views, started, from_search, from_mail) values
        (${job}, '2026-11-21', 5, 2, 3, 1), (${job}, '2026-11-16', 4, 0, 1, 0), (${job}, '2026-11-15', 2, 1, 0, 0),
        (${job}, '2026-08-30', 100, 100, 100, 100)
    `.execute(world.database);
    await world.apply(job, {}, 'applicant');
    world.now = new Date('2026-11-15T23:00:00Z');
    await world.apply(job, { emailAddress: 'early@people.test' });
    world.now = new Date('2026-11-21T09:00:00Z');
    const found = (await numbers())!;
    expect([found.views, found.started, found.applications]).toEqual([11, 3, 2]);
    expect(found.weeks.length).toBe(12);
    expect(found.weeks[0]).toEqual({ week: '2026-08-31', views: 0, started: 0, applications: 0 });
    expect(found.weeks.slice(-2)).toEqual([
      { week: '2026-11-09', views: 2, started: 1, applications: 1 },
      { week: '2026-11-16', views: 9, started: 2, applications: 1 },
    ]);
    expect(found.sources.filter(({ views }) => views > 0)).toEqual([
      { source: 'search', views: 4, started: 0, applications: 0 },
      { source: 'mail', views: 1, started: 0, applications: 0 },
    ]);
  });

  let keys = 0;
  const send = async (source: string | null, input: object = {}, who?: Person): Promise<string> => {
    keys += 1;
    const given = { jobId: job, requestKey: `the-key-of-numbers-${keys}`, owner: OWNER, ...TYPED, ...input };
    return (await world.ask<{ outcome: string }>(APPLY, { input: given, source }, who)).outcome;
  };
  const sentBySource = async () =>
    Object.fromEntries(
      (await numbers())!.sources.filter(({ applications: n }) => n > 0).map((each) => [each.source, each.applications]),
    );

  it('applications are counted by source, once each, and the application does not contain its source', async () => {
    const twice = { requestKey: 'the-key-of-a-form-sent-twice' };
    const both = await Promise.all([send('mail', twice), send('mail', twice)]);
    expect([...both, await send('search', twice)]).toEqual(['created', 'created', 'created']);
    expect(await send('search', {}, 'applicant')).toBe('created');
    expect(await send('direct', {}, 'applicant')).toBe('already_applied');
    expect(await send('related', { firstName: '' })).toBe('faults');
    expect(await send(null)).toBe('created');
    expect(await sentBySource()).toEqual({ mail: 1, search: 1 });
    expect((await numbers())!.applications).toBe(3);
    const { rows } = await sql<{ row: string }>`select to_jsonb(a)::text as row from application a`.execute(
      world.database,
    );
    for (const { row } of rows) expect(row).not.toMatch(/"(?:search|mail)"|source/);
  });

  it('invalid sources are refused', async () => {
    for (const word of ['Search', '', 'sent', 'search; drop table job_day']) await expect(send(word)).rejects.toThrow();
    expect(await sentBySource()).toEqual({});
  });

  it('withdrawn and deleted applications stay counted, so that the sum by source never exceeds the total', async () => {
    for (const source of ['site', 'site', 'elsewhere']) await send(source);
    await send(null);
    await sql`update application set state = 'withdrawn' where job_id = ${job}`.execute(world.database);
    expect((await numbers())!.applications).toBe(4);
    await sql`delete from application where job_id = ${job}`.execute(world.database);
    expect(await sentBySource()).toEqual({ site: 2, elsewhere: 1 });
    expect((await numbers())!.applications).toBe(4);
  });

  it('data of the previous release has no sources, and the first day with sources is reported', async () => {
    await sql`
      insert into job_day (job_id, day, views, started, from_search) values
        (${job}, '2026-11-16', 4, 2, 4), (${job}, '2026-11-21', 1, 1, 1)
    `.execute(world.database);
    await sql`insert into job_day (job_id, day, views, started, sent) values (${job}, '2026-11-19', 3, 0, 0)`.execute(
      world.database,
    );
    expect(await numbers()).toMatchObject({ started: 3, applications: 0, applicationSourcesSince: '2026-11-19' });
    expect(await send('direct')).toBe('created');
    const found = (await numbers())!;
    expect([found.started, found.applications]).toEqual([3, 1]);
    expect(await sentBySource()).toEqual({ direct: 1 });
    // An application from before, without other counts; and if nothing is older, no first day is reported.
    await sql`delete from job_day where job_id = ${job} and day < '2026-11-21'`.execute(world.database);
    expect((await numbers())!.applicationSourcesSince).toBeNull();
    await sql`update application set created_at = '2026-11-12' where job_id = ${job}`.execute(world.database);
    expect(await numbers()).toMatchObject({ applications: 2, applicationSourcesSince: '2026-11-21' });
  });

  it('are visible to members of the organization only', async () => {
    expect(await numbers('editor')).toMatchObject({ views: 0 });
    expect(await numbers('stranger')).toBeNull();
    expect(await numbers('owner', '999999')).toBeNull();
    expect(await numbers('owner', 'x')).toBeNull();
  });
});
