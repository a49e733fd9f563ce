import { deleteDue } from '../../../../test/support/retention.js';
import { sql } from 'kysely';
import { createTestDatabase, silentLogger, type TestDatabase } from '../../../../test/support/database.js';
import type { Backend } from '#contract/backend/backend.js';
import { UploadedFile } from '#shared/multipart/multipart.js';
import { startBackend } from '../../index.js';
import { uploadRetention, safeName } from '../../platform/uploads/pending-uploads.js';
import { sniffAttachment } from '#contract/applications/uploads.js';
import { hasRoom, messageFileRetention } from './message-files.js';

const START = new Date('2026-11-21T12:00:00Z');
const PDF = Buffer.from('%PDF-1.7\nhello');
const OWNER = 'the-browser-of-somebody';
const MESSAGE = { name: 'Ann Bell', email: 'Ann@People.test', subject: 'A question', body: 'First line\r\n\r\nSecond' };

interface Result {
  errors: { field: string | null; message: string }[];
}

describe('messages to the site', () => {
  let test: TestDatabase;
  let backend: Backend;
  let now = START;

  async function ask<T>(
    query: string,
    variables: Record<string, unknown>,
    site = 'default',
    locale = 'en',
  ): Promise<T> {
    const headers = { 'x-causeboard-frontend': `${site}; locale=${locale}` };
    const { data, errors } = await backend.execute({ operationName: '', query, variables, headers });
    if (errors) throw new Error(errors[0]!.message);
    return Object.values(data as Record<string, T>)[0]!;
  }

  interface Kept extends Result {
    kept: { token: string; name: string; size: number }[];
  }
  const keep = (files: unknown[], owner = OWNER, site?: string) =>
    ask<Kept>(
      'mutation K($files: [Upload!]!, $owner: String!) { keepUploads(files: $files, owner: $owner) { kept { token name size } errors { field message } } }',
      { files, owner },
      site,
    );
  const send = (input: object, site?: string, locale?: string) =>
    ask<Result>(
      'mutation S($input: ContactMessageInput!) { sendContactMessage(input: $input) { errors { field message } } }',
      { input: { ...MESSAGE, ...input } },
      site,
      locale,
    );
  const found = (tokens: string[], owner = OWNER) =>
    ask<{ name: string }[]>(
      'query Q($tokens: [String!]!, $owner: String!) { keptUploads(tokens: $tokens, owner: $owner) { name } }',
      { tokens, owner },
    );
  const large = (size: number) =>
    new UploadedFile(`${size}.pdf`, Buffer.concat([PDF, Buffer.alloc(size - PDF.length)]));
  const fetched = async (path: string) => {
    const { status, headers, body } = await backend.fetch({ path, headers: {} });
    const pieces: Uint8Array[] = [];
    if (body instanceof Uint8Array) pieces.push(body);
    else for await (const piece of body) pieces.push(piece);
    return { status, headers, bytes: Buffer.concat(pieces) };
  };
  const mails = async () => {
    const { rows } = await sql<{
      template: string;
      recipient: string;
      details: Record<string, string>;
      files: string[];
    }>`
      select template, recipient, details, array(select name from mail_attachment where mail_id = mail.id order by position) as files
      from mail order by id`.execute(test.database);
    return rows;
  };

  beforeAll(async () => {
    test = await createTestDatabase();
    const site = { languages: ['en'], countries: ['CA'], demo: 'international' as const };
    const mail = { title: 'Causeboard', contactEmail: 'hello@causeboard.test', accent: '#0b5d57' };
    backend = await startBackend({
      dataDir: 'none',
      searchMemoryMb: 0,
      databaseUrl: test.url,
      demoData: false,
      clock: () => now,
      sites: [
        { ...site, name: 'default', mail },
        { ...site, name: 'guarded', mail, captcha: { registration: true } },
        { ...site, name: 'mute' },
      ],
      secrets: ['a-secret-of-this-test-alone-0123456789'],
      logger: silentLogger,
    });
  }, 60_000);
  beforeEach(async () => {
    now = START;
    await sql`delete from mail`.execute(test.database);
    await sql`delete from application_file`.execute(test.database);
    await sql`delete from message_file`.execute(test.database);
  });
  afterAll(async () => {
    await backend.close();
    await test.close();
  });

  it('[PAGE-01] go to the contact address, with the files, and as a copy to the sender on request', async () => {
    const { kept, errors } = await keep([new UploadedFile('../../cv.PDF', PDF), new UploadedFile('b.pdf', PDF)]);
    expect([errors, kept.map(({ name, size }) => [name, size])]).toEqual([
      [],
      [
        ['cv.pdf', PDF.length],
        ['b.pdf', PDF.length],
      ],
    ]);
    const attachments = kept.map(({ token }) => token).reverse();
    expect(await send({ copy: true, attachments, owner: OWNER })).toEqual({ errors: [] });
    const details = {
      id: expect.any(String) as string,
      name: 'Ann Bell',
      email: 'ann@people.test',
      subject: 'A question',
      body: 'First line\n\nSecond',
      files: 'b.pdf, cv.pdf',
    };
    expect(await mails()).toEqual([
      { template: 'contact-message', recipient: 'hello@causeboard.test', details, files: ['b.pdf', 'cv.pdf'] },
      { template: 'contact-copy', recipient: 'ann@people.test', details, files: [] },
    ]);
    expect(await found(attachments)).toEqual([]);
  });

  it('[PAGE-01] reach the operators in the language of the site, and the sender in that of the page', async () => {
    expect(await send({ copy: true }, 'default', 'de')).toEqual({ errors: [] });
    const { rows } = await sql<object>`select template, language from mail order by id`.execute(test.database);
    expect(rows).toEqual([
      { template: 'contact-message', language: 'en' },
      { template: 'contact-copy', language: 'de' },
    ]);
  });

  it('[PAGE-01] errors are reported in the language of the page, and nothing is sent', async () => {
    const { errors } = await send(
      { name: ' ', email: 'a@b', subject: 'x'.repeat(201), body: 'y'.repeat(10_001) },
      'default',
      'de',
    );
    expect(errors).toEqual([
      { field: 'name', message: 'Bitte füllen Sie dieses Feld aus' },
      { field: 'email', message: 'Bitte geben Sie eine gültige E-Mail-Adresse an' },
      { field: 'subject', message: 'Bitte verwenden Sie höchstens 200 Zeichen' },
      { field: 'body', message: expect.stringContaining('10.000 Zeichen') as string },
    ]);
    for (const email of ['a@b.test\r\nBcc: c@d.test', 'a@b.test, c@d.test', '<a@b.test>', '"a"@b.test'])
      expect({ email, fields: (await send({ email })).errors.map(({ field }) => field) }).toEqual({
        email,
        fields: ['email'],
      });
    expect(await mails()).toEqual([]);
  });

  it('[PAGE-01] subject and name cannot inject headers', async () => {
    await send({ name: 'Ann\r\nBcc: x@y.test', subject: 'Hi\nTo: x@y.test\u2028Z' });
    expect((await mails())[0]!.details).toMatchObject({ name: 'Ann Bcc: x@y.test', subject: 'Hi To: x@y.test Z' });
  });

  it('[PAGE-01] the type of a file is determined by its content', async () => {
    const { kept, errors } = await keep([
      new UploadedFile('harmless.pdf', Buffer.from('<html><script>alert(1)</script>')),
      new UploadedFile('virus.exe', Buffer.from('\x89PNG\r\n\x1a\nrest', 'latin1')),
      new UploadedFile('empty.pdf', Buffer.alloc(0)),
      new UploadedFile('large.pdf', Buffer.concat([PDF, Buffer.alloc(50_000_000)])),
    ]);
    expect(kept.map(({ name }) => name)).toEqual(['virus.png']);
    expect(errors.map(({ message }) => message)).toEqual([
      'harmless.pdf could not be added. Please choose a PDF, DOCX, ODT, JPG, PNG or WebP file',
      'empty.pdf is empty. Please choose another file',
      'large.pdf is larger than 50 MB. Please attach a smaller file',
    ]);
    await expect(keep(['text'])).rejects.toThrow();
    await expect(keep([new UploadedFile('a.pdf', PDF)], 'short')).rejects.toThrow();
  });

  it('[PAGE-01] uploaded files are available to the same browser only, for an hour', async () => {
    const { kept } = await keep([new UploadedFile('a.pdf', PDF)]);
    const tokens = kept.map(({ token }) => token);
    expect([await found(tokens), await found(tokens, `${OWNER}!`), await found(['x'])]).toEqual([
      [{ name: 'a.pdf' }],
      [],
      [],
    ]);
    const stolen = await send({ attachments: tokens, owner: 'another-browser-entirely' });
    expect(stolen.errors).toMatchObject([{ field: 'attachments' }]);
    now = new Date(START.getTime() + 3_600_000);
    expect(await found(tokens)).toEqual([]);
    expect(await deleteDue(test.database, new Date(now.getTime() - 1), uploadRetention)).toBe(0);
    expect(await deleteDue(test.database, now, uploadRetention)).toBe(1);
  });

  it('[PAGE-01] number and total size of files are limited', async () => {
    // The three files together exceed the limit by less than a megabyte.
    const three = (await keep([large(33_500_000), large(33_500_000), large(33_500_000)])).kept.map(
      ({ token }) => token,
    );
    expect((await send({ attachments: three, owner: OWNER })).errors).toMatchObject([
      { field: 'attachments', message: expect.stringContaining('100 MB') as string },
    ]);
    expect((await send({ attachments: Array.from({ length: 6 }, String), owner: OWNER })).errors).toMatchObject([
      { message: 'Please attach at most 5 files' },
    ]);
    expect(await mails()).toEqual([]);
  });

  it('[PAGE-01] concurrent uploads share the quota of their browser, but not that of another site', async () => {
    const owner = 'a-browser-that-is-in-a-hurry';
    const five = () => Array.from({ length: 5 }, () => new UploadedFile('a.pdf', PDF));
    const answers = await Promise.all(Array.from({ length: 12 }, () => keep(five(), owner)));
    expect(answers.flatMap(({ kept }) => kept)).toHaveLength(50);
    expect(answers.flatMap(({ errors }) => errors)).toHaveLength(10);
    expect((await keep(five(), owner)).errors[0]?.message).toContain('too many files');
    // Many uploads that fill one site.
    await sql`
      insert into application_file (site, token, owner, name, content_type, size, complete, created_at)
      values ('mute', '\\x01', '\\x01', 'a.pdf', 'application/pdf', 999999999, true, ${now})
    `.execute(test.database);
    expect((await keep(five(), 'a-browser-that-comes-late', 'mute')).errors).toMatchObject(
      five().map(() => ({ message: expect.stringContaining('too many files') as string })),
    );
    expect((await keep(five(), 'a-browser-that-comes-late')).errors).toEqual([]);
  });

  it('[PAGE-01] files too large for the mail are linked for 30 days', async () => {
    const sizes = [14_000_000, 40_000_000, 900_000];
    const { kept } = await keep(sizes.map((size) => large(size)));
    const attachments = kept.map(({ token }) => token);
    expect(await send({ copy: true, attachments, owner: OWNER })).toEqual({ errors: [] });
    const [toOperators, copy] = await mails();
    expect([toOperators!.files, toOperators!.details.files]).toEqual([
      ['14000000.pdf', '900000.pdf'],
      '14000000.pdf, 900000.pdf',
    ]);
    // The copy may go to somebody else's address: it must not contain links.
    expect(copy!.details).not.toHaveProperty('links');
    expect(copy!.details.files).toBe('14000000.pdf, 40000000.pdf, 900000.pdf');
    const links = JSON.parse(toOperators!.details.links!) as { name: string; size: number; path: string }[];
    expect(links).toEqual([
      { name: '40000000.pdf', size: 40_000_000, path: expect.stringMatching(/^\/message-files\//) as string },
    ]);
    expect(toOperators!.details.until).toBe('2026-12-21T12:00:00.000Z');
    expect(await found(attachments)).toEqual([]);

    const { path } = links[0]!;
    const { status, headers, bytes } = await fetched(path);
    expect([status, bytes.equals(large(40_000_000).bytes as Buffer)]).toEqual([200, true]);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': '40000000',
      'content-disposition': expect.stringMatching(/^attachment; filename="40000000\.pdf"/) as string,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    const [id = ''] = /[0-9a-f-]{36}/.exec(path) ?? [];
    for (const forged of [
      path.split('?')[0]!,
      `${path}x`,
      path.replace(id, '00000000-0000-4000-8000-000000000000'),
      path.replace(id, 'x'),
      '/message-files/',
    ])
      expect({ forged, status: (await fetched(forged)).status }).toEqual({ forged, status: 404 });

    now = new Date(START.getTime() + 30 * 86_400_000 - 1000);
    expect(await deleteDue(test.database, now, messageFileRetention)).toBe(0);
    expect((await fetched(path)).status).toBe(200);
    now = new Date(START.getTime() + 30 * 86_400_000);
    // The link has expired, whether or not the file is deleted.
    expect((await fetched(path)).status).toBe(404);
    expect(await deleteDue(test.database, now, messageFileRetention)).toBe(1);
  });

  it('[PAGE-01] the same files go with one message, also if it is sent concurrently', async () => {
    const attachments = (await keep([new UploadedFile('a.pdf', PDF)])).kept.map(({ token }) => token);
    const answers = await Promise.all(Array.from({ length: 4 }, () => send({ attachments, owner: OWNER })));
    expect(answers.filter(({ errors }) => errors.length === 0)).toHaveLength(1);
    expect((await mails()).map(({ files }) => files)).toEqual([['a.pdf']]);
  });

  it('[PAGE-01] linked files cannot fill the disk', async () => {
    await sql`
      insert into message_file (site, message_id, name, content_type, bytes, created_at)
      select 'default', gen_random_uuid(), 'a.pdf', 'application/pdf', convert_to(repeat('x', 1000000), 'UTF8'), ${now}
      from generate_series(1, 3)
    `.execute(test.database);
    expect([
      await hasRoom(test.database, 'default', 4_997_000_000),
      await hasRoom(test.database, 'default', 4_997_000_001),
      await hasRoom(test.database, 'guarded', 4_997_000_001),
    ]).toEqual([true, false, true]);
  });

  it('[PAGE-01] [AUTH-17] a site may require a captcha; a site without an address accepts no messages', async () => {
    expect((await send({}, 'guarded')).errors).toMatchObject([{ field: 'captcha' }]);
    expect((await send({}, 'mute')).errors).toMatchObject([{ field: null }]);
    expect(await mails()).toEqual([]);
  });
});

describe('sniffAttachment and safeName', () => {
  it.each([
    [Buffer.from('%PDF-1.4'), 'application/pdf'],
    [Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'image/jpeg'],
    [Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1'), 'image/webp'],
    [Buffer.from('RIFF\x10\0\0\0WAVEfmt ', 'latin1'), undefined],
    [Buffer.from('GIF89a'), undefined],
    [Buffer.from('PK\x03\x04'), undefined],
    [Buffer.from('%PD'), undefined],
    [Buffer.alloc(0), undefined],
  ])('%s', (bytes, type) => {
    expect(sniffAttachment(bytes)).toBe(type);
  });

  it.each([
    ['cv.pdf', 'cv.pdf'],
    ['C:\\Users\\me\\cv.pdf', 'cv.pdf'],
    ['../../etc/passwd', 'passwd.pdf'],
    ['photo.jpg', 'photo.pdf'],
    ['.htaccess', 'htaccess.pdf'],
    ['', 'file.pdf'],
    ['a"b<c>\r\nd\u202e.pdf', 'a b c d.pdf'],
    [`${'ü'.repeat(300)}.PDF`, `${'ü'.repeat(100)}.pdf`],
  ])('[PAGE-01] %j is renamed to %j', (name, safe) => {
    expect(safeName(name, 'application/pdf')).toBe(safe);
  });
});
