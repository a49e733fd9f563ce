import { deleteDue } from '../../../../../test/support/retention.js';
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { ATTACHMENT_TYPES } from '#contract/applications/uploads.js';
import { docxOf, docxWithMacros, odtOf } from '../../../../../test/support/data/resume-files.js';
import { applicationWorld, OWNER, PDF } from '../../../../../test/support/worlds/application-world.js';
import { UploadedFile } from '#shared/multipart/multipart.js';
import { uploadRetention } from '../../../platform/uploads/pending-uploads.js';

const PARTS_BYTES = 1_000_000;

describe('files of applications', () => {
  const world = applicationWorld();
  const words = (answer: { errors: { message: string }[] }) => answer.errors[0]?.message ?? '';
  const kept = (tokens: string[], owner = OWNER) =>
    world.ask<{ name: string }[]>(
      'query K($tokens: [String!]!, $owner: String!) { keptApplicationFiles(tokens: $tokens, owner: $owner) { name } }',
      { tokens, owner },
    );

  beforeEach(() => sql`delete from application_file`.execute(world.database));

  it('[APP-02] are uploaded in parts; a repeated part is stored once, and no part may be missing', async () => {
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
  ])('[APP-02] %s is refused because of its content', async (name, text) => {
    const answer = await world.sendPart({ name }, Buffer.from(text, 'latin1'));
    expect(answer.file).toBeNull();
    expect(words(answer)).toContain(
      `${name} could not be added. Please choose a PDF, DOCX, ODT, JPG, PNG or WebP file`,
    );
  });

  it('[APP-02] word processor documents are recognized by their content, whole or in parts', async () => {
    const docx = docxOf(['A letter'], { 'word/media/photo.png': randomBytes(3000) });
    const whole = await world.sendPart({ name: 'letter.odt' }, docx);
    expect(whole.file?.name).toBe('letter.docx');
    const first = await world.sendPart({ name: 'cv.docx', last: false }, docx.subarray(0, 1000));
    const { token } = first.file!;
    const goOn = { token, name: 'cv.docx', offset: 1000, last: true };
    expect(await world.sendPart(goOn, docx.subarray(1000))).toMatchObject({ complete: true, errors: [] });
    const odt = await world.sendPart({ name: 'cv.odt' }, odtOf('A letter'));
    await world.apply(await world.job(), { attachments: [token, odt.file!.token] }, 'applicant');
    const { rows } = await sql<{ name: string; content_type: string }>`
      select name, content_type from application_file where application_id is not null order by position`.execute(
      world.database,
    );
    expect(rows).toEqual([
      { name: 'cv.docx', content_type: ATTACHMENT_TYPES.docx },
      { name: 'cv.odt', content_type: ATTACHMENT_TYPES.odt },
    ]);
  });

  it('[APP-02] a document with macros is refused, even at its last part, and nothing of it is kept', async () => {
    const file = docxWithMacros();
    const whole = await world.sendPart({ name: 'cv.docx' }, file);
    const { token } = (await world.sendPart({ name: 'cv.docx', last: false }, file.subarray(0, 300))).file!;
    const end = await world.sendPart({ token, name: 'cv.docx', offset: 300, last: true }, file.subarray(300));
    for (const answer of [whole, end]) {
      expect(answer.file).toBeNull();
      expect(words(answer)).toContain('cv.docx contains macros');
    }
    const { rows } = await sql`select from application_file_part`.execute(world.database);
    expect(rows).toHaveLength(0);
  });

  it('[APP-02] empty files and parts are ignored', async () => {
    expect(words(await world.sendPart({}, Buffer.alloc(0)))).toContain('is empty');
    const { file } = await world.sendPart({ last: false }, PDF);
    const answer = await world.sendPart({ token: file!.token, offset: PDF.length, last: false }, Buffer.alloc(0));
    expect(answer).toMatchObject({ received: PDF.length, complete: false });
  });

  it('[APP-02] is limited to 50 MB, and nothing larger is kept', async () => {
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
  ])('[APP-02] a file name is sanitized: %j', async (name, expected) => {
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

  it('[APP-02] incomplete or unsent files are deleted after an hour, those of applications are kept', async () => {
    await world.sendPart({ last: false }, PDF);
    await world.sendFile();
    await world.apply(await world.job(), { attachments: [await world.sendFile()] });
    const later = new Date(world.now.getTime() + 3_600_000);
    expect(await deleteDue(world.database, later, uploadRetention)).toBe(2);
    const { rows } = await sql`select from application_file_part`.execute(world.database);
    expect(rows).toHaveLength(1);
  });

  it('[APP-02] at most five can be attached', async () => {
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

  it('[APP-02] concurrent uploads cannot exceed the limit of a browser', async () => {
    const owner = 'a-browser-that-is-in-a-hurry';
    const answers = await Promise.all(Array.from({ length: 80 }, () => world.sendPart({ owner }, PDF)));
    expect(answers.filter(({ file }) => file !== null)).toHaveLength(50);
  });

  it('[APP-02] uploads to one site take no space from the others', async () => {
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

  it('[APP-01] [APP-02] a clock that is set back deletes no file, and makes no application twice', async () => {
    const token = await world.sendFile();
    const job = await world.job();
    const set = (hours: number) => (world.now = new Date(world.now.getTime() + hours * 3_600_000));
    set(-2);
    expect(await deleteDue(world.database, world.now, uploadRetention)).toBe(0);
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
    expect(await deleteDue(world.database, set(48), uploadRetention)).toBe(0);
  });
});
