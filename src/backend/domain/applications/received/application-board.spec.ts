import { sql } from 'kysely';
import { applicationWorld, type Faults, type Person } from '../../../../../test/support/worlds/application-world.js';

const BOARD = `query B($jobId: ID!) { applicationBoard(jobId: $jobId) { state count cards { id firstName nextStates rating } } }`;
const MOVE = `mutation M($id: ID!, $state: ApplicationState!, $from: ApplicationState) { moveApplication(id: $id, state: $state, from: $from) {
  application { state } errors { field message } } }`;

interface Column {
  state: string;
  count: number;
  cards: { id: string; firstName: string; nextStates: string[]; rating: number | null }[];
}
type Moved = (Faults & { application: { state: string } }) | null;

describe('[REC-05] the board of a job', () => {
  const world = applicationWorld();
  let job: string;

  beforeEach(async () => {
    await sql`delete from application`.execute(world.database);
    job = await world.job();
  });

  const board = (who: Person = 'owner') => world.ask<Column[] | null>(BOARD, { jobId: job }, who);
  const move = (id: string, from: string, state: string, who: Person = 'owner') =>
    world.ask<Moved>(MOVE, { id, from, state }, who);

  it('has a column for each state, newest first and at most twenty, for members only', async () => {
    for (let count = 0; count < 22; count += 1) {
      world.now = new Date(world.now.getTime() + 60_000);
      await world.apply(job, { firstName: `Person ${count}`, emailAddress: `p${count}@people.test` });
    }
    const [received, ...others] = (await board('editor'))!;
    expect([received!.state, received!.count, received!.cards.length]).toEqual(['new', 22, 20]);
    expect(received!.cards[0]).toMatchObject({ firstName: 'Person 21', rating: null });
    expect(received!.cards[0]!.nextStates).toEqual(['in_review', 'interview', 'offer', 'declined']);
    expect(others.map(({ state, count }) => [state, count])).toEqual(
      ['in_review', 'interview', 'offer', 'hired', 'declined', 'withdrawn'].map((state) => [state, 0]),
    );
    for (const who of ['stranger', 'applicant', 'job_editor', 'site_admin', 'administrator'] as const)
      expect([who, await board(who)]).toEqual([who, null]);
  });

  it('of two who move the same card the second one is told, and nothing is overwritten', async () => {
    for (let round = 0; round < 6; round += 1) {
      const id = (await world.apply(await world.job(), {}, 'applicant')).applicationId!;
      const both = await Promise.all([move(id, 'new', 'interview'), move(id, 'new', 'offer', 'editor')]);
      const [first, second] = both.map((each) => each!.errors.map(({ message }) => message));
      expect([first!.length + second!.length, [...first!, ...second!][0]]).toEqual([
        1,
        expect.stringContaining('Somebody else has moved this application in the meantime') as string,
      ]);
      const winner = first!.length === 0 ? 'interview' : 'offer';
      expect((await move(id, winner, winner))?.application.state).toBe(winner);
    }
  });
});
