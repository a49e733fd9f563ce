import { sql } from 'kysely';
import { createTestDatabase, silentLogger, type TestDatabase } from '../../../../test/support/database.js';
import type { Backend } from '#contract/backend/backend.js';
import { UploadedFile } from '#shared/multipart/uploaded-file.js';
import { startBackend } from '../../index.js';
import { deleteExpiredUploads } from '../../platform/uploads/upload-store.js';
import { sniffAttachment } from '#contract/applications/uploads.js';
import { safeName } from '../../platform/uploads/safe-name.js';

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
    await sql`delete from kept_upload`.execute(test.database);
  });
  afterAll(async () => {
    await backend.close();
    await test.close();
  });

  it('[PAGE-01] go to the contact address, with the files, and to the sender where a copy is asked for', async () => {
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

  it('[PAGE-01] what is wrong is said, in the language of the page, and nothing is sent', async () => {
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

  it('[PAGE-01] no header begins in a subject or a name', async () => {
    await send({ name: 'Ann\r\nBcc: x@y.test', subject: 'Hi\nTo: x@y.test\u2028Z' });
    expect((await mails())[0]!.details).toMatchObject({ name: 'Ann Bcc: x@y.test', subject: 'Hi To: x@y.test Z' });
  });

  it('[PAGE-01] files are what they hold, not what they say', async () => {
    const { kept, errors } = await keep([
      new UploadedFile('harmless.pdf', Buffer.from('<html><script>alert(1)</script>')),
      new UploadedFile('virus.exe', Buffer.from('\x89PNG\r\n\x1a\nrest', 'latin1')),
      new UploadedFile('empty.pdf', Buffer.alloc(0)),
      new UploadedFile('large.pdf', Buffer.concat([PDF, Buffer.alloc(10_000_000)])),
    ]);
    expect(kept.map(({ name }) => name)).toEqual(['virus.png']);
    expect(errors.map(({ message }) => message)).toEqual([
      'harmless.pdf could not be added. Please choose a PDF, JPG, PNG or WebP file',
      'empty.pdf is empty. Please choose another file',
      'large.pdf is larger than 10 MB. Please attach a smaller file',
    ]);
    await expect(keep(['text'])).rejects.toThrow();
    await expect(keep([new UploadedFile('a.pdf', PDF)], 'short')).rejects.toThrow();
  });

  it('[PAGE-01] kept files are for the same browser alone, and for an hour', async () => {
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
    expect(await deleteExpiredUploads(test.database, new Date(now.getTime() - 1))).toBe(0);
    expect(await deleteExpiredUploads(test.database, now)).toBe(1);
  });

  it('[PAGE-01] a message has so many files, and they so much room', async () => {
    const big = () => new UploadedFile('big.pdf', Buffer.concat([PDF, Buffer.alloc(9_000_000)]));
    const two = [...(await keep([big()])).kept, ...(await keep([big()])).kept].map(({ token }) => token);
    expect((await send({ attachments: two, owner: OWNER })).errors).toMatchObject([
      { message: expect.stringContaining('15 MB') as string },
    ]);
    expect((await send({ attachments: Array.from({ length: 6 }, String), owner: OWNER })).errors).toMatchObject([
      { message: 'Please attach at most 5 files' },
    ]);
    // Whoever sends more and more is told so, before the disk is full.
    await keep([big()]);
    await keep([big()]);
    expect((await keep([big()])).errors).toMatchObject([
      { message: expect.stringContaining('too many files') as string },
    ]);
  });

  it('[PAGE-01] files that come at the same time share the room of their browser, and none of another site', async () => {
    const big = () => new UploadedFile('big.pdf', Buffer.concat([PDF, Buffer.alloc(9_000_000)]));
    const owner = 'a-browser-that-is-in-a-hurry';
    const answers = await Promise.all(Array.from({ length: 8 }, () => keep([big()], owner)));
    expect(answers.flatMap(({ kept }) => kept)).toHaveLength(4);
    // A crowd that fills one site.
    for (let browser = 0; browser < 7; browser++)
      await keep([big(), big(), big(), big()], `a-browser-of-a-crowd-${browser}`, 'mute');
    expect((await keep([big()], 'a-browser-that-comes-late', 'mute')).errors).toMatchObject([
      { message: expect.stringContaining('too many files') as string },
    ]);
    expect((await keep([big()], 'a-browser-that-comes-late')).errors).toEqual([]);
  });

  it('[PAGE-01] [AUTH-17] a site may ask to be shown that somebody is no robot; one without an address takes no messages', async () => {
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
  ])('[PAGE-01] %j is called %j', (name, safe) => {
    expect(safeName(name, 'application/pdf')).toBe(safe);
  });
});
