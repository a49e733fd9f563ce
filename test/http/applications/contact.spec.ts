import * as cheerio from 'cheerio';
import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { folded, PRODUCTS, type SiteName, SiteUnderTest } from '../../support/data/site.js';
import { ContactVisitor, errorsOf, FORM, PDF, PNG, TEXTS } from '../../support/visitors/contact-visitor.js';

describe.each(PRODUCTS)('the contact form, %s', (_name, url) => {
  const SITES: [SiteName, path: string, home: string][] = [
    ['default', '/contact', '/'],
    ['uk', '/contact', '/'],
    ['europe', '/de/kontakt', '/de'],
  ];

  it.each(SITES)(
    '[PAGE-01] %s: a message without scripts redirects home, where it is confirmed once',
    async (name, path, home) => {
      const visitor = new ContactVisitor(new SiteUnderTest(url, name), path);
      const answer = await visitor.sendFiles(TEXTS, [['cv.pdf', PDF]]);
      expect([answer.status, answer.headers.location]).toEqual([303, home]);
      const banner = (html: string) => cheerio.load(html)('[data-message]').text();
      const next = await visitor.get(home);
      expect(banner(next.text)).toMatch(name === 'europe' ? /Vielen Dank/ : /Thank you/);
      expect(next.headers['cache-control']).toBe('private, no-store');
      expect(banner((await visitor.get(home)).text)).toBe('');
      // No other visitor sees the confirmation.
      expect((await new SiteUnderTest(url, name).page(home)).$('[data-message]').length).toBe(0);
    },
  );

  it('[PAGE-01] [ROUTE-08] is at its German address, with all fields', async () => {
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

  it('[PAGE-01] is filled in with the name of people who are logged in, and redirects them to the dashboard', async () => {
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

  it('[PAGE-01] nothing typed or uploaded is lost if there is an error', async () => {
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

  it('[PAGE-01] a stored file is useless to others', async () => {
    const site = new SiteUnderTest(url);
    const wrong = await new ContactVisitor(site).sendFiles({ ...TEXTS, email: '' }, [['cv.pdf', PDF]]);
    const token = cheerio.load(wrong.text)('[data-file-list] input').attr('value')!;
    const thief = await new ContactVisitor(site).sendFiles({ ...TEXTS, attachments: token });
    expect(thief.status).toBe(422);
    expect(thief.text).not.toContain('cv.pdf');
    expect(errorsOf(thief.text).join()).toContain('has expired');
  });

  it('[PAGE-01] a form that was open for too long keeps what was typed, and says which files must be chosen again', async () => {
    const visitor = new ContactVisitor(new SiteUnderTest(url));
    // One file was stored with an earlier submission of the form.
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

  it('[PAGE-01] a form with too many fields is refused before they are processed', async () => {
    const many = Array.from({ length: 90_000 }, (_none, index) => `f${index}=`).join('&');
    const answer = await new SiteUnderTest(url).post('/contact').type('form').send(many);
    expect(answer.status).toBe(413);
  });

  it('[PAGE-01] the type of a file is determined by its content, and the error message lists the allowed types', async () => {
    const visitor = new ContactVisitor(new SiteUnderTest(url));
    const answer = await visitor.sendFiles(TEXTS, [
      ['<b>page</b>.pdf', Buffer.from('<html><script>alert(1)</script>')],
      ['good.pdf', PDF],
    ]);
    expect(answer.status).toBe(422);
    expect(errorsOf(answer.text).join()).toMatch(/choose a PDF, DOCX, ODT, JPG, PNG or WebP file/);
    expect(answer.text).not.toContain('<script>alert(1)');
    expect(cheerio.load(answer.text)('[data-file] label').text()).toContain('good.pdf');
  });

  it('[PAGE-01] a file of more than 50 MB is refused during the upload, and the form is shown again', async () => {
    const visitor = new ContactVisitor(new SiteUnderTest(url));
    const answer = await visitor.sendFiles(TEXTS, [['large.pdf', Buffer.concat([PDF, Buffer.alloc(50_000_000)])]]);
    expect(answer.status).toBe(422);
    expect(errorsOf(answer.text).join()).toMatch(/large\.pdf is larger than 50\sMB/);
    const page = cheerio.load(answer.text);
    expect(page('[name="subject"]').attr('value')).toBe(TEXTS.subject);
    // A missing file is always reported: the visitor must remove it or choose another one.
    const again = await visitor.sendFiles({}, [], page);
    expect(again.status).toBe(422);
    expect(errorsOf(again.text).join()).toContain('Your message wasn’t sent because these files could not be added');
    page('[data-refused-file]').remove();
    expect((await visitor.sendFiles({}, [], page)).status).toBe(303);
  }, 60_000);

  it('[PAGE-01] a message has at most five files', async () => {
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

  it('[PAGE-01] a file that was uploaded in parts is sent with the message', async () => {
    const visitor = new ContactVisitor(new SiteUnderTest(url));
    const page = await visitor.page('/contact');
    const part = (query: string, bytes: Buffer) => visitor.sendPart(query, bytes, page);
    const first = (await part('offset=0&last=0', PDF)).body as { token: string; received: number };
    // Repeated because the response was lost; the part must count only once.
    const token = encodeURIComponent(first.token);
    await part(`offset=${PDF.length}&last=0&token=${token}`, PDF);
    const again = (await part(`offset=${PDF.length}&last=0&token=${token}`, PDF)).body as { received: number };
    expect([first.received, again.received]).toEqual([PDF.length, 2 * PDF.length]);
    const unfinished = await visitor.sendFiles({ ...TEXTS, attachments: first.token }, [], page);
    expect(unfinished.status).toBe(422);
    await part(`offset=${2 * PDF.length}&last=1&token=${token}`, PDF);
    expect((await visitor.sendFiles({ ...TEXTS, attachments: first.token }, [], page)).status).toBe(303);
  });

  it('[PAGE-01] an upload that is far too large is aborted', async () => {
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

  it('[PAGE-01] [AUTH-17] a bot that fills in the hidden field is not told so; if a captcha is required, the server solves it', async () => {
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

  it('[PAGE-01] the notice is one of a few fixed texts, whatever the cookie contains', async () => {
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
