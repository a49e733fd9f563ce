import { sql, type KyselyPlugin } from 'kysely';
import { applicationWorld, OWNER, PDF, TYPED } from '../../../../test/support/worlds/application-world.js';
import { UploadedFile } from '#shared/multipart/uploaded-file.js';
import { PendingUploads, deleteExpiredPendingUploads } from '../../platform/uploads/pending-uploads.js';
import { apply } from './apply.js';

const QUESTIONS = [
  { id: 'start', text: 'When could you start?', required: true },
  { id: 'why', text: 'Why?', required: false },
];
const PARTS_BYTES = 1_000_000;

describe('applying for a job', () => {
  const world = applicationWorld();
  const rows = () => world.database.selectFrom('application').selectAll().orderBy('created_at').execute();
  const fields = (answer: { errors: { field: string | null }[] }) => answer.errors.map(({ field }) => field);

  beforeEach(async () => {
    await sql`delete from application`.execute(world.database);
    await sql`delete from application_file`.execute(world.database);
    await sql`delete from mail`.execute(world.database);
  });

  it('[APP-01] keeps what was typed, the answers with their questions, and the files, and writes to both sides', async () => {
    const job = await world.job({}, { application_qualifying_questions: JSON.stringify(QUESTIONS) });
    const attachments = [await world.sendFile('one.pdf'), await world.sendFile('two.pdf')];
    const answers = [
      { id: 'start', answer: ' At once ' },
      { id: 'unknown', answer: 'x' },
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
    // Only whoever has an account finds it there.
    expect(mails[0]!.details.path).toBeUndefined();
    expect(mails[1]!.details).toMatchObject({ path: `/applications/${job}/${row!.id}`, email: 'ann@people.test' });
  });

  it('[APP-01] writes to whom the job names instead', async () => {
    const job = await world.job({}, { application_emails: ['a@ngo.test', 'b@ngo.test'] });
    await world.apply(job);
    expect((await world.mails()).slice(1).map(({ recipient }) => recipient)).toEqual(['a@ngo.test', 'b@ngo.test']);
  });

  it.each([
    ['names', { firstName: ' ', lastName: 'x'.repeat(121) }, ['firstName', 'lastName']],
    ['address', { emailAddress: 'ann@' }, ['emailAddress']],
    ['length', { coverLetter: 'x'.repeat(10_001) }, ['coverLetter']],
    ['answer', { answers: [{ id: 'start', answer: 'x'.repeat(2001) }] }, ['answer:start']],
  ])('[APP-01] says by field what is wrong, and stores nothing: %s', async (_name, input, expected) => {
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
    // Of another site.
    expect((await world.apply(await world.job(), {}, undefined, 'guarded')).outcome).toBe('closed');
    expect(await rows()).toEqual([]);
  });

  it('[APP-01] a form that is sent twice, one after the other or at once, is one application with one mail to each', async () => {
    const job = await world.job();
    const attachments = [await world.sendFile()];
    const sent = { requestKey: 'one-and-the-same-key', attachments };
    const answers = await Promise.all(Array.from({ length: 8 }, () => world.apply(job, sent)));
    answers.push(await world.apply(job, { ...sent, firstName: '' }));
    expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['created']));
    expect(await rows()).toHaveLength(1);
    expect(await world.mails()).toHaveLength(3);
  });

  it('[APP-01] what breaks off before its end leaves nothing behind, and can be sent again', async () => {
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
    expect((await apply({ database, files }, { ...input, attachments }, context)).outcome).toBe('created');
    expect(written).toHaveLength(1);
    expect(await world.mails()).toHaveLength(3);
  });

  it('[APP-01] a job that closes does not take back what was sent', async () => {
    const job = await world.job();
    const sent = { requestKey: 'one-and-the-same-key' };
    await world.apply(job, sent);
    await sql`update job set state = 'archived' where id = ${Number(job)}`.execute(world.database);
    expect((await world.apply(job, sent)).outcome).toBe('created');
    expect((await world.apply(job)).outcome).toBe('closed');
  });

  it('[APP-01] whoever is logged in applies once, until they withdraw', async () => {
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

  it('[APP-01] two hundred people at once are two hundred applications', async () => {
    const job = await world.job();
    const people = Array.from({ length: 200 }, (_none, index) => `person${index}@people.test`);
    const answers = await Promise.all(people.map((emailAddress) => world.apply(job, { emailAddress })));
    expect(answers.filter(({ outcome }) => outcome === 'created')).toHaveLength(200);
    expect(new Set((await rows()).map(({ email }) => email))).toEqual(new Set(people));
    expect((await world.mails()).filter(({ template }) => template === 'application-sent')).toHaveLength(200);
  }, 60_000);

  it('[APP-01] [AUTH-17] asks for a captcha, or to log in, where the site wants that', async () => {
    const guarded = await world.job({}, {}, { site: 'guarded' });
    const refused = await world.apply(guarded, {}, undefined, 'guarded');
    expect([refused.outcome, fields(refused)]).toEqual(['faults', ['captcha']]);
    expect((await world.apply(guarded, {}, 'applicant', 'guarded')).outcome).toBe('created');
    const closed = await world.job({}, {}, { site: 'closed' });
    expect((await world.apply(closed, {}, undefined, 'closed')).outcome).toBe('login_required');
    expect((await world.apply(closed, {}, 'applicant', 'closed')).outcome).toBe('created');
  });

  it('[APP-01] script and control characters are words, stored as they can be', async () => {
    const job = await world.job();
    const hostile = '<script>alert(1)</script>\0\u202e\ud800';
    await world.apply(job, { firstName: hostile, lastName: 'a\r\nBcc: x@y.test', coverLetter: hostile });
    const [row] = await rows();
    expect(row!.first_name).toBe('<script>alert(1)</script>');
    expect(row!.last_name).toBe('a Bcc: x@y.test');
    expect(row!.cover_letter).toBe('<script>alert(1)</script>');
  });
});

describe('files of applications', () => {
  const world = applicationWorld();
  const words = (answer: { errors: { message: string }[] }) => answer.errors[0]?.message ?? '';
  const kept = (tokens: string[], owner = OWNER) =>
    world.ask<{ name: string }[]>(
      'query K($tokens: [String!]!, $owner: String!) { keptApplicationFiles(tokens: $tokens, owner: $owner) { name } }',
      { tokens, owner },
    );

  beforeEach(() => sql`delete from application_file`.execute(world.database));

  it('[APP-02] come in parts; a part that is sent again is taken once, and nothing may be left out', async () => {
    const whole = Buffer.concat([PDF, Buffer.alloc(3000, 7)]);
    const first = await world.sendPart({ last: false }, whole.subarray(0, 1000));
    const token = first.file!.token;
    expect([first.received, first.complete]).toEqual([1000, false]);
    expect(await kept([token])).toEqual([]);
    const goOn = (offset: number, end: number) =>
      world.sendPart({ token, offset, last: end === whole.length }, whole.subarray(offset, end));
    expect((await goOn(2000, 2500)).received).toBe(1000);
    expect((await goOn(1000, 2000)).received).toBe(2000);
    expect((await goOn(1000, 2000)).received).toBe(2000);
    expect(await goOn(2000, whole.length)).toMatchObject({ received: whole.length, complete: true });
    expect(await goOn(2000, whole.length)).toMatchObject({ received: whole.length, complete: true });
    expect(await kept([token])).toEqual([{ name: 'cv.pdf' }]);
    await world.apply(await world.job(), { attachments: [token] }, 'applicant');
    const { rows } = await sql<{ bytes: Buffer }>`
      select bytes from application_file_part order by starts_at`.execute(world.database);
    expect(Buffer.concat(rows.map(({ bytes }) => bytes)).equals(whole)).toBe(true);
  });

  it.each([
    ['photo.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['page.pdf', '<html>%PDF-1.7'],
    ['bomb.zip', 'PK\x03\x04'],
    ['cv.docx', 'PK\x03\x04'],
    ['cv.pdf', 'MZ\x90'],
    ['photo.png', 'GIF89a'],
  ])('[APP-02] %s is refused by what it holds', async (name, text) => {
    const answer = await world.sendPart({ name }, Buffer.from(text, 'latin1'));
    expect(answer.file).toBeNull();
    expect(words(answer)).toContain(`${name} could not be added. Please choose a PDF, JPG, PNG or WebP file`);
  });

  it('[APP-02] empty files and parts are nothing', async () => {
    expect(words(await world.sendPart({}, Buffer.alloc(0)))).toContain('is empty');
    const { file } = await world.sendPart({ last: false }, PDF);
    const answer = await world.sendPart({ token: file!.token, offset: PDF.length, last: false }, Buffer.alloc(0));
    expect(answer).toMatchObject({ received: PDF.length, complete: false });
  });

  it('[APP-02] is cut at 50 MB, and nothing of it stays', async () => {
    const part = Buffer.alloc(PARTS_BYTES * 2.5, 1);
    let { file, received } = await world.sendPart({ last: false }, Buffer.concat([PDF, part.subarray(PDF.length)]));
    const token = file!.token;
    while (file && received < 50 * PARTS_BYTES)
      ({ file, received } = await world.sendPart({ token, offset: received, last: false }, part));
    expect([file?.size, received]).toEqual([50_000_000, 50_000_000]);
    const over = await world.sendPart({ token, offset: received, last: true }, Buffer.alloc(1));
    expect(words(over)).toMatch(/larger than 50\sMB/);
    const { rows } = await sql`select from application_file_part`.execute(world.database);
    expect(rows).toHaveLength(0);
  }, 60_000);

  it.each([
    ['../../etc/passwd', 'passwd.pdf'],
    ['a\0b\u202efdp.exe', 'abfdp.pdf'],
    ['C:\\cv\\lebenslauf.PDF', 'lebenslauf.pdf'],
    ['"><script>.pdf', 'script.pdf'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(100)}.pdf`],
    ['...', 'file.pdf'],
  ])('[APP-02] a name is only a name: %j', async (name, expected) => {
    expect((await world.sendPart({ name }, PDF)).file?.name).toBe(expected);
  });

  it('[APP-02] belong to the browser that sent them, and to one application', async () => {
    const token = await world.sendFile();
    const job = await world.job();
    const thief = await world.apply(job, { attachments: [token], owner: 'the-browser-of-a-thief' });
    expect([thief.outcome, thief.errors[0]?.field]).toEqual(['faults', 'attachments']);
    expect(await kept([token], 'the-browser-of-a-thief')).toEqual([]);
    const both = await Promise.all([1, 2].map(() => world.apply(job, { attachments: [token] })));
    expect(both.map(({ outcome }) => outcome).sort()).toEqual(['created', 'faults']);
    expect(
      await world.database.selectFrom('application').selectAll().where('job_id', '=', Number(job)).execute(),
    ).toHaveLength(1);
  });

  it('[APP-02] one that never comes to its end, or whose form nobody sends, is gone after an hour, those of applications stay', async () => {
    await world.sendPart({ last: false }, PDF);
    await world.sendFile();
    await world.apply(await world.job(), { attachments: [await world.sendFile()] });
    const later = new Date(world.now.getTime() + 3_600_000);
    expect(await deleteExpiredPendingUploads(world.database, later)).toBe(2);
    const { rows } = await sql`select from application_file_part`.execute(world.database);
    expect(rows).toHaveLength(1);
  });

  it('[APP-02] five go along, and no more', async () => {
    const attachments = await Promise.all(Array.from({ length: 6 }, () => world.sendFile()));
    const job = await world.job();
    expect(words(await world.apply(job, { attachments }))).toContain('at most 5 files');
    expect((await world.apply(job, { attachments: attachments.slice(1) })).outcome).toBe('created');
  });

  it('[APP-02] one browser cannot fill the disk', async () => {
    const owner = 'a-browser-that-is-greedy';
    for (let count = 0; count < 50; count += 1) await world.sendFile('a.pdf', PDF, owner);
    expect(words(await world.sendPart({ owner }, PDF))).toContain('too many files');
    expect((await world.sendPart({}, PDF)).file).not.toBeNull();
  });

  it('[APP-02] however many come at the same time, one browser has no more than it may have', async () => {
    const owner = 'a-browser-that-is-in-a-hurry';
    const answers = await Promise.all(Array.from({ length: 80 }, () => world.sendPart({ owner }, PDF)));
    expect(answers.filter(({ file }) => file !== null)).toHaveLength(50);
  });

  it('[APP-02] what strangers send to one site takes no room from the others', async () => {
    const { rows } = await sql<{ id: string }>`
      insert into application_file (site, token, owner, name, content_type, size, complete, created_at)
      select 'guarded', sha256(n::text::bytea), sha256('a crowd'), 'a.pdf', 'application/pdf', 50000000, true, ${world.now}
      from generate_series(1, 20) as n returning id
    `.execute(world.database);
    const send = (site: string) =>
      world.ask<{ errors: { message: string }[] }>(
        `mutation F($input: ApplicationFileInput!, $part: Upload!) { sendApplicationFile(input: $input, part: $part) { errors { message } } }`,
        {
          input: { token: null, name: 'cv.pdf', offset: 0, last: true, owner: OWNER },
          part: new UploadedFile('part', PDF),
        },
        undefined,
        site,
      );
    expect((await send('guarded')).errors).toHaveLength(1);
    expect((await send('default')).errors).toEqual([]);
    await world.database
      .deleteFrom('application_file')
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute();
  });

  it('[APP-01] [APP-02] a clock that is set back takes away no file, and makes no application twice', async () => {
    const token = await world.sendFile();
    const job = await world.job();
    const set = (hours: number) => (world.now = new Date(world.now.getTime() + hours * 3_600_000));
    set(-2);
    expect(await deleteExpiredPendingUploads(world.database, world.now)).toBe(0);
    expect(await kept([token], OWNER)).toHaveLength(1);
    const form = { attachments: [token], requestKey: 'a-form-before-the-clock' };
    expect((await world.apply(job, form)).outcome).toBe('created');
    set(-24);
    expect((await world.apply(job, form)).outcome).toBe('created');
    set(26);
    expect((await world.apply(job, form)).outcome).toBe('created');
    const made = await world.database
      .selectFrom('application')
      .select('id')
      .where('job_id', '=', Number(job))
      .execute();
    expect(made).toHaveLength(1);
    expect(await deleteExpiredPendingUploads(world.database, set(48))).toBe(0);
  });
});
