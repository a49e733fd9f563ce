import { sql } from 'kysely';
import { applicationWorld, type Faults } from '../../../../test/support/worlds/application-world.js';
import { recordingIndexer } from '../../../../test/support/data/jobs.js';
import { archiveJobsOf } from './close-applications.js';
import { expireJobs } from '../job-editing/schedule/schedule-worker.js';

const ARCHIVE = `mutation A($id: ID!, $closing: [ClosingTextInput!]) {
  moveJob(input: { id: $id, step: archive, closing: $closing }) { job { state } errors { field rule message } } }`;
const LOOK = `query L($id: ID!) { closingMessage(jobId: $id) { isOver total recipients { firstName state } texts { language subject body recipients } } }`;
const SEND = `mutation S($id: ID!, $messages: [ClosingTextInput!]!) {
  sendClosingMessage(jobId: $id, messages: $messages) { sent errors { field rule message } } }`;
const OWN = `query O($id: ID!) { ownApplication(id: $id) { state updated events { state subject body } } }`;
const LISTED = `query J { jobsWithApplications { job { id } waiting } }`;
const DAY_MS = 86_400_000;

interface Moved {
  job: { state: string } | null;
  errors: { field: string | null; rule: string; message: string }[];
}
interface Message {
  isOver: boolean;
  total: number;
  recipients: { firstName: string; state: string }[];
  texts: { language: string; subject: string; body: string; recipients: number }[];
}

describe('[REC-05] [REC-03] every applicant gets an answer when a job is closed', () => {
  const world = applicationWorld();
  let job: string;

  beforeEach(async () => {
    await sql`delete from application`.execute(world.database);
    job = await world.job();
  });

  const archive = (closing?: object[]) => world.ask<Moved>(ARCHIVE, { id: job, closing }, 'owner');
  const look = (who: 'owner' | 'stranger' = 'owner') => world.ask<Message | null>(LOOK, { id: job }, who);
  const send = (messages: object[], who: 'owner' | 'stranger' = 'owner') =>
    world.ask<{ sent: number } & Moved>(SEND, { id: job, messages }, who);
  /** Mails since the last call, by recipient. */
  async function mails() {
    const all = await world.mails();
    await sql`delete from mail`.execute(world.database);
    return all.sort((one, other) => one.recipient.localeCompare(other.recipient));
  }
  async function stateOf(email: string): Promise<string | undefined> {
    const { rows } = await sql<{ state: string }>`
      select state from application where job_id = ${job} and email = ${email}
    `.execute(world.database);
    return rows[0]?.state;
  }
  const texts = async () => (await look())!.texts.map(({ language, subject, body }) => ({ language, subject, body }));

  it('a job with waiting applicants is not archived without a message, and nothing changes', async () => {
    await world.apply(job, {}, 'applicant');
    await mails();
    const { job: after, errors } = await archive();
    expect([after?.state, errors.map(({ rule }) => rule)]).toEqual(['published', ['closing']]);
    const empty = await archive([{ language: 'en', subject: ' ', body: 'x'.repeat(10_001) }]);
    expect(empty.errors.map(({ field, rule }) => [field, rule])).toEqual([
      ['subject.en', 'required'],
      ['body.en', 'tooLong'],
    ]);
    expect(await mails()).toEqual([]);
    expect((await look())!.total).toBe(1);
  });

  it('each applicant gets one message, in the language and with the name of their application, and sees it; answered ones get none', async () => {
    const waiting = (await world.apply(job, { firstName: 'Ann {name}' }, 'applicant')).applicationId!;
    await world.apply(
      job,
      { firstName: 'Jörg', lastName: 'Weiß', emailAddress: 'joerg@people.test' },
      undefined,
      'default',
      'de',
    );
    for (const [index, state] of (
      ['in_review', 'interview', 'offer', 'hired', 'declined', 'withdrawn'] as const
    ).entries()) {
      await world.apply(job, { emailAddress: `other-${index}@people.test` });
      await sql`update application set state = ${state} where email = ${`other-${index}@people.test`}`.execute(
        world.database,
      );
    }
    await mails();
    const message = (await look())!;
    expect([message.isOver, message.total, message.recipients.length]).toEqual([false, 4, 4]);
    expect(message.texts.map(({ language, recipients }) => [language, recipients])).toEqual([
      ['de', 1],
      ['en', 3],
    ]);
    expect(message.texts[0]!.subject).toBe('Die Ausschreibung ist beendet: Community cook');
    world.now = new Date(world.now.getTime() + DAY_MS);
    // A text in one language is not enough.
    expect((await archive([{ language: 'de', subject: 'Danke', body: 'Guten Tag {name}' }])).errors[0]?.rule).toBe(
      'closing',
    );
    const done = await archive([
      { language: 'de', subject: 'Danke', body: 'Guten Tag {name},\r\nleider nein.' },
      { language: 'en', subject: 'Thank you', body: 'Hello {name}' },
    ]);
    expect([done.job?.state, done.errors]).toEqual(['archived', []]);
    const sent = await mails();
    expect(
      sent.map(({ recipient, language, details }) => [recipient, language, details.subject, details.body]),
    ).toEqual([
      ['ann@people.test', 'en', 'Thank you', 'Hello Ann {name} Bell'],
      ['joerg@people.test', 'de', 'Danke', 'Guten Tag Jörg Weiß,\nleider nein.'],
      ['other-0@people.test', 'en', 'Thank you', 'Hello Ann Bell'],
    ]);
    expect(sent.map(({ template, details }) => [template, details.replyTo, details.path])).toEqual([
      ['application-answer', 'owner@people.test', `/application/${waiting}`],
      ...Array.from({ length: 2 }, () => ['application-answer', 'owner@people.test', undefined]),
    ]);
    expect(await stateOf('other-1@people.test')).toBe('interview');
    const sentAt = world.now;
    world.now = new Date(world.now.getTime() + 10 * 60_000);
    const own = await world.ask<{ state: string; updated: string; events: object[] }>(
      OWN,
      { id: waiting },
      'applicant',
    );
    expect([own.state, own.updated]).toEqual(['declined', sentAt.toISOString()]);
    expect(own.events).toEqual([
      { state: 'new', subject: null, body: null },
      { state: 'declined', subject: null, body: null },
      { state: 'declined', subject: 'Thank you', body: 'Hello Ann {name} Bell' },
    ]);
    // A second click.
    expect((await archive()).errors.map(({ rule }) => rule)).toEqual(['state']);
    expect((await send(await texts())).sent).toBe(0);
    expect(await mails()).toEqual([]);
  });

  it('applicants can be left out; those in an interview are declined only if named, and those with an offer are only counted', async () => {
    const ids: Record<string, string> = {};
    for (const name of ['told', 'left', 'met', 'chosen', 'offered', 'won']) {
      await world.apply(job, { emailAddress: `${name}@people.test` });
      const { rows } = await sql<{
        id: string;
      }>`select id from application where email = ${`${name}@people.test`}`.execute(world.database);
      ids[name] = rows[0]!.id;
    }
    const put = (name: string, state: string) =>
      sql`update application set state = ${state} where id = ${ids[name]}::uuid`.execute(world.database);
    await Promise.all([
      put('met', 'interview'),
      put('chosen', 'interview'),
      put('offered', 'offer'),
      put('won', 'hired'),
    ]);
    await mails();
    const { recipients, kept } = await world.ask<Message & { kept: object[] }>(
      'query L($id: ID!) { closingMessage(jobId: $id) { recipients { state } kept { state count } } }',
      { id: job },
      'owner',
    );
    expect(recipients.map(({ state }) => state)).toEqual(['interview', 'interview', 'new', 'new']);
    expect(kept).toEqual([
      { state: 'hired', count: 1 },
      { state: 'offer', count: 1 },
    ]);
    const open = await archive([{ language: 'en', subject: 'On [date]', body: 'Hello {name}, …' }]);
    expect(open.errors.map(({ field, message }) => [field, message])).toEqual([
      ['subject.en', 'Please replace [date] with your own words'],
      ['body.en', 'Please replace … with your own words'],
    ]);
    const closingChoice = { leftOut: [ids.left], interviews: [ids.chosen, ids.offered, ids.won] };
    const done = await world.ask<Moved>(
      `mutation A($id: ID!, $closing: [ClosingTextInput!], $closingChoice: ClosingChoiceInput) {
        moveJob(input: { id: $id, step: archive, closing: $closing, closingChoice: $closingChoice }) { job { state } errors { rule } } }`,
      { id: job, closing: [{ language: 'en', subject: 'Thank you', body: 'Hello {name}' }], closingChoice },
      'owner',
    );
    expect([done.job?.state, done.errors]).toEqual(['archived', []]);
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['chosen@people.test', 'told@people.test']);
    const states = await Promise.all(Object.keys(ids).map((name) => stateOf(`${name}@people.test`)));
    expect(states).toEqual(['declined', 'new', 'interview', 'declined', 'offer', 'hired']);
  });

  it('each email can be undone, and the application waits again', async () => {
    const id = (await world.apply(job, {}, 'applicant')).applicationId!;
    await archive(await texts());
    const { delayedMails } = await world.ask<{ delayedMails: { id: string }[] }>(
      'query R($id: ID!) { receivedApplication(id: $id) { delayedMails { id } } }',
      { id },
      'owner',
    );
    expect(delayedMails).toHaveLength(1);
    await world.ask(
      'mutation U($id: ID!, $mail: ID!) { undoAnswer(id: $id, mail: $mail) { errors { message } } }',
      { id, mail: delayedMails[0]!.id },
      'owner',
    );
    expect(await stateOf('ann@people.test')).toBe('new');
    expect((await mails()).filter(({ template }) => template === 'application-answer')).toEqual([]);
    expect((await look())!.total).toBe(1);
  });

  it('two people who archive it concurrently send one mail to each applicant', async () => {
    for (let each = 0; each < 20; each += 1) await world.apply(job, { emailAddress: `many-${each}@people.test` });
    await mails();
    const closing = await texts();
    const both = await Promise.all([archive(closing), archive(closing)]);
    expect(both.flatMap(({ errors }) => errors.map(({ rule }) => rule))).toEqual(['state']);
    const sent = await mails();
    expect([sent.length, new Set(sent.map(({ recipient }) => recipient)).size]).toEqual([20, 20]);
  });

  it('whoever applies while a job is archived either gets the message, or is told that the job is closed', async () => {
    for (let round = 0; round < 8; round += 1) {
      job = await world.job();
      const address = (name: string) => `${name}-${round}@people.test`;
      await world.apply(job, { emailAddress: address('first') });
      const closing = await texts();
      await mails();
      const [late, moved] = await Promise.all([world.apply(job, { emailAddress: address('late') }), archive(closing)]);
      expect(moved.errors).toEqual([]);
      const { rows } = await sql<{ state: string }>`select state from application where job_id = ${job}`.execute(
        world.database,
      );
      expect([late.outcome, rows.map(({ state }) => state)]).toEqual(
        late.outcome === 'created' ? ['created', ['declined', 'declined']] : ['closed', ['declined']],
      );
    }
  });

  it('when a job expires, its employer is told how many applicants wait, and can answer them', async () => {
    await world.apply(job, {}, 'applicant');
    await sql`update job set expires_at = ${new Date(world.now.getTime() + 1000)} where id = ${job}`.execute(
      world.database,
    );
    expect((await send(await texts())).errors.map(({ rule }) => rule)).toEqual(['state']);
    world.now = new Date(world.now.getTime() + 2000);
    await mails();
    await expireJobs(world.database, recordingIndexer(), world.now);
    expect(await mails()).toEqual([]);
    expect(await world.ask(LISTED, {}, 'owner')).toContainEqual({ job: { id: job }, waiting: 1 });
    expect((await look())!.isOver).toBe(true);
    const answers = await Promise.all([send(await texts()), send(await texts())]);
    expect(answers.map(({ sent }) => sent).sort()).toEqual([0, 1]);
    expect((await mails()).map(({ details }) => details.body)).toEqual([expect.stringMatching(/^Hello Ann Bell,\n/)]);
    expect(await world.ask(LISTED, {}, 'owner')).toContainEqual({ job: { id: job }, waiting: 0 });
  });

  async function closeOrganization(): Promise<void> {
    const { rows } = await sql<{ organization_id: number }>`select organization_id from job where id = ${job}`.execute(
      world.database,
    );
    await world.database
      .transaction()
      .execute((trx) =>
        archiveJobsOf(trx, { indexer: recordingIndexer(), sites: [] }, [rows[0]!.organization_id], world.now),
      );
  }

  /** Answers an application, without waiting until the mail is sent. */
  const answer = async (emailAddress: string, state: string) => {
    await world.apply(job, { emailAddress });
    const { rows } = await sql<{ id: string }>`
      select id from application where job_id = ${job} and email = ${emailAddress}
    `.execute(world.database);
    const { errors } = await world.ask<Faults>(
      `mutation A($id: ID!, $answer: ApplicationAnswerInput!) { answerApplication(id: $id, answer: $answer) { errors { message } } }`,
      { id: rows[0]!.id, answer: { subject: 'Good news', body: 'You are on our list.', state } },
      'owner',
    );
    expect(errors).toEqual([]);
  };

  it('a step that its applicant has not been told of is undone, so that nobody is both invited and declined', async () => {
    await answer('listed@people.test', 'in_review');
    await answer('again@people.test', 'declined');
    await sql`delete from mail where template <> 'application-answer'`.execute(world.database);
    const done = await archive(await texts());
    expect([done.job?.state, done.errors]).toEqual(['archived', []]);
    const sent = await mails();
    expect(sent.map(({ recipient, details }) => [recipient, details.subject === 'Good news'])).toEqual([
      ['again@people.test', true],
      ['listed@people.test', false],
    ]);
    expect(await stateOf('listed@people.test')).toBe('declined');
  });

  it('when an organization is closed, an offer that its applicant has not been told of is undone', async () => {
    await answer('offered@people.test', 'offer');
    await mails();
    await answer('listed@people.test', 'offer');
    await closeOrganization();
    const sent = (await mails()).filter(({ template }) => template === 'application-answer');
    expect(sent.map(({ recipient, details }) => [recipient, details.subject])).toEqual([
      ['listed@people.test', 'The job is closed: Community cook'],
    ]);
    // The first mail is gone, as if it had been sent: that offer stands.
    expect(await stateOf('offered@people.test')).toBe('offer');
    expect(await stateOf('listed@people.test')).toBe('declined');
  });

  it('when an organization is closed, its applicants get the text of the site', async () => {
    await world.apply(job, {}, 'applicant');
    await world.apply(job, { emailAddress: 'jean@people.test' }, undefined, 'default', 'fr');
    await mails();
    await closeOrganization();
    const sent = await mails();
    expect(sent.map(({ recipient, details }) => [recipient, details.subject, details.replyTo])).toEqual([
      ['ann@people.test', 'The job is closed: Community cook', undefined],
      ['jean@people.test', 'L’offre est close\u00a0: Community cook', undefined],
    ]);
  });

  it.each([
    ['brackets', 'Cook [m/w/d]'],
    ['almost the maximum length', 'Cook '.repeat(39).trim().padEnd(195, 's')],
  ])('a title with %s keeps nobody from being told', async (_what, title) => {
    job = await world.job({ title });
    await world.apply(job, {}, 'applicant');
    await mails();
    const [preset] = await texts();
    expect(preset!.subject.length).toBeLessThanOrEqual(200);
    expect(preset!.subject).toContain(title.slice(0, 100));
    await closeOrganization();
    expect((await mails()).map(({ recipient, details }) => [recipient, details.subject])).toEqual([
      ['ann@people.test', preset!.subject],
    ]);
    expect(await stateOf('ann@people.test')).toBe('declined');

    job = await world.job({ title });
    await world.apply(job, {}, 'applicant');
    await mails();
    // A placeholder is one, whatever the title contains.
    const open = await archive([{ language: 'en', subject: 'On [date]', body: `About ${title}` }]);
    expect(open.errors.map(({ field, message }) => [field, message])).toEqual([
      ['subject.en', 'Please replace [date] with your own words'],
    ]);
    const done = await archive(await texts());
    expect([done.job?.state, done.errors]).toEqual(['archived', []]);
    expect(await mails()).toHaveLength(1);
  });

  it('is limited to the job’s organization, and to sites that require it', async () => {
    await world.apply(job, {}, 'applicant');
    expect(await look('stranger')).toBeNull();
    await expect(send(await texts(), 'stranger')).rejects.toThrow('FORBIDDEN');
    const elsewhere = await world.job({}, {}, { site: 'guarded' });
    expect(await world.ask(LOOK, { id: elsewhere }, 'administrator', 'guarded')).toBeNull();
    const done = await world.ask<Moved & Faults>(ARCHIVE, { id: elsewhere }, 'administrator', 'guarded');
    expect([done.job?.state, done.errors]).toEqual(['archived', []]);
  });

  it('withdrawn applications count among a job’s applications, but do not wait', async () => {
    const id = (await world.apply(job, {}, 'applicant')).applicationId!;
    await world.apply(job, { emailAddress: 'other@people.test' });
    const counts = async () => {
      const { jobs } = await world.ask<{ jobs: { id: string }[] }>(
        'query M { managedJobs(limit: 100) { jobs { id applications newApplications waiting } } }',
        {},
        'owner',
      );
      return jobs.find((each) => each.id === job);
    };
    expect(await counts()).toEqual({ id: job, applications: 2, newApplications: 2, waiting: 2 });
    await world.ask(
      'mutation W($id: ID!) { withdrawApplication(id: $id) { application { state } } }',
      { id },
      'applicant',
    );
    expect(await counts()).toEqual({ id: job, applications: 2, newApplications: 1, waiting: 1 });
  });
});
