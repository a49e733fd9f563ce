import { sql } from 'kysely';
import { applicationWorld, type Faults, type Person } from '../../../../test/support/worlds/application-world.js';
import { recordingIndexer } from '../../../../test/support/data/jobs.js';
import { takeDueMail } from '../../platform/mail/due-mails.js';
import { endAccount } from '../account-deletion/end-account.js';

const ONE = `query O($id: ID!) { receivedApplication(id: $id) { state events { state subject author }
  delayedMails { id due subject state } declineMessage { subject body } } }`;
const OWN = `query W($id: ID!) { ownApplication(id: $id) { state updated events { state subject author } } }`;
const MOVE = `mutation M($id: ID!, $state: ApplicationState!) { moveApplication(id: $id, state: $state) { errors { field message } } }`;
const ANSWER = `mutation A($id: ID!, $answer: ApplicationAnswerInput!) { answerApplication(id: $id, answer: $answer) {
  errors { field message } } }`;
const UNDO = `mutation U($id: ID!, $mail: ID!) { undoAnswer(id: $id, mail: $mail) { application { state } errors { message } } }`;
const SEND = `mutation S($id: ID!, $mail: ID!) { sendAnswerNow(id: $id, mail: $mail) { application { state } errors { message } } }`;
const WITHDRAW = `mutation W($id: ID!) { withdrawApplication(id: $id) { errors { message } } }`;
const LIST = `query L($jobId: ID!) { jobApplications(jobId: $jobId) { applications { delayedMails { subject state } } } }`;
const MINUTE_MS = 60_000;
const LEASE_MS = 30_000;

interface One {
  state: string;
  events: { state: string; subject: string | null; author: string | null }[];
  delayedMails: { id: string; due: string; subject: string | null; state: string | null }[];
  declineMessage: { subject: string; body: string };
}
type Done = (Faults & { application: { state: string } }) | null;

describe('[REC-05] a message to an applicant can be undone for ten minutes', () => {
  const world = applicationWorld();
  let job: string;
  let id: string;

  beforeEach(async () => {
    await sql`delete from application`.execute(world.database);
    job = await world.job();
    id = (await world.apply(job, {}, 'applicant')).applicationId!;
    await sql`delete from mail`.execute(world.database);
  });

  const one = () => world.ask<One>(ONE, { id }, 'owner');
  const own = () => world.ask<One & { updated: string }>(OWN, { id }, 'applicant');
  const decline = () => world.ask<Done>(MOVE, { id, state: 'declined' }, 'owner');
  const undo = (mail: string, who: Person = 'owner', of = id) => world.ask<Done>(UNDO, { id: of, mail }, who);
  const later = (ms: number) => (world.now = new Date(world.now.getTime() + ms));
  const due = async () => (await takeDueMail(world.database, { now: world.now, leaseMs: LEASE_MS }))?.recipient;

  it('[APP-01] undoing a later message keeps a decision that was delayed while the applicant added something', async () => {
    const add = `mutation A($id: ID!) { addToApplication(id: $id, addition: { body: "One more thing", owner: "x" }) { errors { message } } }`;
    await decline();
    expect(await world.ask(add, { id }, 'applicant')).toEqual({ errors: [] });
    later(11 * MINUTE_MS);
    expect((await own()).state).toBe('declined');
    await world.ask(ANSWER, { id, answer: { subject: 'Thank you', body: 'Thank you for your addition.' } }, 'owner');
    expect((await own()).state).toBe('declined');
    const exported = await world.ask<string>('{ exportMyData }', {}, 'applicant');
    expect((JSON.parse(exported) as { application: { state: string }[] }).application[0]!.state).toBe('declined');
    const [mail] = (await one()).delayedMails;
    expect((await undo(mail!.id))?.application.state).toBe('declined');
  });

  it('the mail is delayed; meanwhile the employer sees the step and the applicant does not', async () => {
    await decline();
    expect(await due()).toBeUndefined();
    const { state, delayedMails, declineMessage, events } = await one();
    const dueAt = new Date(world.now.getTime() + 10 * MINUTE_MS).toISOString();
    expect([state, delayedMails]).toEqual([
      'declined',
      [{ id: expect.any(String) as string, due: dueAt, subject: null, state: 'declined' }],
    ]);
    expect(events.map(({ state: each, author }) => [each, author])).toEqual([
      ['new', null],
      ['declined', 'owner'],
    ]);
    const [mail] = await world.mails();
    expect(mail!.template).toBe('application-declined');
    expect(declineMessage.body).toContain('Food Bank will not be taking your application further');
    const list = await world.ask<{ applications: object[] }>(LIST, { jobId: job }, 'editor');
    expect(list.applications).toEqual([{ delayedMails: [{ subject: null, state: 'declined' }] }]);
    const before = await own();
    expect([before.state, before.events.length]).toEqual(['new', 1]);
    expect(await world.ask('{ ownApplications { state } }', {}, 'applicant')).toEqual([{ state: 'new' }]);
    const exported = await world.ask<string>('{ exportMyData }', {}, 'applicant');
    const [row] = (JSON.parse(exported) as { application: { state: string; events: object[] }[] }).application;
    expect([row!.state, row!.events.length]).toEqual(['new', 1]);

    later(10 * MINUTE_MS);
    expect(await due()).toBe('ann@people.test');
    const after = await own();
    expect([after.state, after.events.map(({ author }) => author)]).toEqual(['declined', [null, null]]);
    expect((await one()).delayedMails).toEqual([]);
  });

  it('after the undo there is neither step nor mail; earlier decisions are kept', async () => {
    await world.ask(MOVE, { id, state: 'interview' }, 'owner');
    const answer = { subject: 'No', body: 'Not this time', state: 'declined' };
    await world.ask(ANSWER, { id, answer }, 'owner');
    const { delayedMails } = await one();
    expect(delayedMails).toMatchObject([{ subject: 'No', state: 'declined' }]);
    expect((await undo(delayedMails[0]!.id, 'editor'))?.application.state).toBe('interview');
    const { events } = await one();
    expect(events.map(({ state, subject }) => [state, subject])).toEqual([
      ['new', null],
      ['interview', null],
    ]);
    expect(await world.mails()).toEqual([]);
    // The same text can be sent afterwards.
    await world.ask(ANSWER, { id, answer }, 'owner');
    expect(await world.mails()).toHaveLength(1);
  });

  it('in the last second either the undo wins or the mail is sent, and the history shows which', async () => {
    for (let round = 0; round < 12; round += 1) {
      id = (await world.apply(await world.job(), {}, 'applicant')).applicationId!;
      await sql`delete from mail`.execute(world.database);
      await decline();
      const [mail] = (await one()).delayedMails;
      later(10 * MINUTE_MS - 1);
      // The clock of the sending process is slightly ahead.
      const sender = takeDueMail(world.database, { now: new Date(world.now.getTime() + 1), leaseMs: LEASE_MS });
      const [taken, undone] = await Promise.all([sender, undo(mail!.id)]);
      const isUndone = undone!.errors.length === 0;
      expect([taken === undefined, (await one()).state]).toEqual([isUndone, isUndone ? 'new' : 'declined']);
      if (!isUndone) expect(undone!.errors[0]!.message).toBe('The email has already gone out and can’t be taken back');
    }
  });

  it('after the delay nothing can be undone, even if the mail has not been sent yet', async () => {
    await decline();
    const [mail] = (await one()).delayedMails;
    later(10 * MINUTE_MS);
    expect((await undo(mail!.id))?.errors).toHaveLength(1);
    expect((await one()).state).toBe('declined');
    expect(await world.mails()).toHaveLength(1);
  });

  it('is sent at once on request', async () => {
    await decline();
    const [mail] = (await one()).delayedMails;
    expect((await world.ask<Done>(SEND, { id, mail: mail!.id }, 'editor'))?.errors).toEqual([]);
    expect(await due()).toBe('ann@people.test');
    expect((await own()).state).toBe('declined');
    expect((await world.ask<Done>(SEND, { id, mail: mail!.id }, 'editor'))?.errors).toHaveLength(1);
  });

  it('no further step is possible before the applicant is told, unless it is undone; the applicant may withdraw', async () => {
    await decline();
    const refused = await world.ask<Done>(MOVE, { id, state: 'in_review' }, 'editor');
    expect(refused?.errors).toMatchObject([
      { field: 'state', message: expect.stringContaining('Undo it first') as string },
    ]);
    expect((await world.ask<Done>(WITHDRAW, { id }, 'applicant'))?.errors).toEqual([]);
    const { state, events } = await one();
    expect([state, events.map((event) => event.state)]).toEqual(['withdrawn', ['new', 'withdrawn']]);
    expect((await world.mails()).filter(({ recipient }) => recipient === 'ann@people.test')).toEqual([]);
  });

  it('an answer with a step is refused if a colleague has moved the application meanwhile', async () => {
    await world.ask(MOVE, { id, state: 'in_review' }, 'owner');
    await world.ask(MOVE, { id, state: 'offer' }, 'editor');
    const answer = { subject: 'No', body: 'Not this time', state: 'declined', from: 'in_review' };
    expect((await world.ask<Done>(ANSWER, { id, answer }, 'owner'))?.errors).toEqual([
      { field: 'state', message: expect.stringContaining('Somebody else has moved') as string },
    ]);
    expect([(await one()).state, await world.mails()]).toEqual(['offer', []]);
    // A text without a step changes nobody's decision.
    await world.ask(ANSWER, { id, answer: { subject: 'Hello', body: 'You', from: 'in_review' } }, 'owner');
    expect(await world.mails()).toHaveLength(1);
    await world.ask(ANSWER, { id, answer: { ...answer, from: 'offer' } }, 'owner');
    expect((await one()).state).toBe('declined');
  });

  it('the same text again, now with a step, replaces the delayed one, and is sent once', async () => {
    const text = { subject: 'No', body: 'Not this time' };
    const send = async (answer: object) =>
      (await world.ask<Done>(ANSWER, { id, answer: { ...text, ...answer } }, 'owner'))?.errors;
    await send({});
    later(MINUTE_MS);
    const before = await one();
    expect(await send({ state: 'hired' })).toHaveLength(1);
    expect(await one()).toEqual(before);
    expect(await send({ state: 'declined' })).toEqual([]);
    expect(await send({ state: 'declined' })).toEqual([]);
    const { state, delayedMails, events } = await one();
    expect([state, events.length]).toEqual(['declined', 3]);
    expect(delayedMails).toMatchObject([{ subject: 'No', state: 'declined' }]);
    expect((await world.mails()).map(({ template }) => template)).toEqual(['application-answer']);
    expect(await send({ state: 'in_review' })).toMatchObject([
      { message: expect.stringContaining('Undo it first') as string },
    ]);
    expect((await undo(delayedMails[0]!.id))?.application.state).toBe('new');
    expect((await one()).events).toHaveLength(1);
  });

  it('the same text again, after it was sent at once, takes the step without the text', async () => {
    const answer = { subject: 'Hello', body: 'A few words' };
    const send = (state: string) => world.ask<Done>(ANSWER, { id, answer: { ...answer, state } }, 'owner');
    await world.ask(ANSWER, { id, answer }, 'owner');
    await world.ask(SEND, { id, mail: (await one()).delayedMails[0]!.id }, 'owner');
    expect((await send('in_review'))?.errors).toEqual([]);
    expect([(await one()).state, (await world.mails()).length]).toEqual(['in_review', 1]);
    // Declined applicants are always told.
    expect((await send('declined'))?.errors).toEqual([]);
    expect((await send('declined'))?.errors).toEqual([]);
    expect((await one()).state).toBe('declined');
    expect((await world.mails()).map(({ template }) => template)).toEqual([
      'application-answer',
      'application-declined',
    ]);
  });

  it('[APP-01] a withdrawal that is refused leaves the employer’s delayed messages as they are', async () => {
    await decline();
    later(11 * MINUTE_MS);
    const answer = { subject: 'Good news', body: 'We would like to talk to you after all.', state: 'in_review' };
    await world.ask(ANSWER, { id, answer }, 'owner');
    const before = await one();
    expect(before.state).toBe('in_review');
    expect((await world.ask<Done>(WITHDRAW, { id }, 'applicant'))?.errors).toHaveLength(1);
    expect(await one()).toEqual(before);
  });

  it('[APP-01] a withdrawal that is sent again leaves the employer’s goodbye as it is', async () => {
    const withdraw = () => world.ask<Done>(WITHDRAW, { id }, 'applicant');
    expect((await withdraw())?.errors).toEqual([]);
    await world.ask(ANSWER, { id, answer: { subject: 'Goodbye', body: 'All the best.' } }, 'owner');
    expect((await withdraw())?.errors).toEqual([]);
    const { state, delayedMails } = await one();
    expect([state, delayedMails.map(({ subject }) => subject)]).toEqual(['withdrawn', ['Goodbye']]);
  });

  it('is limited to members, and to this application', async () => {
    await decline();
    const [mail] = (await one()).delayedMails;
    for (const who of ['stranger', 'applicant', 'other', 'job_editor', 'site_admin', 'administrator'] as const) {
      expect([who, await undo(mail!.id, who)]).toEqual([who, null]);
      expect([who, await world.ask(SEND, { id, mail: mail!.id }, who)]).toEqual([who, null]);
    }
    await world.apply(job, {}, 'other');
    const { rows } = await sql<{ id: string }>`select id from application where id <> ${id}::uuid`.execute(
      world.database,
    );
    for (const wrong of ['x', '0', '99999999', "1' or '1"]) expect((await undo(wrong))?.errors).toHaveLength(1);
    expect((await undo(mail!.id, 'owner', rows[0]!.id))?.errors).toHaveLength(1);
    expect((await one()).state).toBe('declined');
  });

  it('a text with unfilled placeholders is not sent, and the placeholders are named', async () => {
    const send = (answer: object) => world.ask<Done>(ANSWER, { id, answer }, 'owner');
    expect((await send({ subject: 'On [date]', body: 'At …, {{first_name}}, or ...' }))?.errors).toEqual([
      { field: 'subject', message: 'Please replace [date] with your own words' },
      { field: 'body', message: 'Please replace …, {{first_name}}, ... with your own words' },
    ]);
    expect(await world.mails()).toEqual([]);
  });

  it('brackets in the title of the job are no placeholders', async () => {
    job = await world.job({ title: 'Cook [m/w/d]' });
    id = (await world.apply(job, {}, 'other')).applicationId!;
    await sql`delete from mail`.execute(world.database);
    const send = (answer: object) => world.ask<Done>(ANSWER, { id, answer }, 'owner');
    const about = { subject: 'About Cook [m/w/d]', body: 'Your application for “Cook [m/w/d]”' };
    expect((await send({ ...about, body: 'On [date], Cook [m/w/d]' }))?.errors).toEqual([
      { field: 'body', message: 'Please replace [date] with your own words' },
    ]);
    expect((await send(about))?.errors).toEqual([]);
    expect((await world.mails()).map(({ details }) => details.subject)).toEqual([about.subject]);
  });

  it('[APP-08] employers get no letters of somebody who has deleted the account, also not those that were given up', async () => {
    const add = `mutation A($id: ID!) { addToApplication(id: $id, addition: { body: "My secret", owner: "x" }) { errors { message } } }`;
    const theirs = (await world.apply(job, { firstName: 'Zoe', emailAddress: 'other@people.test' }, 'other'))
      .applicationId;
    await sql`update mail set given_up_at = now(), failure = '550' where template = 'application-received'`.execute(
      world.database,
    );
    for (const [application, who] of [
      [id, 'applicant'],
      [theirs, 'other'],
    ] as const)
      expect(await world.ask(add, { id: application }, who)).toEqual({ errors: [] });
    const account = { id: world.ids.other, email: 'other@people.test', isConfirmed: true, emailHash: '' };
    const trx = await world.database.startTransaction().execute();
    try {
      const mails = async () => {
        const { rows } = await sql<{ template: string; name: string }>`
          select distinct template, details ->> 'name' as name from mail where recipient <> 'other@people.test'
          order by name, template
        `.execute(trx);
        return rows.map(({ template, name }) => `${name}: ${template}`);
      };
      const others = ['Ann Bell: application-added'];
      expect(await mails()).toEqual([...others, 'Zoe Bell: application-added', 'Zoe Bell: application-received']);
      const parts = { indexer: recordingIndexer(), sites: [] };
      expect(await endAccount(trx, parts, account, { site: 'default', now: world.now })).toEqual([]);
      expect(await mails()).toEqual(others);
    } finally {
      await trx.rollback().execute();
    }
  });

  it('[APP-08] is not sent after the applicant has deleted the account, also to another address', async () => {
    await world.apply(job, {}, 'other');
    await sql`delete from mail`.execute(world.database);
    await decline();
    const { rows } = await sql<{ id: string }>`select id from application where id <> ${id}::uuid`.execute(
      world.database,
    );
    await world.ask(MOVE, { id: rows[0]!.id, state: 'declined' }, 'owner');
    const recipients = async () => (await world.mails()).map(({ recipient }) => recipient);
    // Two people have typed the same address, which is not that of their accounts.
    expect(await recipients()).toEqual(['ann@people.test', 'ann@people.test']);
    const { email } = await world.database
      .selectFrom('account')
      .select('email')
      .where('id', '=', world.ids.applicant)
      .executeTakeFirstOrThrow();
    expect(email).not.toBe('ann@people.test');
    const account = { id: world.ids.applicant, email, isConfirmed: true, emailHash: '' };
    const parts = { indexer: recordingIndexer(), sites: [] };
    const end = world.database
      .transaction()
      .execute((trx) => endAccount(trx, parts, account, { site: 'default', now: world.now }));
    expect(await end).toEqual([]);
    expect(await recipients()).toEqual(['ann@people.test']);
  });
});
