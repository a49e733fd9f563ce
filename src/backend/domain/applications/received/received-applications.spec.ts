import { sql } from 'kysely';
import {
  applicationWorld,
  PDF,
  type Faults,
  type Person,
} from '../../../../../test/support/worlds/application-world.js';

const EVERYBODY: (Person | undefined)[] = [
  undefined,
  'applicant',
  'other',
  'owner',
  'editor',
  'stranger',
  'job_editor',
  'site_admin',
  'administrator',
];
const MAY: Person[] = ['owner', 'editor'];
const NOBODY = '00000000-0000-4000-8000-000000000000';

const LIST = `query L($jobId: ID!, $filter: ApplicationFilterInput, $page: Int) { jobApplications(jobId: $jobId, filter: $filter, page: $page) {
  total pages counts { state count } applications { id firstName state files } } }`;
const ONE = `query O($id: ID!) { receivedApplication(id: $id) { firstName emailAddress state nextStates attachments { url name } archive
  events { state byEmployer subject } templates { name subject body state } } }`;
const OWN = `query W($id: ID!) { ownApplication(id: $id) { state mayWithdraw events { state subject body } attachments { url } } }`;
const MOVE = `mutation M($id: ID!, $state: ApplicationState!) { moveApplication(id: $id, state: $state) {
  application { state nextStates } errors { field message } } }`;
const ANSWER = `mutation A($id: ID!, $answer: ApplicationAnswerInput!) { answerApplication(id: $id, answer: $answer) {
  application { state } errors { field message } } }`;
const WITHDRAW = `mutation W($id: ID!) { withdrawApplication(id: $id) { application { state } errors { field message } } }`;

interface List {
  total: number;
  pages: number;
  counts: { state: string; count: number }[];
  applications: { id: string; firstName: string; state: string; files: number }[];
}
interface One {
  state: string;
  nextStates: string[];
  attachments: { url: string; name: string }[];
  archive: string | null;
  events: { state: string; subject: string | null; body: string | null }[];
  templates: { name: string; subject: string; body: string; state: string | null }[];
}
type Change = (Faults & { application: { state: string } }) | null;

describe('applications of an organization', () => {
  const world = applicationWorld();
  let job: string;
  let id: string;

  beforeEach(async () => {
    await sql`delete from application`.execute(world.database);
    job = await world.job();
    const attachments = [await world.sendFile('cv.pdf'), await world.sendFile('CV.pdf')];
    id = (await world.apply(job, { attachments }, 'applicant')).applicationId!;
    await sql`delete from mail`.execute(world.database);
  });

  const codeOf = (answer: Promise<unknown>) =>
    answer.then(
      (value) => (value === null ? 'nothing' : 'something'),
      (error: unknown) => (error as Error).message,
    );
  const change = (query: string, variables: object, who: Person) => world.ask<Change>(query, { id, ...variables }, who);

  it('[REC-05] each party sees its own part of an application, and others see none', async () => {
    const { attachments: files, archive } = await world.ask<One>(ONE, { id }, 'owner');
    for (const who of EVERYBODY) {
      const may = who !== undefined && MAY.includes(who);
      const isOwn = who === 'applicant';
      const refused = who === undefined ? 'UNAUTHENTICATED' : 'nothing';
      const seen = {
        one: await codeOf(world.ask(ONE, { id }, who)),
        list: await codeOf(world.ask(LIST, { jobId: job }, who)),
        own: await codeOf(world.ask(OWN, { id }, who)),
        file: (await world.fetch(files[0]!.url, who)).status,
        archive: (await world.fetch(archive!, who)).status,
      };
      expect({ who, ...seen }).toEqual({
        who,
        one: may ? 'something' : refused,
        list: may ? 'something' : refused,
        own: isOwn ? 'something' : refused,
        file: may || isOwn ? 200 : 404,
        archive: may || isOwn ? 200 : 404,
      });
    }
  });

  it('[REC-05] nobody can change applications of others, nor learn of them', async () => {
    const answer = { subject: 'Hello', body: 'You' };
    for (const who of EVERYBODY.filter((each): each is Person => each !== undefined && !MAY.includes(each))) {
      expect([who, await change(MOVE, { state: 'declined' }, who)]).toEqual([who, null]);
      expect([who, await change(ANSWER, { answer }, who)]).toEqual([who, null]);
    }
    for (const who of EVERYBODY.filter((each): each is Person => each !== undefined && each !== 'applicant'))
      expect([who, await change(WITHDRAW, {}, who)]).toEqual([who, null]);
    for (const unknown of [NOBODY, 'x', '1', "' or 1=1"])
      expect(await world.ask(MOVE, { id: unknown, state: 'declined' }, 'owner')).toBeNull();
    expect((await world.ask<One>(ONE, { id }, 'owner')).events).toHaveLength(1);
    expect(await world.mails()).toEqual([]);
    // It does not exist on another site.
    expect(await world.ask(ONE, { id }, 'administrator', 'guarded')).toBeNull();
  });

  it('[REC-05] jobs with applications are listed to those who may see them', async () => {
    const ask = (who: Person) =>
      world.ask<{ job: { id: string }; total: number; counts: object[] }[]>(
        '{ jobsWithApplications { job { id } total counts { state count } } }',
        {},
        who,
      );
    expect(await ask('owner')).toEqual([{ job: { id: job }, total: 1, counts: [{ state: 'new', count: 1 }] }]);
    // Administrators see the number, and nothing about the applicants.
    expect(await ask('administrator')).toHaveLength(1);
    for (const who of ['stranger', 'applicant', 'other', 'job_editor', 'site_admin'] as const)
      expect(await ask(who)).toEqual([]);
  });

  it('[REC-05] [ROLE-02] a member whose role an administrator removed sees none, and changes none', async () => {
    const setRoles = (roles: string) =>
      world.ask<Faults>(
        `mutation { setUserRoles(userId: "${world.ids.editor}", roles: [${roles}]) { errors { message } } }`,
        {},
        'administrator',
      );
    const { attachments: files, archive } = await world.ask<One>(ONE, { id }, 'editor');
    const EXPORT = 'query E($jobId: ID!) { exportedApplications(jobId: $jobId) { applications { id } } }';
    const RATE = `mutation R($id: ID!) { rateApplication(id: $id, rating: 3) { errors { message } } }`;
    const seen = async () => [
      await codeOf(world.ask(ONE, { id }, 'editor')),
      await codeOf(world.ask(LIST, { jobId: job }, 'editor')),
      await codeOf(world.ask(EXPORT, { jobId: job }, 'editor')),
      await codeOf(change(MOVE, { state: 'new' }, 'editor')),
      await codeOf(world.ask(RATE, { id }, 'editor')),
      (await world.fetch(files[0]!.url, 'editor')).status,
      (await world.fetch(archive!, 'editor')).status,
      (await world.ask<object[]>('{ jobsWithApplications { total } }', {}, 'editor')).length,
      (await world.ask<object[]>('{ answerTimes { applications } }', {}, 'editor')).length,
    ];
    const everything = [...Array.from({ length: 5 }, () => 'something'), 200, 200, 1, 1];
    expect(await seen()).toEqual(everything);
    expect(await setRoles('applicant')).toEqual({ errors: [] });
    expect(await seen()).toEqual([...Array.from({ length: 5 }, () => 'nothing'), 404, 404, 0, 0]);
    // Staff who are members work for the organization.
    expect(await setRoles('job_editor')).toEqual({ errors: [] });
    expect(await seen()).toEqual(everything);
    expect(await setRoles('recruiter')).toEqual({ errors: [] });
  });

  it('[REC-05] administrators see them after giving a reason: for half an hour, in this session, with an audit entry', async () => {
    const { attachments: files } = await world.ask<One>(ONE, { id }, 'owner');
    const OPEN = `mutation O($kind: PrivateRecordKind!, $id: ID!, $reason: String!) {
      openPrivateRecord(kind: $kind, id: $id, reason: $reason) { errors { field message } } }`;
    const open = (record: Record<string, unknown>, who: Person = 'administrator') =>
      world.ask<Faults>(OPEN, record, who);
    const seen = async () => [
      await codeOf(world.ask(ONE, { id }, 'administrator')),
      await codeOf(world.ask(LIST, { jobId: job }, 'administrator')),
      (await world.fetch(files[0]!.url, 'administrator')).status,
    ];
    const hidden = ['nothing', 'nothing', 404];
    expect(await seen()).toEqual(hidden);
    for (const reason of ['', ' \u202e ', 'x'.repeat(501)])
      expect((await open({ kind: 'job', id: job, reason })).errors).toMatchObject([{ field: 'reason' }]);
    expect((await open({ kind: 'job', id: '99999', reason: 'A complaint' })).errors).toHaveLength(1);
    for (const who of ['job_editor', 'site_admin', 'owner'] as const)
      await expect(open({ kind: 'job', id: job, reason: 'A complaint' }, who)).rejects.toThrow('FORBIDDEN');
    expect(await seen()).toEqual(hidden);

    expect((await open({ kind: 'job', id: job, reason: 'A complaint' })).errors).toEqual([]);
    expect(await seen()).toEqual(['something', 'something', 200]);
    const elsewhere = await world.job();
    expect(await codeOf(world.ask(LIST, { jobId: elsewhere }, 'administrator'))).toBe('nothing');
    const events = await world.ask<{ action: string; details: { name: string; value: string }[] }[]>(
      '{ auditEvents(limit: 2) { action details { name value } } }',
      {},
      'administrator',
    );
    expect(events.map(({ action }) => action)).toEqual(['application.downloaded', 'application.opened']);
    expect(events[1]!.details).toContainEqual({ name: 'reason', value: 'A complaint' });
    world.now = new Date(world.now.getTime() + 31 * 60_000);
    expect(await seen()).toEqual(hidden);
  });

  it('[REC-05] steps and downloads of employers are in the audit log', async () => {
    await sql`delete from audit_event`.execute(world.database);
    const { attachments: files, archive } = await world.ask<One>(ONE, { id }, 'owner');
    await change(MOVE, { state: 'interview' }, 'owner');
    await change(ANSWER, { answer: { subject: 'Hello', body: 'You' } }, 'owner');
    await world.fetch(files[0]!.url, 'owner');
    await world.fetch(archive!, 'editor');
    // Applicants' downloads of their own files are not audited.
    await world.fetch(files[0]!.url, 'applicant');
    const { rows } = await sql<{ action: string; actor_id: string; subject_id: string }>`
      select action, actor_id, subject_id from audit_event order by id
    `.execute(world.database);
    const { owner, editor, applicant } = world.ids;
    expect(rows.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['application.moved', owner],
      ['application.answered', owner],
      ['application.downloaded', owner],
      ['application.downloaded', editor],
    ]);
    expect(new Set(rows.map(({ subject_id }) => subject_id))).toEqual(new Set([applicant]));
  });

  it('[REC-03] counts include withdrawn applications', async () => {
    await world.apply(job, {});
    await change(WITHDRAW, {}, 'applicant');
    const [listed] = await world.ask<{ total: number }[]>('{ jobsWithApplications { total } }', {}, 'owner');
    const { total } = await world.ask<List>(LIST, { jobId: job }, 'owner');
    const { jobs } = await world.ask<{ jobs: { id: string; applications: number }[] }>(
      '{ managedJobs { jobs { id applications } } }',
      {},
      'owner',
    );
    expect([listed!.total, total, jobs.find((each) => each.id === job)!.applications]).toEqual([2, 2, 2]);
  });

  it('[REC-05] are filtered by state, with the counts of all, twenty a page', async () => {
    for (let count = 0; count < 24; count += 1) await world.apply(job, { firstName: `Person ${count}` });
    await change(MOVE, { state: 'interview' }, 'owner');
    const list = (variables: object) => world.ask<List>(LIST, { jobId: job, ...variables }, 'editor');
    const all = await list({});
    expect([all.total, all.pages, all.applications.length]).toEqual([25, 2, 20]);
    expect(all.counts).toEqual([
      { state: 'new', count: 24 },
      { state: 'interview', count: 1 },
    ]);
    const second = await list({ page: 2 });
    const shown = [...all.applications, ...second.applications].map((each) => each.id);
    expect(new Set(shown).size).toBe(25);
    expect((await list({ page: 99 })).applications).toEqual(second.applications);
    expect((await list({ filter: { state: 'interview' } })).applications).toEqual([
      { id, firstName: 'Ann', state: 'interview', files: 2 },
    ]);
    expect((await list({ filter: { state: 'hired' } })).applications).toEqual([]);
  });

  it('[REC-05] move from state to state; invalid steps are refused, and a double click is one step', async () => {
    expect((await change(MOVE, { state: 'hired' }, 'owner'))?.errors[0]?.field).toBe('state');
    for (const state of ['in_review', 'in_review', 'offer', 'hired'])
      expect((await change(MOVE, { state }, 'editor'))?.application.state).toBe(state);
    const { events, nextStates } = await world.ask<One>(ONE, { id }, 'owner');
    expect(events.map(({ state }) => state)).toEqual(['new', 'in_review', 'offer', 'hired']);
    expect(nextStates).toEqual(['offer']);
    expect(await world.mails()).toEqual([]);
    const own = await world.ask<One>(OWN, { id }, 'applicant');
    expect([own.state, own.events.length]).toEqual(['hired', 4]);
  });

  it('[REC-05] declined applicants are told once', async () => {
    await Promise.all([1, 2, 3].map(() => change(MOVE, { state: 'declined' }, 'owner')));
    const mails = await world.mails();
    expect(mails.map(({ template, recipient }) => [template, recipient])).toEqual([
      ['application-declined', 'ann@people.test'],
    ]);
    expect(mails[0]!.details.path).toBe(`/application/${id}`);
  });

  it('[REC-05] declined applicants are told once in the words of two colleagues', async () => {
    const decline = (subject: string) => change(ANSWER, { answer: { subject, body: 'x', state: 'declined' } }, 'owner');
    expect((await decline('No'))?.errors).toEqual([]);
    const second = (await decline('Sorry'))?.errors[0];
    expect([second?.field, second?.message]).toEqual(['state', expect.stringContaining('not been sent yet')]);
    world.now = new Date(world.now.getTime() + 10 * 60_000);
    const third = (await decline('Sorry'))?.errors[0];
    expect([third?.field, third?.message]).toEqual(['state', expect.stringContaining('can’t be moved there')]);
    expect((await world.mails()).map(({ details }) => details.subject)).toEqual(['No']);
  });

  it('[REC-05] are answered by mail in the words of the employer, once, and the applicant reads them', async () => {
    const answer = { subject: 'An interview', body: 'Monday?\r\n\r\n<b>Ten</b>', state: 'interview' };
    await Promise.all([1, 2].map(() => change(ANSWER, { answer }, 'editor')));
    const mails = await world.mails();
    expect(mails.map(({ template }) => template)).toEqual(['application-answer']);
    expect(mails[0]!.details).toMatchObject({
      subject: 'An interview',
      body: 'Monday?\n\n<b>Ten</b>',
      replyTo: 'editor@people.test',
    });
    world.now = new Date(world.now.getTime() + 10 * 60_000);
    const own = await world.ask<One>(OWN, { id }, 'applicant');
    expect(own.state).toBe('interview');
    expect(own.events.map(({ state, subject }) => [state, subject])).toEqual([
      ['new', null],
      ['interview', null],
      ['interview', 'An interview'],
    ]);
    for (const wrong of [
      { subject: ' ', body: 'x' },
      { subject: 'x', body: '' },
      { subject: 'x'.repeat(201), body: 'x' },
      { subject: 'x', body: 'x', state: 'hired' },
    ])
      expect((await change(ANSWER, { answer: wrong }, 'owner'))?.errors).toHaveLength(1);
    expect(await world.mails()).toHaveLength(1);
  });

  it('[REC-05] templates are filled in, in the language of the applicant', async () => {
    await world.apply(job, { emailAddress: 'de@people.test' }, 'other', 'default', 'de');
    const { applications } = await world.ask<List>(LIST, { jobId: job }, 'owner');
    const german = applications.find((each) => each.id !== id)!;
    const { templates } = await world.ask<One>(ONE, { id: german.id }, 'owner');
    expect(templates.map(({ name }) => name)).toEqual(['question', 'invitation', 'offer', 'declined']);
    for (const { body } of templates) {
      expect(body).toContain('Guten Tag Ann Bell,');
      expect(body).toContain('Food Bank');
      expect(body).not.toMatch(/undefined|\{/);
    }
  });

  it('[APP-01] an applicant withdraws, and that is the end of it', async () => {
    expect((await change(WITHDRAW, {}, 'applicant'))?.application.state).toBe('withdrawn');
    expect((await change(MOVE, { state: 'interview' }, 'owner'))?.errors[0]?.field).toBe('state');
    expect((await world.ask<One>(OWN, { id }, 'applicant')).state).toBe('withdrawn');
  });

  it('[APP-01] the employer is told of a withdrawal once, if they had been told of the application', async () => {
    const { database } = world;
    const told = async () =>
      (await world.mails()).flatMap(({ template, recipient }) =>
        template === 'application-withdrawn' ? [recipient] : [],
      );
    id = (await world.apply(job, {}, 'other')).applicationId!;
    await sql`delete from mail where template <> 'application-received'`.execute(database);
    await sql`update mail set sent_at = now(), attempts = 1, details = '{}' where recipient = 'owner@people.test'`.execute(
      database,
    );
    await change(WITHDRAW, {}, 'other');
    await change(WITHDRAW, {}, 'other');
    expect(await told()).toEqual(['owner@people.test']);
    const unsent = await database.selectFrom('mail').select('template').where('sent_at', 'is', null).execute();
    expect(unsent.map(({ template }) => template)).toEqual(['application-withdrawn']);
  });

  it('[REC-05] [APP-02] files are downloaded and never shown, one by one or all in an archive', async () => {
    const { attachments: files, archive } = await world.ask<One>(ONE, { id }, 'owner');
    const one = await world.fetch(files[0]!.url, 'owner');
    expect(one.body.equals(PDF)).toBe(true);
    expect(one.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="cv.pdf"; filename*=UTF-8''cv.pdf`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-length': String(PDF.length),
    });
    const all = await world.fetch(archive!, 'owner');
    expect(all.headers['content-type']).toBe('application/zip');
    const { unzipSync } = await import('fflate');
    const unzipped = unzipSync(all.body);
    expect(Object.keys(unzipped)).toEqual(['cv.pdf', 'CV (2).pdf']);
    for (const bytes of Object.values(unzipped)) expect(Buffer.from(bytes).equals(PDF)).toBe(true);
    expect((await world.fetch(`/application-files/${NOBODY}/x`, 'owner')).status).toBe(404);
  });

  it('[APP-02] a file that is both PDF and HTML, or claims huge dimensions, is saved unchanged and never opened', async () => {
    const page = Buffer.from(
      '%PDF-1.7\n<html><script>alert(1)</script><svg onload="alert(1)"/></html>PK\x03\x04',
      'latin1',
    );
    // An image of 65,535 × 65,535 pixels in a few bytes.
    const bomb = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(32, 0xff)]);
    const attachments = [await world.sendFile('page.html.pdf', page), await world.sendFile('bomb.PNG', bomb)];
    const { applicationId } = await world.apply(await world.job(), { attachments }, 'applicant');
    const { attachments: files } = await world.ask<One>(ONE, { id: applicationId }, 'owner');
    const saved = await Promise.all(files.map(({ url }) => world.fetch(url, 'owner')));
    expect(saved.map(({ body }) => body)).toEqual([page, bomb]);
    for (const { headers } of saved) {
      expect(headers['content-disposition']).toMatch(/^attachment;/);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      });
    }
    expect(saved.map(({ headers }) => headers['content-type'])).toEqual(['application/pdf', 'image/png']);
  });

  it('[APP-08] are in the export of their author, and are deleted with the account', async () => {
    const text = await world.ask<string>('{ exportMyData }', {}, 'applicant');
    const [application] = (JSON.parse(text) as { application: { cover_letter: string; files: { name: string }[] }[] })
      .application;
    expect(application!.cover_letter).toBe('I cook.\n\nFor many.');
    expect(application!.files.map(({ name }) => name)).toEqual(['cv.pdf', 'CV.pdf']);
    await sql`delete from account where id = ${world.ids.applicant}::uuid`.execute(world.database);
    for (const table of ['application', 'application_event', 'application_file', 'application_file_part'])
      expect((await sql`select from ${sql.table(table)}`.execute(world.database)).rows).toHaveLength(0);
  });
});
