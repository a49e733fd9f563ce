import { sql, type KyselyPlugin } from 'kysely';
import { extractText } from 'unpdf';
import { applicationWorld, OWNER, PDF, TYPED } from '../../../../../test/support/worlds/application-world.js';
import { PendingUploads } from '../../../platform/uploads/pending-uploads.js';
import { apply } from './apply.js';

const QUESTIONS = [
  { id: 'start', text: 'When could you start?', required: true },
  { id: 'why', text: 'Why?', required: false },
];

describe('applying for a job', () => {
  const world = applicationWorld();
  const rows = () => world.database.selectFrom('application').selectAll().orderBy('created_at').execute();
  const fields = (answer: { errors: { field: string | null }[] }) => answer.errors.map(({ field }) => field);

  beforeEach(async () => {
    await sql`delete from application`.execute(world.database);
    await sql`delete from application_file`.execute(world.database);
    await sql`delete from mail`.execute(world.database);
  });

  it('[APP-01] stores the input, the answers with their questions, and the files, and notifies both sides', async () => {
    const job = await world.job({}, { application_qualifying_questions: JSON.stringify(QUESTIONS) });
    const attachments = [await world.sendFile('one.pdf'), await world.sendFile('two.pdf')];
    const answers = [
      { id: 'start', answer: ' At once ' },
      { id: 'unknown', answer: ' ' },
    ];
    expect(await world.apply(job, { attachments, answers })).toEqual({
      outcome: 'created',
      applicationId: null,
      errors: [],
    });
    const [row] = await rows();
    expect(row).toMatchObject({
      first_name: 'Ann',
      last_name: 'Bell',
      email: 'ann@people.test',
      cover_letter: 'I cook.\n\nFor many.',
      account_id: null,
      state: 'new',
      language: 'en',
      answers: [{ id: 'start', question: 'When could you start?', answer: 'At once' }],
    });
    const { rows: files } = await sql<{ name: string; token: Buffer | null; bytes: Buffer }>`
      select f.name, f.token, p.bytes from application_file f join application_file_part p on p.file_id = f.id
      where f.application_id = ${row!.id}::uuid order by f.position`.execute(world.database);
    expect(files).toEqual(['one.pdf', 'two.pdf'].map((name) => ({ name, token: null, bytes: PDF })));
    const mails = await world.mails();
    expect(mails.map(({ template, recipient }) => [template, recipient])).toEqual([
      ['application-sent', 'ann@people.test'],
      ['application-received', 'owner@people.test'],
      ['application-received', 'editor@people.test'],
    ]);
    // Only applicants with an account find it there.
    expect(mails[0]!.details.path).toBeUndefined();
    expect(mails[0]!.details.files).toBe('one.pdf, two.pdf');
    expect(mails[0]!.details.jobPath).toContain(`/job/${job}/`);
    expect(mails[1]!.details).toMatchObject({ path: `/applications/${job}/${row!.id}`, email: 'ann@people.test' });
  });

  it('[APP-01] notifies the recipients that the job names instead', async () => {
    const job = await world.job({}, { application_emails: ['a@ngo.test', 'b@ngo.test'] });
    await world.apply(job);
    expect((await world.mails()).slice(1).map(({ recipient }) => recipient)).toEqual(['a@ngo.test', 'b@ngo.test']);
  });

  it.each([
    ['names', { firstName: ' ', lastName: 'x'.repeat(121) }, ['firstName', 'lastName']],
    ['address', { emailAddress: 'ann@' }, ['emailAddress']],
    ['length', { coverLetter: 'x'.repeat(10_001) }, ['coverLetter']],
    ['answer', { answers: [{ id: 'start', answer: 'x'.repeat(2001) }] }, ['answer:start']],
  ])('[APP-01] reports violations by field, and stores nothing: %s', async (_name, input, expected) => {
    const job = await world.job({}, { application_qualifying_questions: JSON.stringify(QUESTIONS) });
    const answer = await world.apply(job, input);
    expect([answer.outcome, fields(answer)]).toEqual(['faults', expected]);
    expect([await rows(), await world.mails()]).toEqual([[], []]);
  });

  it('[APP-01] asks for a CV, a letter and answers where the job does, and only there', async () => {
    const nothing = { coverLetter: '', attachments: [], answers: [] };
    const questions = { application_qualifying_questions: JSON.stringify(QUESTIONS) };
    const strict = await world.job(
      {},
      {
        ...questions,
        application_require_cv: true,
        application_require_cover_letter: true,
        application_require_qualifying_questions: true,
      },
    );
    const refused = await world.apply(strict, nothing);
    expect([refused.outcome, fields(refused)]).toEqual(['faults', ['answer:start', 'coverLetter', 'attachments']]);
    expect((await world.apply(await world.job({}, questions), nothing)).outcome).toBe('created');
    const attachments = [await world.sendFile()];
    const answers = [{ id: 'start', answer: 'Now' }];
    expect((await world.apply(strict, { coverLetter: 'Hello', attachments, answers })).outcome).toBe('created');
  });

  it('[APP-01] refuses an answer to a question that the job no longer has, whether or not the new one is required', async () => {
    const answers = [
      { id: 'before', answer: 'At once' },
      { id: 'why', answer: 'Because' },
      { id: 'gone', answer: 'Yes' },
    ];
    const questions = { application_qualifying_questions: JSON.stringify(QUESTIONS) };
    const optional = await world.job({}, questions);
    const refused = await world.apply(optional, { answers });
    expect(refused).toMatchObject({
      outcome: 'faults',
      errors: [{ field: 'answers', message: expect.stringContaining('changed the questions') as string }],
    });
    expect([await rows(), await world.mails()]).toEqual([[], []]);
    const required = await world.job({}, { ...questions, application_require_qualifying_questions: true });
    expect(fields(await world.apply(required, { answers }))).toEqual(['answers', 'answer:start']);
    const without = await world.job();
    expect(fields(await world.apply(without, { answers }))).toEqual(['answers']);
    expect((await world.apply(optional, { answers: answers.slice(1, 2) })).outcome).toBe('created');
    expect((await rows())[0]!.answers).toEqual([{ id: 'why', question: 'Why?', answer: 'Because' }]);
  });

  it('[APP-01] is for open jobs that take applications by form', async () => {
    const closed = [
      await world.job({ applicationWorkflow: 'email', applicationEmails: ['a@ngo.test'] }),
      await world.job({ applicationWorkflow: 'link', applicationLink: 'https://ngo.test' }),
      await world.job({ state: 'archived' }),
      await world.job({ state: 'draft' }),
      await world.job({ expiresAt: new Date('2026-11-21T08:59:00Z') }),
      ...['0', '999999', 'x', "1' or 1=1"],
    ];
    for (const id of closed) expect({ id, ...(await world.apply(id)) }).toMatchObject({ id, outcome: 'closed' });
    // The job belongs to another site.
    expect((await world.apply(await world.job(), {}, undefined, 'guarded')).outcome).toBe('closed');
    expect(await rows()).toEqual([]);
  });

  it('[APP-01] a form that is sent twice, consecutively or concurrently, makes one application with one mail to each side', async () => {
    const job = await world.job();
    const attachments = [await world.sendFile()];
    const sent = { requestKey: 'one-and-the-same-key', attachments };
    const answers = await Promise.all(Array.from({ length: 8 }, () => world.apply(job, sent)));
    answers.push(await world.apply(job, { ...sent, firstName: ' Ann ' }));
    expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['created']));
    expect(await rows()).toHaveLength(1);
    expect(await world.mails()).toHaveLength(3);
  });

  it('[APP-01] a form that was changed after it was sent is refused, and can be sent with another key', async () => {
    const job = await world.job();
    const sent = { requestKey: 'one-and-the-same-key', attachments: [await world.sendFile()] };
    await world.apply(job, sent);
    const changes = [
      { emailAddress: 'right@people.test' },
      { coverLetter: 'Other words' },
      { attachments: [...sent.attachments, await world.sendFile()] },
    ];
    for (const change of changes)
      expect(await world.apply(job, { ...sent, ...change })).toMatchObject({
        outcome: 'faults',
        errors: [{ field: 'requestKey', message: expect.stringContaining('already been sent') as string }],
      });
    expect(await rows()).toHaveLength(1);
    expect((await world.apply(job, { ...changes[0] })).outcome).toBe('created');
  });

  it('[APP-01] a form that is sent again after a withdrawal is not taken for the withdrawn application', async () => {
    const job = await world.job();
    const sent = { requestKey: 'one-and-the-same-key' };
    const { applicationId } = await world.apply(job, sent, 'applicant');
    const changed = { ...sent, emailAddress: 'right@people.test' };
    expect(await world.apply(job, changed, 'applicant')).toMatchObject({ outcome: 'already_applied', applicationId });
    await sql`update application set state = 'withdrawn' where id = ${applicationId}::uuid`.execute(world.database);
    expect((await world.apply(job, sent, 'applicant')).outcome).toBe('faults');
    expect((await world.apply(job, {}, 'applicant')).outcome).toBe('created');
  });

  it('[APP-01] a request that fails midway leaves nothing behind, and can be repeated', async () => {
    const { database } = world;
    const job = await world.job();
    const sent = { requestKey: 'one-and-the-same-key', attachments: [await world.sendFile()] };
    await sql`create function fail() returns trigger language plpgsql as $$ begin raise exception 'disk full'; end $$`.execute(
      database,
    );
    await sql`create trigger fail before insert on mail for each row when (new.template = 'application-received') execute function fail()`.execute(
      database,
    );
    await expect(world.apply(job, sent)).rejects.toThrow();
    expect([await rows(), await world.mails()]).toEqual([[], []]);
    await sql`drop trigger fail on mail`.execute(database);
    expect((await world.apply(job, sent)).outcome).toBe('created');
    expect(await world.mails()).toHaveLength(3);
  });

  it('[APP-01] is stored by one statement', async () => {
    const written: string[] = [];
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => {
        const words = node.kind === 'RawNode' ? node.sqlFragments.join('?') : node.kind;
        if (/insert|update|delete/i.test(words)) written.push(words);
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    };
    const database = world.database.withPlugin(plugin);
    const input = { jobId: await world.job(), requestKey: 'the-key-of-this-form', owner: OWNER, ...TYPED };
    const site = { name: 'default', languages: ['en'], countries: ['CA'], demo: 'international' as const };
    const context = { site, locale: 'en', language: 'en', now: world.now, requestId: undefined, viewer: null };
    const attachments = [await world.sendFile()];
    const files = new PendingUploads(database);
    const resumeToSend = () => Promise.resolve(undefined);
    expect((await apply({ database, files, resumeToSend }, { ...input, attachments }, context)).outcome).toBe(
      'created',
    );
    expect(written).toHaveLength(1);
    expect(await world.mails()).toHaveLength(3);
  });

  it('[APP-01] closing a job keeps the applications that were sent', async () => {
    const job = await world.job();
    const sent = { requestKey: 'one-and-the-same-key' };
    await world.apply(job, sent);
    await sql`update job set state = 'archived' where id = ${Number(job)}`.execute(world.database);
    expect((await world.apply(job, sent)).outcome).toBe('created');
    expect((await world.apply(job)).outcome).toBe('closed');
  });

  it('[APP-01] people who are logged in apply once, until they withdraw', async () => {
    const job = await world.job();
    const { outcome, applicationId } = await world.apply(job, {}, 'applicant');
    expect(outcome).toBe('created');
    const again = await Promise.all([world.apply(job, {}, 'applicant'), world.apply(job, {}, 'applicant')]);
    for (const answer of again) expect(answer).toMatchObject({ outcome: 'already_applied', applicationId });
    expect((await world.apply(job, {}, 'other')).outcome).toBe('created');
    const withdraw =
      'mutation W($id: ID!) { withdrawApplication(id: $id) { application { state } errors { message } } }';
    expect(await world.ask(withdraw, { id: applicationId }, 'applicant')).toMatchObject({ errors: [] });
    const second = await world.apply(job, {}, 'applicant');
    expect(second.outcome).toBe('created');
    expect(second.applicationId).not.toBe(applicationId);
  });

  it('[APP-01] two hundred concurrent requests make two hundred applications', async () => {
    const job = await world.job();
    const people = Array.from({ length: 200 }, (_none, index) => `person${index}@people.test`);
    const answers = await Promise.all(people.map((emailAddress) => world.apply(job, { emailAddress })));
    expect(answers.filter(({ outcome }) => outcome === 'created')).toHaveLength(200);
    expect(new Set((await rows()).map(({ email }) => email))).toEqual(new Set(people));
    expect((await world.mails()).filter(({ template }) => template === 'application-sent')).toHaveLength(200);
  }, 60_000);

  it('[APP-01] [AUTH-17] requires a captcha or a login, if the site is configured so', async () => {
    const guarded = await world.job({}, {}, { site: 'guarded' });
    const refused = await world.apply(guarded, {}, undefined, 'guarded');
    expect([refused.outcome, fields(refused)]).toEqual(['faults', ['captcha']]);
    expect((await world.apply(guarded, {}, 'applicant', 'guarded')).outcome).toBe('created');
    const closed = await world.job({}, {}, { site: 'closed' });
    expect((await world.apply(closed, {}, undefined, 'closed')).outcome).toBe('login_required');
    expect((await world.apply(closed, {}, 'applicant', 'closed')).outcome).toBe('created');
  });

  it('[APP-01] [APP-03] attaches the resume of the site on request, without birthday and street', async () => {
    const job = await world.job({}, { application_require_cv: true });
    const withResume = { withResume: true };
    const missing = await world.apply(job, withResume, 'applicant');
    expect([missing.outcome, fields(missing)]).toEqual(['faults', ['attachments', 'withResume']]);
    const { id } = await world.database
      .insertInto('resume')
      .values({
        site: 'default',
        account_id: world.ids.applicant,
        language: 'en',
        title: 'Cook',
        work_experience: JSON.stringify([
          { id: '1', jobTitle: 'Head cook', company: 'Soup', period: { from: '2020-03' } },
        ]),
        availability_periods: '[]',
        education: '[]',
        languages: '[]',
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    const home = { countryCode: 'CA', locality: 'Halifax', addressLine1: '7 Secret Lane' };
    await world.database
      .insertInto('resume_private')
      .values({
        resume_id: id,
        first_name: 'Ann',
        last_name: 'Bell',
        phone: '+1 5',
        birthday: '1984-02-29',
        home_location: JSON.stringify(home),
      })
      .execute();
    expect((await world.apply(job, withResume)).outcome).toBe('faults');
    expect((await world.apply(job, withResume, 'applicant')).outcome).toBe('created');
    const [row] = await rows();
    expect(row!.resume).toEqual({
      name: 'Ann Bell',
      title: 'Cook',
      contact: ['applicant@people.test', '+1 5', 'Halifax, Canada'],
      sections: [
        {
          title: 'Work experience',
          entries: [{ title: 'Head cook', detail: 'Soup', time: 'Mar 2020 – present', lines: [] }],
        },
      ],
    });
    const { rows: files } = await sql<{ name: string; bytes: Buffer }>`
      select f.name, p.bytes from application_file f join application_file_part p on p.file_id = f.id
      where f.application_id = ${row!.id}::uuid`.execute(world.database);
    expect(files.map(({ name }) => name)).toEqual(['Resume Ann Bell.pdf']);
    const { text } = await extractText(new Uint8Array(files[0]!.bytes), { mergePages: true });
    expect(text.replace(/\s+/g, ' ')).toContain('Ann Bell Cook applicant@people.test');
    expect(text).not.toMatch(/1984|Secret/);
    await sql`delete from resume`.execute(world.database);
  });

  it('[APP-01] script and control characters are stored as harmless text', async () => {
    const job = await world.job();
    const hostile = '<script>alert(1)</script>\0\u202e\ud800';
    await world.apply(job, { firstName: hostile, lastName: 'a\r\nBcc: x@y.test', coverLetter: hostile });
    const [row] = await rows();
    expect(row!.first_name).toBe('<script>alert(1)</script>');
    expect(row!.last_name).toBe('a Bcc: x@y.test');
    expect(row!.cover_letter).toBe('<script>alert(1)</script>');
  });
});
