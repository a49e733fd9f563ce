import { sql } from 'kysely';
import { applicationWorld, type Person } from '../../../../../test/support/worlds/application-world.js';

const LIST = `query L($jobId: ID!, $filter: ApplicationFilterInput, $page: Int) { jobApplications(jobId: $jobId, filter: $filter, page: $page) {
  total pages applications { id firstName lastName unread answers { question answer } } } }`;
const ADJACENT = `query N($id: ID!, $filter: ApplicationFilterInput!) { receivedApplication(id: $id) {
  adjacent(filter: $filter) { previous next } } }`;
const READ = `mutation R($id: ID!) { markApplicationRead(id: $id) }`;

interface List {
  total: number;
  pages: number;
  applications: { id: string; firstName: string; lastName: string; unread: boolean; answers: { answer: string }[] }[];
}

describe('[REC-05] the list of applications for a job', () => {
  const world = applicationWorld();
  let job: string;

  beforeEach(async () => {
    await sql`delete from application`.execute(world.database);
    job = await world.job(
      {},
      {
        application_qualifying_questions: JSON.stringify([
          { id: 'q1', text: 'When could you begin?', required: false },
          { id: 'q2', text: 'Why?', required: false },
        ]),
      },
    );
  });

  /** Sends applications one after the other; the first is the oldest. */
  async function send(people: readonly [firstName: string, lastName: string, answer?: string][]): Promise<void> {
    for (const [firstName, lastName, answer] of people) {
      world.now = new Date(world.now.getTime() + 60_000);
      const answers = answer === undefined ? [] : [{ id: 'q1', answer }];
      const emailAddress = `${firstName.toLowerCase().replaceAll(/[^a-z]/g, '')}@people.test`;
      await world.apply(job, { firstName, lastName, emailAddress, answers });
    }
  }
  const list = (filter: object, page = 1, who: Person = 'owner') =>
    world.ask<List>(LIST, { jobId: job, filter, page }, who);
  const names = async (filter: object) => (await list(filter)).applications.map(({ firstName }) => firstName);

  it('is searched by name, address and answer, ignoring case and accents, for all words', async () => {
    await send([
      ['José', 'Núñez', 'In MÄRZ, "perhaps"'],
      ['Ann', 'Bell', '100% at once'],
      ['Bob', 'Ann_son'],
    ]);
    for (const [text, found] of [
      ['jose', ['José']],
      ['NUNEZ jo', ['José']],
      ['märz', ['José']],
      ['marz perhaps', ['José']],
      ['ann', ['Bob', 'Ann']],
      ['ann@people', ['Ann']],
      ['100%', ['Ann']],
      ['ann_son', ['Bob']],
      ['%', ['Ann']],
      ['begin', []],
      ['q1', []],
      ["' or 1=1", []],
      ['  ', ['Bob', 'Ann', 'José']],
      [`ann ${'x'.repeat(500)}`, []],
    ] as const)
      expect([text, await names({ text })]).toEqual([text, found]);
    const { total, pages } = await list({ text: 'ann', state: 'new' });
    expect([total, pages]).toEqual([2, 1]);
    expect((await list({ text: 'ann', state: 'offer' })).total).toBe(0);
  });

  it('is sorted by date or last name, and shows answers, long ones shortened', async () => {
    await send([
      ['Cem', 'ader', 'x'.repeat(300)],
      ['Ann', 'Bell'],
      ['Bob', 'Ader'],
    ]);
    expect(await names({})).toEqual(['Bob', 'Ann', 'Cem']);
    expect(await names({ sort: 'name' })).toEqual(['Bob', 'Cem', 'Ann']);
    const { applications } = await list({ text: 'cem' });
    expect(applications[0]!.answers).toEqual([{ question: 'When could you begin?', answer: `${'x'.repeat(200)}…` }]);
  });

  it('finds the previous and next application across pages, also of one that the filter excludes', async () => {
    await send(
      Array.from({ length: 23 }, (_none, index) => [`Person ${index}`, `Name ${String(index).padStart(2, '0')}`]),
    );
    for (const filter of [{}, { sort: 'name' }, { text: 'name' }]) {
      const ids = [...(await list(filter)).applications, ...(await list(filter, 2)).applications].map(({ id }) => id);
      expect(ids).toHaveLength(23);
      for (const [index, id] of ids.entries()) {
        const { adjacent } = await world.ask<{ adjacent: object }>(ADJACENT, { id, filter }, 'editor');
        expect(adjacent).toEqual({ previous: ids[index - 1] ?? null, next: ids[index + 1] ?? null });
      }
    }
    const ids = (await list({})).applications.map(({ id }) => id);
    await sql`update application set state = 'declined' where id = ${ids[1]}::uuid`.execute(world.database);
    const { adjacent } = await world.ask<{ adjacent: object }>(
      ADJACENT,
      { id: ids[1], filter: { state: 'new' } },
      'owner',
    );
    expect(adjacent).toEqual({ previous: ids[0], next: ids[2] });
  });

  it('a new application counts as read once a member of the organization has opened it', async () => {
    await send([['Ann', 'Bell']]);
    const { id, unread } = (await list({})).applications[0]!;
    expect(unread).toBe(true);
    for (const who of ['stranger', 'applicant', 'job_editor', 'site_admin', 'administrator'] as const)
      expect([who, await world.ask(READ, { id }, who)]).toEqual([who, false]);
    const counts = () =>
      world.ask<{ jobs: { id: string; newApplications: number }[] }>(
        '{ managedJobs(limit: 100) { jobs { id newApplications } } }',
        {},
        'owner',
      );
    const jobs = () => world.ask('{ jobsWithApplications { unread } }', {}, 'owner');
    expect(await jobs()).toEqual([{ unread: 1 }]);
    expect(await world.ask(READ, { id }, 'editor')).toBe(true);
    expect((await list({})).applications[0]!.unread).toBe(false);
    expect(await jobs()).toEqual([{ unread: 0 }]);
    expect((await counts()).jobs.find((each) => each.id === job)!.newApplications).toBe(0);
  });
});
