import { sql } from 'kysely';
import { applicationWorld, type Person } from '../../../../../test/support/worlds/application-world.js';

const TIMES = '{ answerTimes { organizationName applications answered medianDays waiting } }';
const ANSWER = `mutation A($id: ID!, $answer: ApplicationAnswerInput!) { answerApplication(id: $id, answer: $answer) { errors { message } } }`;
const MOVE = `mutation M($id: ID!, $state: ApplicationState!) { moveApplication(id: $id, state: $state) { errors { message } } }`;
const DAY_MS = 86_400_000;

describe('[REC-05] the time to the first answer', () => {
  const world = applicationWorld();
  const later = (days: number) => (world.now = new Date(world.now.getTime() + days * DAY_MS));
  const times = (who: Person) => world.ask<object[]>(TIMES, {}, who);

  it('is measured by sent emails, for members of the organization only', async () => {
    expect(await times('owner')).toEqual([]);
    const job = await world.job();
    const apply = async (who: Person) =>
      (await world.apply(job, { emailAddress: `${who}@people.test` }, who)).applicationId!;
    const [first, second, third, fourth] = [
      await apply('applicant'),
      await apply('other'),
      await apply('site_admin'),
      await apply('job_editor'),
    ];
    await world.ask(
      `mutation W($id: ID!) { withdrawApplication(id: $id) { errors { message } } }`,
      { id: fourth },
      'job_editor',
    );
    await sql`update application_event set at = ${world.now}`.execute(world.database);
    later(2);
    const answer = { subject: 'Hello', body: 'Thank you.', state: null };
    await world.ask(ANSWER, { id: first, answer }, 'owner');
    // A step does not notify the applicant, and a delayed email has not been sent yet.
    await world.ask(MOVE, { id: third, state: 'in_review' }, 'owner');
    const organization = { organizationName: 'Food Bank', applications: 3 };
    expect(await times('editor')).toEqual([{ ...organization, answered: 0, medianDays: null, waiting: 0 }]);
    later(8);
    await world.ask(MOVE, { id: second, state: 'declined' }, 'owner');
    later(1);
    expect(await times('owner')).toEqual([
      { ...organization, answered: 2, medianDays: expect.closeTo(6, 1) as number, waiting: 1 },
    ]);
    for (const who of ['stranger', 'applicant', 'administrator'] as const) expect(await times(who)).toEqual([]);
    await sql`update application set created_at = created_at - interval '90 days'`.execute(world.database);
    expect(await times('owner')).toEqual([]);
  });
});
