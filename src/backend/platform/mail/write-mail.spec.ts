import { load } from 'cheerio';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { TestSmtpServer } from '../../../../test/support/servers/smtp-server.js';
import { pauseAfter } from './due-mails.js';
import { SmtpMailer } from './smtp.mailer.js';
import { MAIL_WRITERS, writeMail, type ReadyMail, addressedMails, readableTextColour } from './write-mail.js';

const ORIGIN = 'https://jobs.example.org';
const sender = { title: 'Good Jobs', contactEmail: 'hello@good.test', accent: '#0b5d57' };
const site = { mail: sender };
const PATH = '/user/verify?token=a-b_c&x=1';
const LANGUAGES = ['en', 'de', 'fr'];
const TEMPLATES = Object.keys(MAIL_WRITERS);

function write(template: string, language: string, details: Record<string, string> = { path: PATH }): ReadyMail {
  const ready = writeMail({ template, language, details }, site, ORIGIN);
  if (!ready) throw new Error(`no ${template}`);
  return ready;
}

describe('writeMail', () => {
  it.each([
    ['en', 'You attached: cv.pdf, letter.docx.', 'You attached no files.'],
    ['de', 'Angehängte Dateien: cv.pdf, letter.docx.', 'Sie haben keine Dateien angehängt.'],
    ['fr', 'Fichiers joints\u00a0: cv.pdf, letter.docx.', 'Vous n’avez joint aucun fichier.'],
  ])(
    '[APP-01] tells applicants in %s what they attached, and leads to the job and the application',
    (language, files, none) => {
      const details = {
        path: '/user/applications/x',
        jobPath: '/job/7/cook',
        title: 'Cook',
        organization: 'Food Bank',
      };
      const { text, html } = write('application-sent', language, { ...details, files: 'cv.pdf, letter.docx' });
      expect(text).toContain(files);
      expect(load(html)(`a[href="${ORIGIN}/job/7/cook"]`).text()).toBe('Cook');
      expect(load(html)(`a[href="${ORIGIN}/user/applications/x"]`).length).toBeGreaterThan(0);
      expect(write('application-sent', language, { ...details, files: '' }).text).toContain(none);
    },
  );

  it.each(LANGUAGES.flatMap((language) => TEMPLATES.map((template) => [language, template] as const)))(
    '[I18N-02] writes in %s: %s, whole, as HTML and as text, and loads nothing',
    (language, template) => {
      const { subject, html, text, ...mail } = write(template, language);
      expect(mail.language).toBe(language);
      for (const part of [subject, html, text])
        expect(part).not.toMatch(/undefined|null|\[object|NaN|\bmail\.[a-z]|\{[a-z]+\}/);
      expect(subject.length).toBeLessThan(80);
      const $ = load(html);
      expect($('html').attr('lang')).toBe(language);
      expect($('img, script, link, iframe, form').length + (html.match(/url\(/g) ?? []).length).toBe(0);
      expect(text).toContain(`${ORIGIN}${PATH}`);
      expect($(`a[href="${ORIGIN}${PATH}"]`).length).toBeGreaterThan(0);
      // The address is the only detail that languages do not translate.
      if (language !== 'en') expect(subject).not.toBe(write(template, 'en').subject);
    },
  );

  it('[I18N-02] uses the site’s own texts', () => {
    const own = {
      mail: sender,
      locales: ['en-GB', 'de'],
      texts: {
        'en-GB': { 'mail.verify-email.subject': 'One more step to {site}', 'mail.greeting': 'Dear reader,' },
        de: { 'mail.farewell': 'Ihr {site}' },
      },
    };
    const writeOn = (language: string) =>
      writeMail({ template: 'verify-email', language, details: { path: PATH } }, own, ORIGIN)!;
    expect(writeOn('en').subject).toBe('One more step to Good Jobs');
    expect(writeOn('en').language).toBe('en');
    expect(writeOn('en').text).toContain('Dear reader,');
    expect(writeOn('de').subject).toBe(write('verify-email', 'de').subject);
    expect(writeOn('de').html).toContain('Ihr Good Jobs');
    expect(write('verify-email', 'en').text).toContain('Hello,');
  });

  it.each([
    [
      ['application-received', 'application-added', 'application-withdrawn'],
      'because you recruit for Food Bank on Good Jobs.',
    ],
    [['application-declined'], 'because you applied for “Cook” on Good Jobs.'],
    [
      ['interview-proposed', 'interview-booked', 'interview-changed', 'interview-canceled', 'interview-others'],
      'because of an interview for “Cook” that is arranged through Good Jobs.',
    ],
    [['recruiter-approved', 'recruiter-refused', 'recruiter-question'], 'because you have a recruiter account'],
    [['organization-invitation'], 'because Ann invited you on Good Jobs.'],
  ])('[REC-05] says why somebody gets %j', (templates, reason) => {
    const details = { path: PATH, name: 'Ann', title: 'Cook', organization: 'Food Bank' };
    for (const template of templates)
      expect(write(template, 'en', details).text).toContain(`You received this email ${reason}`);
  });

  it('[SEARCH-16] links a report to the page where the job can be taken offline', () => {
    const { text } = write('job-report', 'en', { path: PATH, title: 'Cook & cleaner' });
    expect(text).toContain(`take it offline: ${ORIGIN}/admin/all-jobs?title=Cook%20%26%20cleaner`);
  });

  it('greets applicants by their name, once', () => {
    const details = { path: PATH, name: 'Ann Lee', title: 'Cook', organization: 'Food Bank' };
    for (const template of ['application-sent', 'application-declined', 'application-deletion', 'interview-proposed']) {
      const { text, html } = write(template, 'en', details);
      expect(text).toMatch(/^Hello Ann Lee,\n\n(?!.*Ann Lee)/);
      expect(html.match(/Ann Lee/g)).toHaveLength(1);
    }
    expect(write('application-received', 'en', details).text).toMatch(/^Hello,\n\nAnn Lee has applied/);
  });

  it.each<Record<string, string>>([
    {},
    { startsOn: '2026-12-05', search: 'cook' },
    { subject: 'change' },
    { subject: 'change', startsOn: '2026-12-05' },
    { content: '{"people":1,"waiting":[],"interviews":[],"closing":[],"more":0}' },
    { content: '{"people":0,"waiting":[],"interviews":[],"closing":[],"more":0}' },
    ...['approved', 'refused', 'lapsed', 'revoked', 'gone'].map((outcome) => ({ outcome })),
  ])('[I18N-02] continues the greeting in lower case in German, and begins the preview with a capital: %j', (more) => {
    const details = { path: PATH, name: 'Ann', title: 'Cook', organization: 'Food Bank', product: 'Slots', ...more };
    for (const template of TEMPLATES) {
      const { text, html } = write(template, 'de', details);
      if (text.startsWith('Guten Tag'))
        expect(text).toMatch(/^Guten Tag( Ann)?,\n\n(?:\p{Ll}|(?:Sie|Ihre?|Menschen|Ann|Food Bank)\b)/u);
      expect(load(html)('div[aria-hidden]').text()).not.toMatch(/^\p{Ll}/u);
    }
  });

  it('says how long a link works', () => {
    const lasting = (template: string, language: string): string => write(template, language).text;
    expect(lasting('verify-email', 'en')).toContain('3 days');
    expect(lasting('reset-password', 'de')).toContain('1 Stunde');
    expect(lasting('change-email', 'fr')).toMatch(/24\sheures/);
  });

  it('[ROUTE-09] links to the pages in its language if addresses contain the language', () => {
    const home = `${ORIGIN}/de`;
    const at = (path: string) =>
      writeMail({ template: 'verify-email', language: 'de', details: { path } }, site, home)!;
    expect(at('/user/verify?token=x').text).toContain(`${home}/user/verify?token=x\n`);
    expect(load(at('/').html)(`a[href="${home}"]`).length).toBeGreaterThan(0);
    // Not even a path that looks like an address of another site.
    expect(load(at('//evil.test/x').html)('a[href^="http"]').attr('href')).toBe(`${home}/x`);
  });

  it('uses English for a language without texts, and nothing for an unknown template', () => {
    expect(write('verify-email', 'pt').language).toBe('en');
    expect(write('verify-email', 'en-CA').language).toBe('en');
    for (const template of ['nothing', 'constructor', '__proto__'])
      expect(writeMail({ template, language: 'en', details: {} }, site, ORIGIN)).toBeUndefined();
  });

  it('links only to the site', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          fc.string(),
          fc.string().map((rest) => `//${rest}`),
        ),
        (path) => {
          let ready: ReadyMail | undefined;
          try {
            ready = write('reset-password', 'en', { path });
          } catch {
            return;
          }
          const links = load(ready.html)('a[href^="http"]').toArray();
          expect(links.map(({ attribs }) => new URL(attribs.href!).origin)).toEqual(links.map(() => ORIGIN));
        },
      ),
    );
  });

  it('shows typed text literally, without interpreting markup', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        '<script>alert(1)</script>',
        '"><img src=x onerror=1>',
        "'><a href='https://evil'>",
        '</title><b>',
      ),
    );
    const { length } = load(write('link-identity', 'en', { path: PATH, provider: 'Google' }).html)('*');
    fc.assert(
      fc.property(hostile, fc.constantFrom(...LANGUAGES), (provider, language) => {
        const $ = load(write('link-identity', language, { path: PATH, provider }).html);
        expect($('*')).toHaveLength(length);
        const visible = provider.replace(/[^\P{Cc}\n]/gu, '').trim();
        if (!visible.includes('\n')) expect($('h1').text()).toContain(visible);
      }),
    );
  });

  it('prevents typed text from adding a header or a recipient', async () => {
    const smtp = await TestSmtpServer.start();
    const mailer = new SmtpMailer(smtp.url);
    const mails = addressedMails({
      sites: [{ name: 'good', languages: ['en'], countries: [], demo: 'canada', mail: sender }],
      homeOf: () => ORIGIN,
      from: undefined,
    });
    try {
      const injected = fc.constantFrom(
        '\r\nBcc: evil@example.org',
        '\nX-Evil: 1\n\nbody',
        '\u2028X-Evil: 1',
        '\0',
        '=?utf-8?q?=0AX-Evil:_1?=',
      );
      await fc.assert(
        fc.asyncProperty(fc.tuple(fc.string(), injected, fc.string()), async (parts) => {
          const provider = parts.join('');
          const row = { id: 1, site: 'good', language: 'en', template: 'link-identity', recipient: 'a@example.org' };
          const mail = mails.address({
            ...row,
            details: { path: PATH, provider },
            created_at: new Date(),
            message_key: 'k',
          })!;
          expect(await mailer.send(mail)).toEqual({ outcome: 'sent' });
          const { recipients, raw } = smtp.mails.at(-1)!;
          const { headers, to, bcc } = await PostalMime.parse(raw);
          expect(recipients).toEqual(['a@example.org']);
          expect({ to, bcc }).toEqual({ to: [{ name: '', address: 'a@example.org' }], bcc: undefined });
          expect(headers.map(({ key }) => key).sort()).toEqual(HEADERS);
        }),
        { numRuns: 60 },
      );
      const row = { id: 1, site: 'good', language: 'en', template: 'password-changed', details: {}, message_key: 'k' };
      for (const recipient of ['a@example.org, b@example.org', 'a@example.org\r\nRCPT TO:<b@example.org>']) {
        const mail = mails.address({ ...row, recipient, created_at: new Date() })!;
        const before = smtp.mails.length;
        await mailer.send(mail);
        for (const { recipients } of smtp.mails.slice(before)) expect(recipients).not.toContain('b@example.org');
      }
    } finally {
      mailer.close();
      await smtp.stop();
    }
  }, 60_000);
});

const HEADERS = [
  'auto-submitted',
  'content-language',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'reply-to',
  'subject',
  'to',
  'x-auto-response-suppress',
];

describe('the parts of mail', () => {
  it('uses a readable text colour on any accent colour', () => {
    expect([readableTextColour('#0b5d57'), readableTextColour('#ffe9b0'), readableTextColour('#000000')]).toEqual([
      '#ffffff',
      '#10201d',
      '#ffffff',
    ]);
  });

  it('pauses longer after each attempt, up to half an hour plus a fifth', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7, 50].map((attempts) => pauseAfter(attempts, () => 0));
    expect(pauses).toEqual([2, 15, 60, 300, 900, 1800, 1800, 1800].map((seconds) => seconds * 1000));
    expect(pauseAfter(9, () => 1)).toBe(2_160_000);
  });
});
