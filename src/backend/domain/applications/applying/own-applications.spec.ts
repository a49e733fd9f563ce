import { sql } from 'kysely';
import { applicationWorld, OWNER, type Faults } from '../../../../../test/support/worlds/application-world.js';

const ADD = `mutation A($id: ID!, $addition: ApplicationAdditionInput!) {
  addToApplication(id: $id, addition: $addition) { errors { field message } } }`;
const EVENTS = 'events { state byEmployer subject body files author }';
const OWN = `query O($id: ID!) { ownApplication(id: $id) { attachments { name } ${EVENTS} } }`;
const RECEIVED = `query R($id: ID!) { receivedApplication(id: $id) { attachments { name } ${EVENTS} } }`;

describe('additions of applicants to an application', () => {
  const world = applicationWorld();
  const add = (id: string, addition: object, who: 'applicant' | 'other' | 'owner' = 'applicant') =>
    world.ask<Faults | null>(ADD, { id, addition: { body: '', owner: OWNER, ...addition } }, who);
  const messageOf = async (answer: Promise<Faults | null>) => (await answer)?.errors[0]?.message ?? '';

  async function applied(): Promise<string> {
    const { applicationId } = await world.apply(await world.job(), {}, 'applicant');
    await sql`delete from mail`.execute(world.database);
    return applicationId!;
  }

  it('[APP-01] [REC-05] reaches the employer in the history, with its files, and by mail', async () => {
    const id = await applied();
    const attachments = [await world.sendFile('certificate.pdf')];
    expect(await add(id, { body: ' I forgot this. ', attachments })).toEqual({ errors: [] });
    const added = {
      state: 'new',
      byEmployer: false,
      subject: null,
      body: 'I forgot this.',
      files: ['certificate.pdf'],
    };
    for (const seen of [world.ask<object>(OWN, { id }, 'applicant'), world.ask<object>(RECEIVED, { id }, 'owner')])
      expect(await seen).toEqual({
        attachments: [{ name: 'certificate.pdf' }],
        events: [expect.objectContaining({ body: null, files: [] }), { ...added, author: null }],
      });
    const mails = await world.mails();
    expect(mails.map(({ template, recipient }) => [template, recipient])).toEqual([
      ['application-added', 'owner@people.test'],
      ['application-added', 'editor@people.test'],
    ]);
    expect(mails[0]!.details).toMatchObject({ body: 'I forgot this.', files: 'certificate.pdf' });
  });

  it('[APP-01] is possible for the applicant only', async () => {
    const id = await applied();
    for (const who of ['other', 'owner'] as const) expect(await add(id, { body: 'x' }, who)).toBeNull();
    await expect(world.ask(ADD, { id, addition: { body: 'x' } })).rejects.toThrow('UNAUTHENTICATED');
    expect(await world.mails()).toEqual([]);
  });

  it('[APP-01] needs content, and an open application', async () => {
    const id = await applied();
    expect(await messageOf(add(id, { body: '  ' }))).toContain('write a message or attach a file');
    expect(await messageOf(add(id, { body: 'x'.repeat(10_001) }))).toContain('10,000');
    expect(await messageOf(add(id, { attachments: ['gone'] }))).toContain('expired');
    await sql`update application set state = 'declined' where id = ${id}::uuid`.execute(world.database);
    expect(await messageOf(add(id, { body: 'x' }))).toContain('closed');
    expect(await world.mails()).toEqual([]);
  });

  it('[APP-01] does not reveal a decision that the applicant has not been told of yet', async () => {
    const id = await applied();
    const move = 'mutation M($id: ID!) { moveApplication(id: $id, state: declined) { errors { message } } }';
    expect(await world.ask(move, { id }, 'owner')).toEqual({ errors: [] });
    expect(await add(id, { body: 'One more thing' })).toEqual({ errors: [] });
    const { events } = await world.ask<{ events: { state: string }[] }>(OWN, { id }, 'applicant');
    expect(events.map(({ state }) => state)).toEqual(['new', 'new']);
  });

  it('[APP-01] is stored once if its form is sent again, also at the same time', async () => {
    const id = await applied();
    const attachments = [await world.sendFile('certificate.pdf')];
    const again = () => add(id, { body: 'I forgot this.', attachments });
    expect(await Promise.all([again(), again()])).toEqual([{ errors: [] }, { errors: [] }]);
    expect(await again()).toEqual({ errors: [] });
    const { events } = await world.ask<{ events: { files: string[] }[] }>(OWN, { id }, 'applicant');
    expect(events.map(({ files }) => files)).toEqual([[], ['certificate.pdf']]);
    expect(await world.mails()).toHaveLength(2);
    expect(await add(id, { body: 'Another thing' })).toEqual({ errors: [] });
    expect(await add(id, { body: 'I forgot this.' })).toEqual({ errors: [] });
    expect(await world.mails()).toHaveLength(6);
  });

  it('[APP-01] is refused if the application was withdrawn at the same time', async () => {
    const id = await applied();
    const withdraw = 'mutation W($id: ID!) { withdrawApplication(id: $id) { errors { message } } }';
    const [, answer] = await Promise.all([
      world.ask(withdraw, { id }, 'applicant'),
      messageOf(add(id, { body: 'One more thing' })),
    ]);
    const { events } = await world.ask<{ events: { state: string }[] }>(OWN, { id }, 'applicant');
    const isAdded = answer === '';
    expect(events.map(({ state }) => state)).toEqual(isAdded ? ['new', 'new', 'withdrawn'] : ['new', 'withdrawn']);
  });

  it('[APP-01] is limited, also for concurrent forms', async () => {
    const id = await applied();
    const answers = await Promise.all(Array.from({ length: 12 }, (_none, at) => add(id, { body: `Part ${at}` })));
    expect(answers.filter((answer) => answer?.errors.length === 0)).toHaveLength(10);
    expect(await messageOf(add(id, { body: 'x' }))).toContain('by email');
  });
});
