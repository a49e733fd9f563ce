import * as cheerio from 'cheerio';
import { CSRF_FIELD, CSRF_HEADER } from '#contract/applications/sent-form.js';
import { waitFor } from '../../support/wait-for.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { FormVisitor } from '../../support/worlds/form-visitor.js';
import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { folded, PRODUCTS, type SiteName, SiteUnderTest } from '../../support/data/site.js';
import { TestSmtpServer } from '../../support/servers/smtp-server.js';

const PDF = Buffer.from('%PDF-1.7\nA letter.');
const PNG = Buffer.from('\x89PNG\r\n\x1a\nA picture.', 'latin1');
const TEXTS = { name: 'Ann Bell', email: 'ann@people.test', subject: 'A question', body: 'First line\n\nSecond line' };
const FORM = 'form[data-contact-form]';

/** A form with files, as a browser without scripts sends it. */
class ContactVisitor extends FormVisitor {
  constructor(
    private readonly own: SiteUnderTest,
    private readonly path = '/contact',
  ) {
    super(own);
  }

  /** @param page the page to answer; a fresh one when missing */
  async sendFiles(
    values: Record<string, string>,
    files: [name: string, content: Buffer][] = [],
    page?: cheerio.CheerioAPI,
  ) {
    const shown = page ?? (await this.page(this.path));
    const form = shown(FORM);
    const fields: [string, string][] = form
      .find('input[type="hidden"], input[checked], input[value]:not([type="checkbox"]), textarea')
      // What stands in templates is for scripts.
      .filter((_index, input) => shown(input).closest('template').length === 0)
      .toArray()
      .map((input): [string, string] => {
        const element = shown(input);
        return [element.attr('name')!, input.tagName === 'textarea' ? element.text() : (element.attr('value') ?? '')];
      })
      .filter(([name]) => !(name in values));
    let request = this.own.post(form.attr('action')!).set('Cookie', this.cookies()).redirects(0);
    for (const [name, value] of [...fields, ...Object.entries(values)]) request = request.field(name, value);
    for (const [name, content] of files) request = request.attach('attachments', content, { filename: name });
    return this.took(await request);
  }

  /** A part of a file, as the form's script sends it. */
  async sendPart(query: string, bytes: Buffer, page: cheerio.CheerioAPI) {
    return this.own
      .post(`/application-files?locale=en&name=cv.pdf&${query}`)
      .set('Cookie', this.cookies())
      .set('content-type', 'application/octet-stream')
      .set(CSRF_HEADER, page(`${FORM} [name="${CSRF_FIELD}"]`).attr('value')!)
      .send(bytes);
  }
}

const errorsOf = (html: string) =>
  cheerio
    .load(html)('[role="alert"] li, [role="alert"] p')
    .map((_index, each) => folded(cheerio.load(each).text()))
    .get();

describe.each(PRODUCTS)('the contact form, %s', (_name, url) => {
  const SITES: [SiteName, path: string, home: string][] = [
    ['default', '/contact', '/'],
    ['uk', '/contact', '/'],
    ['europe', '/de/kontakt', '/de'],
  ];

  it.each(SITES)(
    '[PAGE-01] %s: a message without scripts leads home, where it is said once',
    async (name, path, home) => {
      const visitor = new ContactVisitor(new SiteUnderTest(url, name), path);
      const answer = await visitor.sendFiles(TEXTS, [['cv.pdf', PDF]]);
      expect([answer.status, answer.headers.location]).toEqual([303, home]);
      const banner = (html: string) => cheerio.load(html)('[data-message]').text();
      const next = await visitor.get(home);
      expect(banner(next.text)).toMatch(name === 'europe' ? /Vielen Dank/ : /Thank you/);
      expect(next.headers['cache-control']).toBe('private, no-store');
      expect(banner((await visitor.get(home)).text)).toBe('');
      // Nor does anybody else see it.
      expect((await new SiteUnderTest(url, name).page(home)).$('[data-message]').length).toBe(0);
    },
  );

  it('[PAGE-01] [ROUTE-08] is at its German address, with all that there is to fill in', async () => {
    const europe = new SiteUnderTest(url, 'europe');
    expect((await europe.get('/de/contact').redirects(0)).headers.location).toBe('/de/kontakt');
    const page = await europe.page('/de/kontakt');
    for (const name of ['name', 'email', 'subject', 'body', 'copy', 'attachments'])
      expect({
        name,
        labelled: page.$(`label[for="${page.$(`${FORM} [name="${name}"]`).attr('id')!}"]`).length,
      }).toEqual({ name, labelled: 1 });
    expect(page.texts(`${FORM} #field-attachments-help`)[0]).toContain('50 MB');
  });

  it('[PAGE-01] whoever is logged in finds their name there, and goes to the dashboard', async () => {
    const site = new SiteUnderTest(url);
    const visitor = await FormVisitor.loggedIn(site, 'applicant');
    const page = await visitor.page('/contact');
    expect(page(`${FORM} [name="email"]`).attr('value')).toBe('applicant@demo.causeboard.test');
    expect(page(`${FORM} [name="name"]`).attr('value')).toMatch(/./);
    const values = { ...TEXTS, name: 'Me', email: 'applicant@demo.causeboard.test' };
    const answer = await visitor.send('/contact', FORM, values);
    expect([answer.status, answer.headers.location]).toEqual([303, '/dashboard']);
    expect((await visitor.page('/dashboard'))('[data-message]').text()).toMatch(/Thank you/);
    expect((await visitor.page('/dashboard'))('[data-message]').length).toBe(0);
  });

  it('[PAGE-01] nothing typed or uploaded is lost when something is wrong', async () => {
    const visitor = new ContactVisitor(new SiteUnderTest(url));
    const wrong = await visitor.sendFiles({ ...TEXTS, email: 'ann@', copy: 'yes' }, [
      ['cv.pdf', PDF],
      ['photo.png', PNG],
    ]);
    expect(wrong.status).toBe(422);
    const page = cheerio.load(wrong.text);
    expect(errorsOf(wrong.text).join()).toContain('Please provide a valid email address');
    expect(['name', 'email', 'subject'].map((name) => page(`[name="${name}"]`).attr('value'))).toEqual([
      'Ann Bell',
      'ann@',
      'A question',
    ]);
    expect(page('[name="body"]').text().trim()).toBe(TEXTS.body);
    expect(page('[name="copy"]').attr('checked')).toBeDefined();
    expect(
      page('[data-file-list] > [data-file]')
        .map((_index, item) => `${folded(page(item).find('label').text())} ${folded(page(item).find('small').text())}`)
        .get(),
    ).toEqual(['cv.pdf 1 kB', 'photo.png 1 kB']);
    const right = await visitor.sendFiles({ email: 'ann@people.test' }, [], page);
    expect(right.status).toBe(303);
  });

  it('[PAGE-01] a kept file is of no use to anybody else', async () => {
    const site = new SiteUnderTest(url);
    const wrong = await new ContactVisitor(site).sendFiles({ ...TEXTS, email: '' }, [['cv.pdf', PDF]]);
    const token = cheerio.load(wrong.text)('[data-file-list] input').attr('value')!;
    const thief = await new ContactVisitor(site).sendFiles({ ...TEXTS, attachments: token });
    expect(thief.status).toBe(422);
    expect(thief.text).not.toContain('cv.pdf');
    expect(errorsOf(thief.text).join()).toContain('has expired');
  });

  it('[PAGE-01] a form that was open for too long keeps what was typed, and says which files to choose again', async () => {
    const visitor = new ContactVisitor(new SiteUnderTest(url));
    // One file was taken with the form as it was sent before.
    const before = cheerio.load((await visitor.sendFiles({ ...TEXTS, email: '' }, [['before.pdf', PDF]])).text);
    const kept = before('[data-file-list] input').attr('value')!;
    const values = { ...TEXTS, attachments: kept, csrfToken: 'of another day' };
    const answer = await visitor.sendFiles(values, [['cv.pdf', PDF]]);
    expect(answer.status).toBe(403);
    const page = cheerio.load(answer.text);
    expect(page('[data-file-list] label').text()).toContain('before.pdf');
    expect(page('[data-file-list] label').text()).not.toContain('cv.pdf');
    expect(page('[name="body"]').text().trim()).toBe(TEXTS.body);
    expect(errorsOf(answer.text).join()).toMatch(/open for too long.*choose them again/);
    expect((await visitor.sendFiles({}, [['cv.pdf', PDF]], page)).status).toBe(303);
  });

  it('[PAGE-01] a form of more fields than any has is refused before they are looked at', async () => {
    const many = Array.from({ length: 90_000 }, (_none, index) => `f${index}=`).join('&');
    const answer = await new SiteUnderTest(url).post('/contact').type('form').send(many);
    expect(answer.status).toBe(413);
  });

  it('[PAGE-01] files are judged by what they hold, and the message names what may be', async () => {
    const visitor = new ContactVisitor(new SiteUnderTest(url));
    const answer = await visitor.sendFiles(TEXTS, [
      ['<b>page</b>.pdf', Buffer.from('<html><script>alert(1)</script>')],
      ['good.pdf', PDF],
    ]);
    expect(answer.status).toBe(422);
    expect(errorsOf(answer.text).join()).toMatch(/choose a PDF, JPG, PNG or WebP file/);
    expect(answer.text).not.toContain('<script>alert(1)');
    expect(cheerio.load(answer.text)('[data-file] label').text()).toContain('good.pdf');
  });

  it('[PAGE-01] a file of more than 50 MB is refused while it comes, and the form is there again', async () => {
    const visitor = new ContactVisitor(new SiteUnderTest(url));
    const answer = await visitor.sendFiles(TEXTS, [['large.pdf', Buffer.concat([PDF, Buffer.alloc(50_000_000)])]]);
    expect(answer.status).toBe(422);
    expect(errorsOf(answer.text).join()).toMatch(/large\.pdf is larger than 50\sMB/);
    const page = cheerio.load(answer.text);
    expect(page('[name="subject"]').attr('value')).toBe(TEXTS.subject);
    // Nobody loses a file without being told: the visitor takes it out, or chooses another one.
    const again = await visitor.sendFiles({}, [], page);
    expect(again.status).toBe(422);
    expect(errorsOf(again.text).join()).toContain('Your message wasn’t sent because these files could not be added');
    page('[data-refused-file]').remove();
    expect((await visitor.sendFiles({}, [], page)).status).toBe(303);
  }, 60_000);

  it('[PAGE-01] a message has five files at most', async () => {
    const visitor = new ContactVisitor(new SiteUnderTest(url));
    const many = await visitor.sendFiles(
      TEXTS,
      Array.from({ length: 6 }, (_value, index) => [`${index}.pdf`, PDF]),
    );
    expect(many.status).toBe(422);
    expect(errorsOf(many.text).join()).toContain('at most 5 files');
    const page = cheerio.load(many.text);
    expect(page('[data-file] label').length).toBe(6);
    page('[data-file]').first().remove();
    expect((await visitor.sendFiles({}, [], page)).status).toBe(303);
  });

  it('[PAGE-01] a file that came in parts goes with the message', async () => {
    const visitor = new ContactVisitor(new SiteUnderTest(url));
    const page = await visitor.page('/contact');
    const part = (query: string, bytes: Buffer) => visitor.sendPart(query, bytes, page);
    const first = (await part('offset=0&last=0', PDF)).body as { token: string; received: number };
    // Sent once more, because the answer was lost: it counts once.
    const token = encodeURIComponent(first.token);
    await part(`offset=${PDF.length}&last=0&token=${token}`, PDF);
    const again = (await part(`offset=${PDF.length}&last=0&token=${token}`, PDF)).body as { received: number };
    expect([first.received, again.received]).toEqual([PDF.length, 2 * PDF.length]);
    const unfinished = await visitor.sendFiles({ ...TEXTS, attachments: first.token }, [], page);
    expect(unfinished.status).toBe(422);
    await part(`offset=${2 * PDF.length}&last=1&token=${token}`, PDF);
    expect((await visitor.sendFiles({ ...TEXTS, attachments: first.token }, [], page)).status).toBe(303);
  });

  it('[PAGE-01] what nobody needs to send is cut off', async () => {
    const boundary = 'B';
    const head = `--B\r\nContent-Disposition: form-data; name="attachments"; filename="a.pdf"\r\n\r\n`;
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from(head)),
      pull(controller) {
        sent += 1_000_000;
        if (sent > 400_000_000) controller.close();
        else controller.enqueue(Buffer.alloc(1_000_000, 65));
      },
    });
    const answer = await fetch(`${url}/contact`, {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: endless,
      duplex: 'half',
    }).then(
      ({ status }) => status,
      () => 'cut off',
    );
    expect([413, 'cut off']).toContain(answer);
    expect(sent).toBeLessThan(200_000_000);
    for (const [type, body, status] of [
      ['multipart/form-data', 'x', 400],
      ['multipart/form-data; boundary=B', '--B\r\nContent-Disp', 400],
      ['text/plain', 'name=x', 415],
      ['application/json', '{}', 415],
    ] as const)
      expect({
        type,
        status: (await fetch(`${url}/contact`, { method: 'POST', headers: { 'content-type': type }, body })).status,
      }).toEqual({ type, status });
    const elsewhere = await fetch(`${url}/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=B' },
      body: '--B--',
    });
    expect(elsewhere.status).toBe(415);
  });

  it('[PAGE-01] [AUTH-17] a program that fills in what nobody sees is told nothing; where a captcha is asked for, the server solves it', async () => {
    const site = new SiteUnderTest(url, 'charity-ca');
    expect((await site.page('/contact')).$('[data-island="captcha"], [data-captcha]').length).toBeGreaterThan(0);
    for (const values of [{ ...TEXTS, homepage: 'https://spam.example' }, TEXTS]) {
      const answer = await new ContactVisitor(site).sendFiles(values);
      expect([answer.status, answer.headers.location]).toEqual([303, '/']);
    }
    const input = { ...TEXTS, copy: false };
    const direct = await site.graphql<{ sendContactMessage: { errors: { field: string }[] } }>('SendContactMessage', {
      input,
    });
    expect(direct.sendContactMessage.errors).toMatchObject([{ field: 'captcha' }]);
  });

  it('[PAGE-01] the notice is one of a few words, whatever a cookie says', async () => {
    const answer = await new SiteUnderTest(url).get('/').set('Cookie', 'causeboard-notice=<script>alert(1)</script>');
    expect([answer.status, cheerio.load(answer.text)('[data-message]').length]).toEqual([200, 0]);
    expect(answer.text).not.toContain('<script>alert(1)');
    const ahead = await new SiteUnderTest(url)
      .get('/')
      .set('Cookie', 'causeboard-notice=contact-sent')
      .set('Sec-Purpose', 'prefetch');
    expect(ahead.headers['set-cookie']).toBeUndefined();
  });

  it('[GQL-03] files reach the backend through the product’s own endpoint as multipart', async () => {
    const form = new FormData();
    const variables = { files: [null], owner: 'the-browser-of-this-test' };
    form.append('operations', JSON.stringify({ operationName: 'KeepUploads', variables }));
    form.append('map', JSON.stringify({ 0: ['variables.files.0'] }));
    form.append('0', new Blob([PDF]), 'cv.pdf');
    const headers = { 'x-causeboard-request': '1' };
    const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body: form });
    expect(await answer.json()).toMatchObject({
      data: { keepUploads: { kept: [{ name: 'cv.pdf', size: PDF.length }], errors: [] } },
    });
  });
});

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

  it('[PAGE-01] has the text, the files and whom to answer; the copy goes to the sender', async () => {
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
    // What has been sent is not kept.
    await waitFor('sent files to be forgotten', async () => {
      const attached = await test.database.selectFrom('mail_attachment').select('name').execute();
      const kept = await test.database.selectFrom('application_file').select('name').execute();
      return attached.length + kept.length === 0;
    });
  });

  it('[PAGE-01] links what is too large for it, to be saved and never shown as a page', async () => {
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
