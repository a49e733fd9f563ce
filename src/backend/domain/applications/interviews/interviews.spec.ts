import { sql } from 'kysely';
import { applicationWorld, type Faults, type Person } from '../../../../../test/support/worlds/application-world.js';

const FIELDS = `interview { id state host minutes place slots { start isGone } start reply sequence }`;
const RESULT = `{ errors { field message } }`;
const PROPOSE = `mutation P($id: ID!, $proposal: InterviewProposalInput!) { proposeInterview(id: $id, proposal: $proposal) ${RESULT} }`;
const CONFIRM = `mutation C($id: ID!, $interview: ID!, $start: DateTime!) { confirmInterview(id: $id, interview: $interview, start: $start) ${RESULT} }`;
const CHANGE = `mutation C($id: ID!, $interview: ID!, $change: InterviewChangeInput!) { changeInterview(id: $id, interview: $interview, change: $change) ${RESULT} }`;
const CANCEL = `mutation C($id: ID!, $interview: ID!, $reason: String!) { cancelInterview(id: $id, interview: $interview, reason: $reason) ${RESULT} }`;
const PICK = `mutation P($id: ID!, $interview: ID!, $start: DateTime!) { pickInterview(id: $id, interview: $interview, start: $start) ${RESULT} }`;
const OTHERS = `mutation O($id: ID!, $interview: ID!, $message: String!) { askForOtherTimes(id: $id, interview: $interview, message: $message) ${RESULT} }`;
const MOVE = `mutation M($id: ID!, $state: ApplicationState!) { moveApplication(id: $id, state: $state) ${RESULT} }`;
const UNDO = `mutation U($id: ID!, $mail: ID!) { undoAnswer(id: $id, mail: $mail) ${RESULT} }`;
const WITHDRAW = `mutation W($id: ID!) { withdrawApplication(id: $id) ${RESULT} }`;
const MINUTE_MS = 60_000;
const FIRST = '2026-12-03T19:30:00.000Z';
const SECOND = '2026-12-04T15:00:00.000Z';

interface Interview {
  id: string;
  state: string;
  host: string | null;
  slots: { start: string; isGone: boolean }[];
  start: string | null;
  reply: string | null;
  sequence: number;
}
type Answer = Faults | null;

const EDITOR = sql`(select id from account where email = 'editor@people.test')`;
/** Why a recruiter can no longer attend interviews: the statement that causes it, and the one that reverts it. */
const ABSENCES = [
  {
    why: 'has left the organization',
    begin: sql`delete from organization_member where account_id = ${EDITOR}`,
    end: sql`
      insert into organization_member (organization_id, account_id, role)
      select organization_id, ${EDITOR}, 'editor' from organization_member m join account on account.id = m.account_id
      where account.email = 'owner@people.test'
    `,
  },
  {
    why: 'is blocked',
    begin: sql`update account set blocked_at = now() where id = ${EDITOR}`,
    end: sql`update account set blocked_at = null where id = ${EDITOR}`,
  },
];

describe('[REC-05] interviews', () => {
  const world = applicationWorld();
  let job: string;
  let id: string;

  beforeEach(async () => {
    await sql`delete from application`.execute(world.database);
    job = await world.job();
    id = (await world.apply(job, {}, 'applicant')).applicationId!;
    await sql`delete from mail`.execute(world.database);
  });

  const proposal = (changes: object = {}) => ({
    starts: ['2026-12-04T10:00', '', '2026-12-03T14:30'],
    timeZone: 'America/Toronto',
    minutes: 45,
    place: 'https://meet.test/room',
    note: 'Bring a pen.',
    ...changes,
  });
  const propose = (changes: object = {}, of = id, who: Person = 'owner') =>
    world.ask<Answer>(PROPOSE, { id: of, proposal: proposal(changes) }, who);
  const later = (minutes: number) => (world.now = new Date(world.now.getTime() + minutes * MINUTE_MS));
  const own = async (of = id, who: Person = 'applicant') =>
    (
      await world.ask<{ interview: Interview | null }>(
        `query Q($id: ID!) { ownApplication(id: $id) { ${FIELDS} } }`,
        { id: of },
        who,
      )
    ).interview;
  const received = (of = id, who: Person = 'owner') =>
    world.ask<{ state: string; interview: Interview | null; delayedMails: { id: string }[] }>(
      `query Q($id: ID!) { receivedApplication(id: $id) { state delayedMails { id } ${FIELDS} } }`,
      { id: of },
      who,
    );
  const pick = (interview: string, start: string, of = id, who: Person = 'applicant') =>
    world.ask<Answer>(PICK, { id: of, interview, start }, who);
  const templates = async () => (await world.mails()).map(({ template, recipient }) => `${template} ${recipient}`);
  /** Calendar entries of the mails, with folded lines (RFC 5545) joined. */
  const entries = async () => {
    const { rows } = await sql<{ recipient: string; type: string; entry: string }>`
      select m.recipient, a.content_type as type, convert_from(a.bytes, 'UTF8') as entry
      from mail_attachment a join mail m on m.id = a.mail_id order by m.id
    `.execute(world.database);
    return rows.map(({ entry, ...row }) => ({ ...row, lines: entry.replaceAll('\r\n ', '').split('\r\n') }));
  };
  /** Creates an interview that the applicant has been told of. */
  const proposed = async () => {
    expect((await propose())!.errors).toEqual([]);
    later(11);
    return (await own())!;
  };

  it('are proposed by a delayed mail, become visible to the applicant when it is sent, and can be undone with their step', async () => {
    expect((await propose())!.errors).toEqual([]);
    const { state, interview, delayedMails } = await received();
    expect([state, interview!.state, interview!.host]).toEqual(['interview', 'proposed', 'owner']);
    expect(interview!.slots.map(({ start }) => start)).toEqual([FIRST, SECOND]);
    expect(await own()).toBeNull();
    expect(await templates()).toEqual(['interview-proposed ann@people.test']);
    expect((await world.ask<Answer>(UNDO, { id, mail: delayedMails[0]!.id }, 'owner'))!.errors).toEqual([]);
    const undone = await received();
    expect([undone.state, undone.interview, await templates()]).toEqual(['new', null, []]);
    await proposed();
    expect((await own())!.slots.map(({ isGone }) => isGone)).toEqual([false, false]);
  });

  it('are refused with field and rule', async () => {
    const fields = async (changes: object) =>
      (await propose(changes))!.errors.map(({ field, message }) => `${field}: ${message}`);
    expect(await fields({ starts: ['2026-11-20T10:00', '2026-12-04T10:00'] })).toEqual([
      'start1: This time has passed. Please choose a later one',
    ]);
    expect(await fields({ starts: ['2026-12-04T10:00', '2026-12-04T10:00'] })).toEqual([
      'start2: You have entered this time twice',
    ]);
    expect(await fields({ starts: ['2028-12-04T10:00'] })).toEqual([
      'start1: Please choose a time within the next 365 days',
    ]);
    expect(await fields({ starts: ['tomorrow'] })).toEqual(['start1: Please enter a date and a time']);
    expect(await fields({ starts: ['', ''], place: ' ' })).toEqual([
      'start1: Field is required',
      'place: Field is required',
    ]);
    expect(await fields({ starts: Array(6).fill('2026-12-04T10:00') })).toEqual([
      'start1: Please propose at most 5 times',
    ]);
    expect(await fields({ timeZone: 'Mars/Base', minutes: 7, place: 'x'.repeat(301), note: 'x'.repeat(2001) })).toEqual(
      [
        'timeZone: Please choose a time zone from the list',
        'minutes: Please choose how long the interview takes',
        'place: Please use at most 300 characters',
        'note: Please use at most 2,000 characters',
      ],
    );
    expect(await templates()).toEqual([]);
  });

  it('are accessible to the organization’s members and the applicant only', async () => {
    const { id: interview } = await proposed();
    for (const who of ['stranger', 'applicant', 'job_editor', 'administrator'] as const) {
      expect([who, await propose({}, id, who)]).toEqual([who, null]);
      expect(await world.ask(CANCEL, { id, interview, reason: '' }, who)).toBeNull();
      expect(await world.ask(CONFIRM, { id, interview, start: FIRST }, who)).toBeNull();
    }
    for (const who of ['other', 'owner'] as const) expect(await pick(interview, FIRST, id, who)).toBeNull();
    expect((await received(id, 'editor')).interview!.state).toBe('proposed');
  });

  it('are booked by the applicant, and both sides get an entry for their calendars', async () => {
    const { id: interview } = await proposed();
    await sql`delete from mail`.execute(world.database);
    expect((await pick(interview, '2026-12-05T10:00:00.000Z'))!.errors).toEqual([
      { field: 'start', message: 'Please choose one of the times' },
    ]);
    expect((await pick(interview, FIRST))!.errors).toEqual([]);
    expect((await pick(interview, FIRST))!.errors).toEqual([]);
    expect(await own()).toMatchObject({ state: 'booked', start: FIRST, sequence: 0 });
    expect(await templates()).toEqual(['interview-booked ann@people.test', 'interview-booked owner@people.test']);
    for (const { type, lines } of await entries()) {
      expect(type).toBe('text/calendar; charset=utf-8; method=REQUEST');
      for (const line of [
        'METHOD:REQUEST',
        `UID:${interview}@interviews.causeboard`,
        'SEQUENCE:0',
        'DTSTART:20261203T193000Z',
        'DTEND:20261203T201500Z',
        'LOCATION:https://meet.test/room',
        'STATUS:CONFIRMED',
      ])
        expect(lines).toContain(line);
      expect(lines.join('\n')).toMatch(/ORGANIZER;CN="owner".*owner@people\.test/);
    }
    const [mail] = await world.mails();
    expect(mail!.details).toMatchObject({ replyTo: 'owner@people.test', zone: 'America/Toronto' });
    expect((await propose())!.errors[0]!.message).toContain('An interview is open');
  });

  it('a time that is offered to several applicants is booked once, also by concurrent requests', async () => {
    const rivals: { of: string; who: Person }[] = [{ of: id, who: 'applicant' }];
    for (const who of ['other', 'stranger', 'job_editor'] as const)
      rivals.push({ of: (await world.apply(job, { emailAddress: `${who}@people.test` }, who)).applicationId!, who });
    for (const { of } of rivals) await propose({}, of);
    later(11);
    const interviews = await Promise.all(rivals.map(({ of, who }) => own(of, who)));
    const answers = await Promise.all(rivals.map(({ of, who }, index) => pick(interviews[index]!.id, FIRST, of, who)));
    const errors = answers.map((answer) => answer!.errors[0]?.message);
    expect(errors.filter((message) => message === undefined)).toHaveLength(1);
    expect(errors.filter((message) => message?.startsWith('Somebody else has just taken this time'))).toHaveLength(3);
    const { rows } = await sql`select from interview where state = 'booked'`.execute(world.database);
    expect(rows).toHaveLength(1);
    const loser = answers.findIndex((answer) => answer!.errors.length > 0);
    const { slots } = (await own(rivals[loser]!.of, rivals[loser]!.who))!;
    expect(slots.map(({ isGone }) => isGone)).toEqual([true, false]);
    // An interview may begin when another one ends, but not before.
    const another = (await world.apply(job, {}, 'site_admin')).applicationId!;
    expect((await propose({ starts: ['2026-12-03T15:15'] }, another))!.errors).toEqual([]);
    await sql`delete from interview where state <> 'booked'`.execute(world.database);
    expect((await propose({ starts: ['2026-12-03T15:00'] }, another))!.errors).toEqual([
      { field: 'start1', message: 'You have another interview at this time. Please choose a different one' },
    ]);
  });

  it('are changed and canceled with a higher sequence number, and both sides are notified', async () => {
    const { id: interview } = await proposed();
    await pick(interview, FIRST);
    await sql`delete from mail`.execute(world.database);
    const { timeZone, minutes, note } = proposal();
    const input = { timeZone, minutes, note, sequence: 0, start: '2026-12-07T09:00', place: 'Room 2' };
    const results = await Promise.all([
      world.ask<Answer>(CHANGE, { id, interview, change: input }, 'owner'),
      world.ask<Answer>(CHANGE, { id, interview, change: { ...input, place: 'Room 3' } }, 'editor'),
    ]);
    expect(results.map((result) => result!.errors.length).sort()).toEqual([0, 1]);
    expect(results.flatMap((result) => result!.errors)[0]!.message).toContain('has been changed in the meantime');
    expect(
      (await world.ask<Answer>(
        CHANGE,
        { id, interview, change: { ...input, sequence: 1, start: '2026-01-01T09:00' } },
        'owner',
      ))!.errors[0]!.field,
    ).toBe('start1');
    expect(await own()).toMatchObject({ state: 'booked', start: '2026-12-07T14:00:00.000Z', sequence: 1 });
    expect((await world.ask<Answer>(CANCEL, { id, interview, reason: 'I am ill.' }, 'editor'))!.errors).toEqual([]);
    expect(await own()).toMatchObject({ state: 'canceled', reply: 'I am ill.', sequence: 2 });
    const sent = await entries();
    expect(sent.map(({ recipient }) => recipient)).toEqual([
      ...['ann@people.test', 'owner@people.test'],
      ...['ann@people.test', 'owner@people.test'],
    ]);
    for (const line of ['METHOD:REQUEST', 'SEQUENCE:1', 'DTSTART:20261207T140000Z'])
      expect(sent[0]!.lines).toContain(line);
    for (const line of ['METHOD:CANCEL', 'SEQUENCE:2', 'STATUS:CANCELLED', `UID:${interview}@interviews.causeboard`])
      expect(sent[3]!.lines).toContain(line);
  });

  it('another one can be proposed after one has taken place, which then can no longer be moved', async () => {
    const began = world.now;
    const { id: first } = await proposed();
    await pick(first, FIRST);
    const next = { starts: ['2026-12-10T10:00'] };
    expect((await propose(next))!.errors[0]!.message).toContain('An interview is open');
    world.now = new Date(Date.parse(FIRST) + MINUTE_MS);
    expect((await propose(next))!.errors).toEqual([]);
    expect((await propose(next))!.errors[0]!.message).toContain('An interview is open');
    const { timeZone, minutes, note, place } = proposal();
    const change = { timeZone, minutes, note, place, sequence: 0, start: '2026-12-07T09:00' };
    const moved = await world.ask<Answer>(CHANGE, { id, interview: first, change }, 'owner');
    expect(moved!.errors[0]!.message).toContain('An interview is open');
    later(11);
    const { id: second, state } = (await own())!;
    expect([second === first, state]).toEqual([false, 'proposed']);
    expect((await pick(second, '2026-12-10T15:00:00.000Z'))!.errors).toEqual([]);
    expect(await own()).toMatchObject({ id: second, state: 'booked', start: '2026-12-10T15:00:00.000Z' });
    world.now = began;
  });

  it.each([
    ['declined', 'owner', () => world.ask(MOVE, { id, state: 'declined' }, 'owner')],
    ['withdrawn', 'applicant', () => world.ask(WITHDRAW, { id }, 'applicant')],
  ] as const)('a past one cannot be moved after the application is %s by the %s', async (state, _by, close) => {
    const { id: interview } = await proposed();
    await pick(interview, FIRST);
    world.now = new Date(Date.parse(FIRST) + MINUTE_MS);
    await close();
    expect((await received()).state).toBe(state);
    await sql`delete from mail`.execute(world.database);
    const { timeZone, minutes, note, place } = proposal();
    const change = { timeZone, minutes, note, place, sequence: 0, start: '2026-12-07T09:00' };
    const moved = await world.ask<Answer>(CHANGE, { id, interview, change }, 'owner');
    expect(moved!.errors.map(({ message }) => message)).toEqual([expect.stringContaining('closed')]);
    expect(await templates()).toEqual([]);
    expect((await received()).interview).toMatchObject({ start: FIRST, sequence: 0 });
  });

  it.each(ABSENCES)('a colleague is told instead of a recruiter who $why', async ({ begin, end }) => {
    expect((await propose({}, id, 'editor'))!.errors).toEqual([]);
    later(11);
    const { id: interview } = (await own())!;
    await sql`delete from mail`.execute(world.database);
    try {
      await begin.execute(world.database);
      expect((await pick(interview, FIRST))!.errors).toEqual([]);
      expect(await templates()).toEqual(['interview-booked ann@people.test', 'interview-booked owner@people.test']);
      expect(JSON.stringify([await world.mails(), await entries()])).not.toContain('editor@people.test');
    } finally {
      await end.execute(world.database);
    }
  });

  it.each(ABSENCES)('applicants reply to a colleague of a recruiter who $why', async ({ begin, end }) => {
    expect((await propose({}, id, 'editor'))!.errors).toEqual([]);
    later(11);
    const { id: interview } = (await own())!;
    await sql`delete from mail`.execute(world.database);
    try {
      await begin.execute(world.database);
      expect((await world.ask<Answer>(CANCEL, { id, interview, reason: '' }, 'owner'))!.errors).toEqual([]);
      const [mail] = await world.mails();
      expect([mail!.template, mail!.details]).toEqual([
        'interview-taken-back',
        expect.objectContaining({ replyTo: 'owner@people.test' }),
      ]);
    } finally {
      await end.execute(world.database);
    }
  });

  it('applicants ask for other times, before and after one is booked', async () => {
    const first = await proposed();
    await sql`delete from mail`.execute(world.database);
    const ask = (interview: string, message: string) =>
      world.ask<Answer>(OTHERS, { id, interview, message }, 'applicant');
    expect((await ask(first.id, ' '))!.errors).toEqual([{ field: 'message', message: 'Field is required' }]);
    expect((await ask(first.id, 'Only in the evening.'))!.errors).toEqual([]);
    expect(await templates()).toEqual(['interview-others owner@people.test']);
    expect((await pick(first.id, FIRST))!.errors[0]!.message).toContain('has been changed in the meantime');
    expect((await received()).interview).toMatchObject({ state: 'others_wanted', reply: 'Only in the evening.' });
    const second = await proposed();
    expect(second.id).not.toBe(first.id);
    await pick(second.id, SECOND);
    await sql`delete from mail`.execute(world.database);
    await ask(second.id, 'I have to work.');
    expect(await templates()).toEqual(['interview-canceled ann@people.test', 'interview-canceled owner@people.test']);
    expect((await entries())[0]!.lines).toContain('METHOD:CANCEL');
  });

  it('block a decision to decline that does not name them, and are canceled by a withdrawal', async () => {
    const { id: interview } = await proposed();
    await pick(interview, FIRST);
    const declined = await world.ask<Answer>(MOVE, { id, state: 'declined' }, 'owner');
    expect(declined!.errors).toEqual([
      { field: 'endInterview', message: expect.stringContaining('An interview is booked') as string },
    ]);
    await sql`delete from mail`.execute(world.database);
    await world.ask(WITHDRAW, { id }, 'applicant');
    expect(await templates()).toEqual([
      'interview-canceled ann@people.test',
      'interview-canceled owner@people.test',
      'application-withdrawn owner@people.test',
      'application-withdrawn editor@people.test',
    ]);
    expect((await own())!.state).toBe('canceled');
    expect((await propose())!.errors[0]!.message).toContain('closed');
  });

  it('employers confirm a time that was agreed by telephone, which does not reveal a delayed decision', async () => {
    const { id: interview } = await proposed();
    await world.ask(MOVE, { id, state: 'offer' }, 'owner');
    expect((await world.ask<Answer>(CONFIRM, { id, interview, start: SECOND }, 'editor'))!.errors).toEqual([]);
    expect((await own())!.state).toBe('booked');
    expect((await received()).state).toBe('offer');
  });
});
