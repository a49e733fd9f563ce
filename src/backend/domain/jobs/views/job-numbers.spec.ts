import { sql } from 'kysely';
import { applicationWorld, type Person } from '../../../../../test/support/worlds/application-world.js';

const NUMBERS = `query N($id: ID!) { jobNumbers(jobId: $id) {
  views started applications weeks { week views started applications } sources { source views } } }`;

interface Numbers {
  views: number;
  started: number;
  applications: number;
  weeks: { week: string; views: number; started: number; applications: number }[];
  sources: { source: string; views: number }[];
}

describe('[REC-03] how a job does, by week and by the way that people come', () => {
  const world = applicationWorld();
  let job: string;

  beforeEach(async () => {
    world.now = new Date('2026-11-21T09:00:00Z');
    job = await world.job();
  });
  const numbers = (who: Person = 'owner', id = job) => world.ask<Numbers | null>(NUMBERS, { id }, who);

  it('twelve weeks are told, those without anything included, and what is older is not', async () => {
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
      { source: 'search', views: 4 },
      { source: 'mail', views: 1 },
    ]);
  });

  it('is told to those who act for the organization alone', async () => {
    expect(await numbers('editor')).toMatchObject({ views: 0 });
    expect(await numbers('stranger')).toBeNull();
    expect(await numbers('owner', '999999')).toBeNull();
    expect(await numbers('owner', 'x')).toBeNull();
  });
});
