import * as cheerio from 'cheerio';
import { waitFor } from '../../support/wait-for.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { SiteUnderTest } from '../../support/data/site.js';
import { TestSmtpServer } from '../../support/servers/smtp-server.js';
import { ContactVisitor, errorsOf, PDF, PNG, TEXTS } from '../../support/visitors/contact-visitor.js';

describe('mail of the contact form', () => {
  let test: TestDatabase;
  let smtp: TestSmtpServer;
  let product: RunningProduct;

  beforeAll(async () => {
    test = await createTestDatabase();
    smtp = await TestSmtpServer.start();
    const PUBLIC_URL = 'http://localhost';
    product = await startProduct({
      DATA_DIR: '/tmp',
      DATABASE_URL: test.url,
      SMTP_URL: smtp.url,
      SEARCH_MEMORY_MB: '0',
      PUBLIC_URL,
      SITES: '',
      RATE_LIMITS: 'on',
    });
  }, 120_000);
  afterAll(async () => {
    await product.stop();
    await smtp.stop();
    await test.close();
  });

  it('[PAGE-01] has the text, the files and a reply address; the sender gets a copy', async () => {
    const visitor = new ContactVisitor(new SiteUnderTest(product.url));
    const subject = 'A question\r\nBcc: evil@people.test';
    const answer = await visitor.sendFiles({ ...TEXTS, subject, body: '<b>Hello</b>\n\nSecond line', copy: 'yes' }, [
      ['Lebenslauf für Sie.pdf', PDF],
      ['photo.png', PNG],
    ]);
    expect(answer.status).toBe(303);
    const mail = await smtp.mailTo('hello@causeboard.test');
    expect(mail.recipients).toEqual(['hello@causeboard.test']);
    expect(mail.replyTo).toEqual([{ name: '', address: 'ann@people.test' }]);
    expect(mail.subject).toBe('Contact form: A question Bcc: evil@people.test');
    expect([mail.bcc, mail.cc]).toEqual([undefined, undefined]);
    expect(mail.text).toContain('From Ann Bell <ann@people.test>');
    expect(mail.text).toContain('<b>Hello</b>');
    expect(mail.html).toContain('&lt;b&gt;Hello&lt;/b&gt;');
    expect(
      mail.attachments.map(({ filename, mimeType, content }) => [
        filename,
        mimeType,
        Buffer.from(content as ArrayBuffer),
      ]),
    ).toEqual([
      ['Lebenslauf für Sie.pdf', 'application/pdf', PDF],
      ['photo.png', 'image/png', PNG],
    ]);
    const copy = await smtp.mailTo('ann@people.test');
    expect(copy.replyTo).toEqual([{ name: '', address: 'hello@causeboard.test' }]);
    expect(copy.text).toContain('Second line');
    expect(copy.attachments).toEqual([]);
    // Sent files are deleted.
    await waitFor('sent files to be forgotten', async () => {
      const attached = await test.database.selectFrom('mail_attachment').select('name').execute();
      const kept = await test.database.selectFrom('application_file').select('name').execute();
      return attached.length + kept.length === 0;
    });
  });

  it('[PAGE-01] links files that are too large to attach, as downloads that are never shown as a page', async () => {
    const visitor = new ContactVisitor(new SiteUnderTest(product.url));
    const large = Buffer.concat([PDF, Buffer.alloc(16_000_000, 1)]);
    const typed = { ...TEXTS, email: 'large@people.test', subject: 'A large file', copy: 'yes' };
    const answer = await visitor.sendFiles(typed, [
      ['Pläne <1>.pdf', large],
      ['photo.png', PNG],
    ]);
    expect(answer.status).toBe(303);
    const copy = await smtp.mailTo('large@people.test');
    expect(copy.text).toContain('Attached: Pläne 1.pdf, photo.png');
    expect(copy.text).not.toContain('/message-files/');
    const sent = () => smtp.mailsTo('hello@causeboard.test').find(({ subject }) => subject?.includes('A large file'));
    await waitFor('the mail to the operators', () => sent() !== undefined);
    const mail = sent()!;
    expect(mail.attachments.map(({ filename }) => filename)).toEqual(['photo.png']);
    expect(mail.text).toContain('Attached: photo.png');
    expect(mail.text).toMatch(/too large for an email/);
    const [address = ''] = /http:\/\/localhost\/message-files\/\S+/.exec(mail.text ?? '') ?? [];
    expect(mail.html).toContain(address.replaceAll('&', '&amp;'));
    const path = address.slice('http://localhost'.length);
    const file = await fetch(product.url + path);
    expect(Buffer.from(await file.arrayBuffer()).equals(large)).toBe(true);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; /) as string,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    for (const forged of [
      path.split('?')[0]!,
      `${path}x`,
      path.replace(/[0-9a-f]/, (sign) => (sign === '0' ? '1' : '0')),
    ])
      expect({ forged, status: (await fetch(product.url + forged)).status }).toEqual({ forged, status: 404 });
  });

  it('[PAGE-01] no file is stored for a form without its token, or one that limits refuse', async () => {
    const visitor = new ContactVisitor(new SiteUnderTest(product.url));
    const stored = async () => (await test.database.selectFrom('application_file').select('name').execute()).length;
    const before = await stored();
    const foreign = await visitor.sendFiles({ ...TEXTS, csrfToken: 'of another day' }, [['foreign.pdf', PDF]]);
    expect([foreign.status, await stored()]).toEqual([403, before]);

    const wrong = { ...TEXTS, email: 'ann@' };
    const statuses = new Set<number>();
    for (let count = 0; count < 12; count++) statuses.add((await visitor.sendFiles(wrong)).status);
    expect([...statuses]).toEqual([422, 429]);
    const limited = await visitor.sendFiles(wrong, [['limited.pdf', PDF]]);
    expect([limited.status, await stored()]).toEqual([429, before]);
    expect(errorsOf(limited.text).join()).toMatch(/Too many attempts.*choose them again/);
    expect(cheerio.load(limited.text)('[name="body"]').text().trim()).toBe(TEXTS.body);
  });
});
