import { type Kysely, sql } from 'kysely';
import { recordingIndexer } from '../../../../../test/support/data/jobs.js';
import { applicationWorld, type Faults, type Person } from '../../../../../test/support/worlds/application-world.js';
import type { Database } from '../../../platform/database/schema.js';
import { endAccount } from '../../account-deletion/end-account.js';

const RESULT = `{ errors { field message } }`;
const PROPOSE = `mutation P($id: ID!, $proposal: InterviewProposalInput!) { proposeInterview(id: $id, proposal: $proposal) ${RESULT} }`;
const PICK = `mutation P($id: ID!, $interview: ID!, $start: DateTime!) { pickInterview(id: $id, interview: $interview, start: $start) ${RESULT} }`;
const OTHERS = `mutation O($id: ID!, $interview: ID!) { askForOtherTimes(id: $id, interview: $interview, message: "No.") ${RESULT} }`;
const MOVE = `mutation M($id: ID!, $state: ApplicationState!, $end: Boolean) { moveApplication(id: $id, state: $state, endInterview: $end) ${RESULT} }`;
const ANSWER = `mutation A($id: ID!, $answer: ApplicationAnswerInput!) { answerApplication(id: $id, answer: $answer) ${RESULT} }`;
const UNDO = `mutation U($id: ID!, $mail: ID!) { undoAnswer(id: $id, mail: $mail) ${RESULT} }`;
const SEND = `mutation S($id: ID!, $mail: ID!) { sendAnswerNow(id: $id, mail: $mail) ${RESULT} }`;
const ARCHIVE = `mutation A($id: ID!, $closing: [ClosingTextInput!], $choice: ClosingChoiceInput) {
  moveJob(input: { id: $id, step: archive, closing: $closing, closingChoice: $choice }) { errors { rule } } }`;
const WITHDRAW = `mutation W($id: ID!) { withdrawApplication(id: $id) ${RESULT} }`;
const MINUTE_MS = 60_000;
const FIRST = '2026-12-03T19:30:00.000Z';
const SECOND = '2026-12-04T15:00:00.000Z';

interface Interview {
  id: string;
  state: string;
  start: string | null;
  sequence: number;
  endsAt: string | null;
}
type Answer = Faults | null;

describe('[REC-05] an interview ends with the decision to decline', () => {
  const world = applicationWorld();
  let job: string;
  let id: string;

  beforeEach(async () => {
    world.now = new Date('2026-11-21T09:00:00Z');
    await sql`delete from application`.execute(world.database);
    job = await world.job();
    id = (await world.apply(job, {}, 'applicant')).applicationId!;
    await sql`delete from mail`.execute(world.database);
  });

  const later = (minutes: number) => (world.now = new Date(world.now.getTime() + minutes * MINUTE_MS));
  const propose = (of = id) =>
    world.ask<Answer>(
      PROPOSE,
      {
        id: of,
        proposal: {
          starts: ['2026-12-03T14:30', '2026-12-04T10:00'],
          timeZone: 'America/Toronto',
          minutes: 45,
          place: 'Room 1',
          note: '',
        },
      },
      'owner',
    );
  const pick = (interview: string, start = FIRST, of = id, who: Person = 'applicant') =>
    world.ask<Answer>(PICK, { id: of, interview, start }, who);
  const own = async () =>
    (
      await world.ask<{ state: string; interview: Interview }>(
        'query Q($id: ID!) { ownApplication(id: $id) { state interview { id state start sequence endsAt } } }',
        { id },
        'applicant',
      )
    ).interview;
  const received = (of = id) =>
    world.ask<{ state: string; interview: Interview; delayedMails: { id: string }[] }>(
      'query Q($id: ID!) { receivedApplication(id: $id) { state delayedMails { id } interview { id state start sequence endsAt } } }',
      { id: of },
      'owner',
    );
  const decline = (end: boolean | null = true, of = id) =>
    world.ask<Answer>(MOVE, { id: of, state: 'declined', end }, 'owner');
  /** Mails with their attached calendar entries, the earliest first. */
  const mails = async (database: Kysely<Database> = world.database) => {
    const { rows } = await sql<{
      template: string;
      recipient: string;
      due: Date;
      ended: string | null;
      entry: string | null;
    }>`
      select m.template, m.recipient, m.due_at as due, m.details ->> 'ended' as ended, convert_from(a.bytes, 'UTF8') as entry
      from mail m left join mail_attachment a on a.mail_id = m.id order by m.id
    `.execute(database);
    return rows;
  };
  /** Creates an interview that the applicant has been told of and, optionally, has booked. */
  const arrange = async ({ isBooked }: { isBooked: boolean }) => {
    expect((await propose())!.errors).toEqual([]);
    later(11);
    const { id: interview } = await own();
    if (isBooked) expect((await pick(interview))!.errors).toEqual([]);
    await sql`delete from mail`.execute(world.database);
    return interview;
  };

  it('a booked one is canceled in both calendars by the mail that declines, and restored by an undo', async () => {
    const interview = await arrange({ isBooked: true });
    expect((await decline(null))!.errors.map(({ field }) => field)).toEqual(['endInterview']);
    expect(await mails()).toEqual([]);
    expect((await decline())!.errors).toEqual([]);
    const due = new Date(world.now.getTime() + 10 * MINUTE_MS);
    const waiting = await mails();
    expect(waiting.map((each) => [each.template, each.recipient, each.due])).toEqual([
      ['application-declined', 'ann@people.test', due],
      ['interview-canceled', 'owner@people.test', due],
    ]);
    for (const { entry } of waiting)
      for (const line of ['METHOD:CANCEL', 'SEQUENCE:1', 'STATUS:CANCELLED', `UID:${interview}@interviews.causeboard`])
        expect(entry!.replaceAll('\r\n ', '').split('\r\n')).toContain(line);
    expect(JSON.parse(waiting[0]!.ended!)).toMatchObject({ ended: 'booked', start: FIRST, minutes: 45 });
    // The applicant does not see it yet, but the employer does.
    expect(await own()).toEqual({ id: interview, state: 'booked', start: FIRST, sequence: 0, endsAt: null });
    const decided = await received();
    expect(decided.interview).toMatchObject({ state: 'canceled', sequence: 1, endsAt: due.toISOString() });
    expect((await world.ask<Answer>(UNDO, { id, mail: decided.delayedMails[0]!.id }, 'owner'))!.errors).toEqual([]);
    const undone = await received();
    expect([undone.state, undone.interview]).toEqual([
      'interview',
      { id: interview, state: 'booked', start: FIRST, sequence: 0, endsAt: null },
    ]);
    expect(await mails()).toEqual([]);
    // Declined again, and this time the mail is sent.
    await decline();
    later(11);
    expect(await own()).toMatchObject({ state: 'canceled', sequence: 1, endsAt: null });
  });

  it('proposed times end without confirmation, and a time that is booked meanwhile is canceled as well', async () => {
    const interview = await arrange({ isBooked: false });
    expect((await decline(null))!.errors).toEqual([]);
    expect((await mails()).map((each) => [each.template, each.ended, each.entry])).toEqual([
      ['application-declined', JSON.stringify({ ended: 'proposed' }), null],
    ]);
    expect((await own()).state).toBe('proposed');
    later(2);
    expect((await pick(interview, SECOND))!.errors).toEqual([]);
    expect((await own()).state).toBe('booked');
    expect((await mails()).map(({ template, entry }) => [template, /METHOD:(\w+)/.exec(entry ?? '')?.[1]])).toEqual([
      ['application-declined', 'CANCEL'],
      ['interview-booked', 'REQUEST'],
      ['interview-booked', 'REQUEST'],
      ['interview-canceled', 'CANCEL'],
    ]);
    later(9);
    expect((await own()).state).toBe('canceled');
    expect((await pick(interview))!.errors[0]!.message).toContain('has been changed in the meantime');
  });

  it('an applicant who asks for other times before being told cancels it first', async () => {
    const interview = await arrange({ isBooked: true });
    await decline();
    expect((await world.ask<Answer>(OTHERS, { id, interview }, 'applicant'))!.errors).toEqual([]);
    const now = world.now.getTime();
    expect((await mails()).map(({ template, due, entry }) => [template, due.getTime() > now, entry !== null])).toEqual([
      ['application-declined', true, false],
      ['interview-canceled', false, true],
      ['interview-canceled', false, true],
    ]);
    expect(await own()).toMatchObject({ state: 'others_wanted', sequence: 1 });
  });

  it('its time stays occupied until the decision can no longer be undone, and is free afterwards', async () => {
    await arrange({ isBooked: true });
    const rival = (await world.apply(job, { emailAddress: 'other@people.test' }, 'other')).applicationId!;
    const answered = { subject: 'Thank you', body: 'Goodbye.', state: 'declined' };
    const refused = await world.ask<Answer>(ANSWER, { id, answer: answered }, 'owner');
    expect(refused!.errors.map(({ field }) => field)).toEqual(['endInterview']);
    await world.ask(ANSWER, { id, answer: { ...answered, endInterview: true } }, 'owner');
    expect((await propose(rival))!.errors.map(({ field }) => field)).toEqual(['start1']);
    const [{ id: mail } = { id: '' }] = (await received()).delayedMails;
    expect((await world.ask<Answer>(SEND, { id, mail }, 'owner'))!.errors).toEqual([]);
    expect((await mails()).filter(({ due }) => due > world.now)).toEqual([]);
    expect((await own()).state).toBe('canceled');
    expect((await propose(rival))!.errors).toEqual([]);
  });

  it('a past one is kept, and does not block a decision', async () => {
    await arrange({ isBooked: true });
    world.now = new Date('2026-12-03T21:00:00Z');
    expect((await decline(null))!.errors).toEqual([]);
    expect((await mails()).map(({ template, entry }) => [template, entry])).toEqual([['application-declined', null]]);
    later(11);
    expect((await own()).state).toBe('booked');
  });

  it('an unsent proposal must be undone first', async () => {
    await world.ask(MOVE, { id, state: 'interview' }, 'owner');
    await propose();
    expect((await decline())!.errors[0]!.message).toContain('has not been sent yet');
  });

  it('closing a job cancels it for the named applicants, whatever their state, and keeps the others', async () => {
    const interview = await arrange({ isBooked: true });
    await world.ask(MOVE, { id, state: 'in_review' }, 'owner');
    await world.apply(job, { emailAddress: 'waits@people.test' });
    await sql`delete from mail`.execute(world.database);
    const { recipients } = await world.ask<{ recipients: { interview: { start: string } | null }[] }>(
      'query L($id: ID!) { closingMessage(jobId: $id) { recipients { interview { start } } } }',
      { id: job },
      'owner',
    );
    expect(recipients.map((each) => each.interview?.start)).toEqual([FIRST, undefined]);
    const closing = [{ language: 'en', subject: 'Thank you', body: 'Hello {name}' }];
    const named = { id: job, closing, choice: { leftOut: [], interviews: [id] } };
    expect((await world.ask<{ errors: object[] }>(ARCHIVE, named, 'owner')).errors).toEqual([]);
    expect((await mails()).map(({ template, recipient, entry }) => [template, recipient, entry !== null])).toEqual([
      ['application-answer', 'ann@people.test', true],
      ['application-answer', 'waits@people.test', false],
      ['interview-canceled', 'owner@people.test', true],
    ]);
    const { delayedMails } = await received();
    await world.ask(UNDO, { id, mail: delayedMails[0]!.id }, 'owner');
    expect((await received()).interview).toMatchObject({ id: interview, state: 'booked', sequence: 0 });
  });

  it('deleting the account of the applicant cancels it for the employer, without a link to the deleted application', async () => {
    await arrange({ isBooked: true });
    const site = { name: 'default', languages: ['en'], countries: ['CA'], demo: 'international' as const };
    const account = { id: world.ids.applicant, email: 'applicant@people.test', isConfirmed: true, emailHash: '' };
    const { now } = world;
    const trx = await world.database.startTransaction().execute();
    try {
      const parts = { indexer: recordingIndexer(), sites: [site] };
      expect(await endAccount(trx, parts, account, { site: 'default', now })).toEqual([]);
      expect((await sql`select from application`.execute(trx)).rows).toEqual([]);
      const [told, ...others] = await mails(trx);
      expect(others).toEqual([]);
      expect(told).toMatchObject({ template: 'interview-canceled', recipient: 'owner@people.test', due: now });
      for (const line of ['METHOD:CANCEL', 'SEQUENCE:1', 'STATUS:CANCELLED'])
        expect(told!.entry!.split('\r\n')).toContain(line);
      const { rows } = await sql<{ path: string | null; slots: string }>`
        select details ->> 'path' as path, details ->> 'slots' as slots from mail
      `.execute(trx);
      expect(rows).toEqual([{ path: null, slots: JSON.stringify([FIRST]) }]);
    } finally {
      await trx.rollback().execute();
    }
  });

  it.each([
    ['a decision to decline', () => decline()],
    ['a withdrawal', () => world.ask<Answer>(WITHDRAW, { id }, 'applicant')],
  ])('deleting the account of the applicant sends the unsent cancellation because of %s', async (_what, end) => {
    await arrange({ isBooked: true });
    expect((await end())!.errors).toEqual([]);
    const account = { id: world.ids.applicant, email: 'applicant@people.test', isConfirmed: true, emailHash: '' };
    const trx = await world.database.startTransaction().execute();
    try {
      const parts = { indexer: recordingIndexer(), sites: [] };
      expect(await endAccount(trx, parts, account, { site: 'default', now: world.now })).toEqual([]);
      const sent = (await mails(trx)).map(({ template, recipient }) => [template, recipient]);
      expect(sent).toEqual([['interview-canceled', 'owner@people.test']]);
      const { rows } = await sql`select from mail where details ?| array['path', 'reply']`.execute(trx);
      expect(rows).toEqual([]);
    } finally {
      await trx.rollback().execute();
    }
  });

  it.each([
    ['a past interview', { isBooked: true }, '2026-12-03T21:00:00Z'],
    ['proposed times', { isBooked: false }, '2026-11-21T10:00:00Z'],
  ])('deleting the account of the applicant notifies nobody of %s', async (_which, arranged, at) => {
    await arrange(arranged);
    const account = { id: world.ids.applicant, email: 'applicant@people.test', isConfirmed: true, emailHash: '' };
    const trx = await world.database.startTransaction().execute();
    try {
      const parts = { indexer: recordingIndexer(), sites: [] };
      expect(await endAccount(trx, parts, account, { site: 'default', now: new Date(at) })).toEqual([]);
      expect(await mails(trx)).toEqual([]);
    } finally {
      await trx.rollback().execute();
    }
  });

  it('closing a job without naming its applicant keeps it', async () => {
    await arrange({ isBooked: true });
    await world.ask(MOVE, { id, state: 'in_review' }, 'owner');
    await world.apply(job, { emailAddress: 'waits@people.test' });
    await sql`delete from mail`.execute(world.database);
    const closing = [{ language: 'en', subject: 'Thank you', body: 'Hello {name}' }];
    await world.ask(ARCHIVE, { id: job, closing }, 'owner');
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['waits@people.test']);
    expect((await received()).interview.state).toBe('booked');
  });
});
