import * as cheerio from 'cheerio';
import { extractText } from 'unpdf';
import { Applicant, FORM, TYPED } from '../../support/visitors/applicant.js';
import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { docxOf, docxWithMacros, odtOf } from '../../support/data/resume-files.js';
import { folded, PRODUCTS, type SiteName, SiteUnderTest } from '../../support/data/site.js';

const PDF = Buffer.from('%PDF-1.7\nA letter.');
const alertsOf = (html: string) => folded(cheerio.load(html)('[role="alert"]').text());

/** Addresses of application forms of jobs that have one. */
async function forms(site: SiteUnderTest, jobs = '/jobs'): Promise<string[]> {
  const found: string[] = [];
  for (let page = 1; found.length < 3 && page < 8; page += 1) {
    const list = await site.page(`${jobs}?page=${page}`);
    const paths = list
      .$('[data-region="results"] h2 a[href*="/job/"]')
      .map((_index, link) => list.$(link).attr('href')!.split('?')[0]!)
      .get();
    for (const path of paths) {
      const job = await site.page(path);
      const way = job.$('a[href*="/apply/"], a[href*="/bewerben/"], a[href*="/postuler/"]').first().attr('href');
      if (way) found.push(way);
    }
  }
  return found;
}

describe.each(PRODUCTS)('applying, %s', (_name, url) => {
  const site = new SiteUnderTest(url);
  let ways: string[];
  let recruiter: FormVisitor;
  /** List of applications and application form of the demo recruiter's job that requires everything. */
  let list: string;
  let strict: string;

  beforeAll(async () => {
    ways = await forms(site);
    recruiter = await FormVisitor.loggedIn(site, 'recruiter');
    const known = await FormVisitor.loggedIn(site, 'applicant');
    // The application of the demo data, to the demo recruiter's organization.
    const own = (await known.page('/dashboard'))('#applications a[href*="/application/"]').last().attr('href')!;
    const job = (await known.page(own))('main a[href*="/job/"]').first().attr('href')!;
    list = `/applications/${job.split('/')[2]!}`;
    strict = job.replace('/job/', '/apply/');
  }, 60_000);

  it.each<[SiteName, string, string]>([
    ['default', '/jobs', '/apply/'],
    ['charity-ca', '/jobs', '/apply/'],
    ['uk', '/jobs', '/apply/'],
    ['europe', '/de/jobs', '/de/bewerben/'],
    ['europe', '/fr/emploi', '/fr/postuler/'],
  ])('[APP-01] [ROUTE-08] %s: jobs with a form lead to it from %s', async (name, jobs, way) => {
    const own = new SiteUnderTest(url, name);
    const [first] = await forms(own, jobs);
    expect(first).toContain(way);
    const page = await own.page(first!);
    expect([page.status, page.headers['cache-control']]).toEqual([200, 'private, no-store']);
    for (const field of ['firstName', 'lastName', 'emailAddress', 'coverLetter', 'attachments'])
      expect({
        field,
        labels: page.$(`label[for="${page.$(`${FORM} [name="${field}"]`).attr('id')!}"]`).length,
      }).toEqual({
        field,
        labels: 1,
      });
  });

  it('[APP-01] without scripts and without an account: an application is sent, and the page says what happens next', async () => {
    const applicant = new Applicant(site);
    const answer = await applicant.apply(ways[0]!, TYPED, [['cv.pdf', PDF]]);
    expect([answer.status, answer.headers.location]).toEqual([303, `${ways[0]!}?notice=sent`]);
    const page = cheerio.load((await applicant.get(answer.headers.location!)).text);
    expect(folded(page('main h1').text())).toBe('Your application is on its way');
    expect(page('main ol li').length).toBe(3);
  });

  it('[APP-01] a wrong name in the address redirects to the right one; a job without a form to the job; an unknown job is not found', async () => {
    const applicant = new Applicant(site);
    const id = ways[0]!.split('/')[2]!;
    const wrong = await site.get(`/apply/${id}/something-else`).redirects(0);
    expect([wrong.status, wrong.headers.location]).toEqual([301, ways[0]]);
    expect((await site.get('/apply/999999999/x').redirects(0)).status).toBe(404);
    expect((await applicant.get('/apply/x/y')).status).toBe(404);
  });

  it('[APP-01] requires what the job requires, and keeps what was typed and uploaded', async () => {
    const applicant = new Applicant(site);
    const nothing = { firstName: 'Ann', lastName: '', emailAddress: 'ann@', coverLetter: '', answer1: '' };
    const refused = await applicant.apply(strict, nothing, [['letter.pdf', PDF]]);
    expect(refused.status).toBe(422);
    const page = cheerio.load(refused.text);
    const errorOf = (field: string) => folded(page(`#field-${field}-error`).text());
    for (const field of ['lastName', 'emailAddress', 'coverLetter', 'answer1'])
      expect({ field, error: errorOf(field) }).not.toEqual({ field, error: '' });
    expect(page('[name="firstName"]').attr('value')).toBe('Ann');
    expect(folded(page('[data-file-list]').text())).toContain('letter.pdf');
    // Uploaded files need not be chosen again.
    expect((await applicant.apply(page)).status).toBe(303);
    const without = await new Applicant(site).apply(strict, TYPED);
    expect(alertsOf(without.text)).toContain('Please attach your resume');
  });

  it('[APP-02] a refused file is shown with the reason, and nothing else is lost', async () => {
    const applicant = new Applicant(site);
    const answer = await applicant.apply(ways[1]!, TYPED, [
      ['virus.pdf', Buffer.from('MZ')],
      ['cv.pdf', PDF],
      ['empty.pdf', Buffer.alloc(0)],
    ]);
    expect(answer.status).toBe(422);
    expect(alertsOf(answer.text)).toContain(
      'virus.pdf could not be added. Please choose a PDF, DOCX, ODT, JPG, PNG or WebP file',
    );
    expect(alertsOf(answer.text)).toContain('empty.pdf is empty');
    const page = cheerio.load(answer.text);
    expect(page('[name="coverLetter"]').text().trim()).toBe(TYPED.coverLetter);
    expect(page('[data-file-list] [data-file]').length).toBe(1);
    page('[data-refused-file]').remove();
    expect((await applicant.apply(page)).status).toBe(303);
  });

  it('[APP-02] accepts DOCX and ODT, and refuses macros under any file name', async () => {
    const applicant = new Applicant(site);
    const answer = await applicant.apply(ways[2]!, TYPED, [
      ['letter.docx', Buffer.from(docxOf(['Dear all']))],
      ['cv.odt', Buffer.from(odtOf('My CV'))],
      ['harmless.docx', Buffer.from(docxWithMacros())],
      ['macros.docm', Buffer.from(docxWithMacros())],
    ]);
    expect(answer.status).toBe(422);
    expect(alertsOf(answer.text)).toContain('harmless.docx contains macros');
    expect(alertsOf(answer.text)).toContain('macros.docm contains macros');
    const page = cheerio.load(answer.text);
    const kept = page('[data-file-list] [data-file] span').map((_at, file) => page(file).text());
    expect(kept.get()).toEqual(['letter.docx', 'cv.odt']);
    page('[data-refused-file]').remove();
    expect((await applicant.apply(page)).status).toBe(303);
  });

  it('[APP-02] a form with a refused file is refused again; without it, or with another one, it is accepted', async () => {
    const applicant = new Applicant(site);
    const first = cheerio.load((await applicant.apply(ways[1]!, TYPED, [['my cv é.exe', Buffer.from('MZ')]])).text);
    expect(first('[data-refused-file] span').text()).toBe('my cv é.exe');
    const again = await applicant.apply(first);
    expect(again.status).toBe(422);
    expect(alertsOf(again.text)).toContain('Your application wasn’t sent');
    const second = cheerio.load(again.text);
    expect(second('[data-refused-file] input[checked]').length).toBe(1);
    second('[data-refused-file] input').removeAttr('checked');
    expect((await applicant.apply(second)).status).toBe(303);
    const other = await applicant.apply(ways[2]!, TYPED, [['a.exe', Buffer.from('MZ')]]);
    expect((await applicant.apply(cheerio.load(other.text), {}, [['cv.pdf', PDF]])).status).toBe(303);
    const hostile = await applicant.apply(ways[2]!, { ...TYPED, refusedFiles: '%E0%A4%A' });
    expect(hostile.status).toBe(422);
  });

  it('[APP-02] 51 MB are refused during the upload, and the form is shown again', async () => {
    const large = Buffer.concat([PDF, Buffer.alloc(51_000_000, 1)]);
    const answer = await new Applicant(site).apply(ways[1]!, TYPED, [['large.pdf', large]]);
    expect(answer.status).toBe(422);
    expect(alertsOf(answer.text)).toMatch(/large\.pdf is larger than 50\sMB/);
    expect(cheerio.load(answer.text)('[name="firstName"]').attr('value')).toBe('Ann');
  }, 60_000);

  it('[APP-01] asks once before an application without files and letter is sent, but shows errors first', async () => {
    const applicant = new Applicant(site);
    const wrong = await applicant.apply(ways[1]!, { ...TYPED, coverLetter: '', emailAddress: 'ann@' });
    expect(wrong.status).toBe(422);
    expect(wrong.text).not.toContain('Send without');
    const asked = await applicant.apply(ways[1]!, { ...TYPED, coverLetter: '' });
    expect(asked.status).toBe(200);
    const page = cheerio.load(asked.text);
    expect(folded(page('form h2').text())).toBe('Send without a resume and a cover letter?');
    expect(page('form h2').attr('autofocus')).toBeDefined();
    expect(page(page('form h2 ~ p a').attr('href')).attr('type')).toBe('file');
    expect(page('[name="firstName"]').attr('value')).toBe('Ann');
    expect((await applicant.apply(page)).headers.location).toContain('notice=sent');
  });

  it('[APP-01] the same form submitted twice at the same time is one application', async () => {
    const applicant = new Applicant(site);
    const page = await applicant.page(strict);
    const values = { ...TYPED, lastName: `Twice ${_name}`, emailAddress: 'twice@people.test' };
    const kept = cheerio.load((await applicant.apply(page, { ...values, lastName: '' }, [['cv.pdf', PDF]])).text);
    const answers = await Promise.all([1, 2, 3].map(() => applicant.apply(kept, values)));
    // Submitted again after going back.
    answers.push(await applicant.apply(kept, values));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    const shown = (await recruiter.page(`${list}?state=new`))('main ul a')
      .map((_index, link) => folded(cheerio.load(link).text()))
      .get();
    expect(shown.filter((name) => name.endsWith(`Twice ${_name}`))).toHaveLength(1);
    // Changed after going back: it is refused once, and sent with the next click.
    const corrected = { ...values, emailAddress: 'corrected@people.test' };
    const refused = await applicant.apply(kept, corrected);
    expect([refused.status, alertsOf(refused.text)]).toEqual([422, expect.stringContaining('already been sent')]);
    const next = cheerio.load(refused.text);
    expect(next('[name="emailAddress"]').attr('value')).toBe(corrected.emailAddress);
    expect((await applicant.apply(next, corrected, [['cv.pdf', PDF]])).status).toBe(303);
  });

  it('[APP-01] a form of another site, or of a page that is too old, is refused', async () => {
    const applicant = new Applicant(site);
    const late = await applicant.apply(ways[2]!, { ...TYPED, csrfToken: 'of another day' }, [['cv.pdf', PDF]]);
    expect(late.status).toBe(403);
    // Nothing is stored without a valid token, but what was typed is kept.
    const page = cheerio.load(late.text);
    expect(page('[data-file-list]').text()).toBe('');
    expect(page('[role="alert"]').text()).toContain('choose them again');
    expect(page('[name="firstName"]').attr('value')).toBe(TYPED.firstName);
    const part = site
      .post('/application-files?locale=en&name=cv.pdf&offset=0&last=1')
      .set('content-type', 'application/octet-stream');
    expect((await part.send(PDF)).status).toBe(403);
  });

  it('[REC-05] the recruiter reads, moves and answers an application; the applicant sees it', async () => {
    const applicant = await Applicant.known(site, 'applicant');
    // The application may have been moved in the test of the other product.
    if ((await applicant.get(ways[2]!)).status === 200)
      expect((await applicant.apply(ways[2]!, { ...TYPED, lastName: `Known ${_name}` })).status).toBe(303);
    const dashboard = await applicant.page('/dashboard');
    const own = dashboard('#applications a[href*="/application/"]').first().attr('href')!;
    expect((await applicant.get(own)).status).toBe(200);
    // The application of the demo data, to the demo recruiter's organization.
    const all = await recruiter.page(list);
    const amara = all('main ul a')
      .filter((_index, link) => /Amara/.test(cheerio.load(link).text()))
      .attr('href')!;
    const page = await recruiter.page(amara);
    const buttons = page('#move button')
      .map((_index, button) => page(button).attr('value'))
      .get();
    const state = buttons.includes('interview') ? 'interview' : 'in_review';
    const moved = await recruiter.send(amara, '#move form', { state });
    expect([moved.status, moved.headers.location]).toEqual([303, `${amara}?notice=moved#main`]);
    const template = await recruiter.page(`${amara}?template=invitation`);
    expect(template('#answer [name="body"]').text()).toContain('Amara Okafor');
    const words = { subject: `Hello ${_name}`, body: `<script>alert(1)</script> ${Date.now()}`, moveTo: '' };
    const preview = await recruiter.send(amara, '#answer form[method="post"]', { ...words, preview: 'yes' });
    expect(preview.status).toBe(200);
    expect(cheerio.load(preview.text)('#answer section').text()).toContain(words.body);
    // A colleague has moved the application since the form was opened.
    const stale = { ...words, moveTo: 'offer', from: 'hired' };
    const shown = await recruiter.send(amara, '#answer form[method="post"]', { ...stale, preview: 'yes' });
    expect(cheerio.load(shown.text)('#answer [name="from"]').attr('value')).toBe('hired');
    const refused = await recruiter.send(amara, '#answer form[method="post"]', stale);
    expect([refused.status, alertsOf(refused.text)]).toEqual([422, expect.stringContaining('Somebody else')]);
    const again = cheerio.load(refused.text);
    expect(again('#answer [name="body"]').text().trim()).toBe(words.body);
    expect(again('#answer [name="from"]').attr('value')).toBe(state);
    const sent = await recruiter.send(amara, '#answer form[method="post"]', words);
    expect([sent.status, sent.headers.location]).toEqual([303, `${amara}?notice=answered#main`]);
    const [delayed] = (await recruiter.page(amara))('[data-delayed-mail]').get().slice(-1);
    const mail = cheerio.load(delayed!)('[name="mail"]').attr('value')!;
    const id = amara.split('/').at(-1)!;
    expect((await applicant.page(`/application/${id}`))('#history').text()).not.toContain(words.body);
    const gone = await recruiter.send(list, '[data-delayed-mail]', { form: 'delayed', id, mail, go: 'send' });
    expect([gone.status, gone.headers.location]).toEqual([303, `${list}?notice=sent#main`]);
    const late = await recruiter.send(amara, '#move form', { form: 'delayed', id, mail, go: 'undo' });
    expect([late.status, alertsOf(late.text)]).toEqual([
      422,
      expect.stringContaining('The email has already gone out and can’t be taken back'),
    ]);
    const seen = await applicant.page(`/application/${id}`);
    expect(seen('#history').text()).toContain(words.body);
    expect(seen('#history script').length).toBe(0);
  });

  it('[REC-05] [APP-07] unread applications come first on the dashboard, and are counted next to the job', async () => {
    const applicant = new Applicant(site);
    const values = { ...TYPED, emailAddress: 'first@people.test' };
    expect((await applicant.apply(strict, values, [['cv.pdf', PDF]])).status).toBe(303);
    const shown = await recruiter.page(`${list}?state=new`);
    const fresh = shown('main li[data-unread]').length;
    const [first] = (await recruiter.page('/dashboard'))('section[aria-labelledby="next"] li').get();
    const step = cheerio.load(first!);
    expect(folded(step('h3').text())).toMatch(/^[1-9]\d* new applications?$/);
    expect(step('a').attr('href')).toBe('/applications');
    const title = (await recruiter.page(list))('main h1').text().trim();
    const manager = await recruiter.page(`/job-manager?${new URLSearchParams({ search: title }).toString()}`);
    expect(folded(manager(`a[href="${list}"]`).text())).toMatch(new RegExp(`^\\d+ applications \\(${fresh} new\\)$`));
  });

  it('[REC-05] [ROLE-02] these pages and files do not exist for anybody else', async () => {
    const one = (await recruiter.page(list))('main ul a').first().attr('href')!;
    const page = await recruiter.page(`${list}?state=offer`);
    const withFile = page('main ul a').first().attr('href')!.split('?')[0]!;
    const file = (await recruiter.page(withFile))('a[href^="/application-files/"]').first().attr('href')!;
    const download = await recruiter.get(file);
    expect([download.status, download.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(download.headers['content-disposition']).toMatch(/^attachment;/);
    expect(download.headers['x-content-type-options']).toBe('nosniff');
    const archive = await recruiter.get(`/application-files/${withFile.split('/').at(-1)!}.zip`);
    expect([archive.status, archive.headers['content-type']]).toEqual([200, 'application/zip']);
    const other = await FormVisitor.loggedIn(site, 'applicant');
    for (const path of [list, one, file, '/applications/1/x', '/application-files/../files'])
      expect({ path, status: (await other.get(path)).status }).toEqual({ path, status: 404 });
    const anonymous = new FormVisitor(site);
    expect((await anonymous.get(file)).status).toBe(404);
    const asked = await site.get(one).redirects(0);
    expect([asked.status, asked.headers.location]).toEqual([
      302,
      `/user/login?destination=${one}&error=SessionRequired`,
    ]);
    for (const name of ['editor', 'siteadmin'])
      expect((await (await FormVisitor.loggedIn(site, name)).get(one)).status).toBe(404);
    const admin = await FormVisitor.loggedIn(site, 'admin');
    expect((await admin.get(file)).status).toBe(404);
    const ask = (await admin.get(one)).headers.location!;
    expect(ask).toMatch(/^\/admin\/access\?kind=job&/);
    const opened = await admin.send(ask, 'form[data-form="access"]', { reason: 'A complaint of the applicant' });
    expect([opened.status, opened.headers.location]).toEqual([303, one]);
    for (const path of [one, list, file]) expect((await admin.get(path)).status).toBe(200);
    expect((await admin.page('/admin/audit'))('main').text()).toContain('A complaint of the applicant');
  });

  it('[APP-01] an applicant withdraws an application', async () => {
    const applicant = await Applicant.known(site, 'applicant');
    const [tab, otherTab] = [await applicant.page(ways[0]!), await applicant.page(ways[0]!)];
    expect((await applicant.apply(tab, TYPED)).headers.location).toContain('notice=sent');
    const own = (await applicant.page('/dashboard'))('#applications a[href*="/application/"]').first().attr('href')!;
    for (const twice of [await applicant.apply(otherTab, TYPED), await applicant.get(ways[0]!)])
      expect(twice.headers.location).toBe(`${own}?notice=already`);
    const withdrawn = await applicant.send(own, '#withdraw form', {});
    expect([withdrawn.status, withdrawn.headers.location]).toEqual([303, `${own}?notice=withdrawn#main`]);
    expect((await applicant.page(own))('#withdraw').length).toBe(0);
    expect((await applicant.get(ways[0]!)).status).toBe(200);
  });

  it('[APP-01] [APP-03] the resume is attached as a file and as text, unless it is left out', async () => {
    const applicant = await Applicant.known(site, 'applicant');
    const form = await applicant.page(ways[1]!);
    expect(form('input[name="withResume"][checked]').length).toBe(1);
    expect((await applicant.apply(form, { ...TYPED, coverLetter: '' })).headers.location).toContain('notice=sent');
    const own = (await applicant.page('/dashboard'))('#applications a[href*="/application/"]').first().attr('href')!;
    const shown = await applicant.page(own);
    // Next to it, a link shows the file in the browser.
    const file = shown('[aria-labelledby="files"] a').first();
    expect(file.text()).toMatch(/^Resume .+\.pdf$/);
    const title = folded(shown('[aria-labelledby="resume"] strong').first().text());
    expect(title).not.toBe('');
    expect(folded((await applicant.page('/resume'))('main').text())).toContain(title);
    const pdf = await applicant.get(file.attr('href')!);
    const { text } = await extractText(new Uint8Array(pdf.body as Buffer), { mergePages: true });
    expect(folded(text)).toContain(title);
    expect(folded(text)).toContain('applicant@demo.causeboard.test');
    await applicant.send(own, '#withdraw form', {});

    const again = await applicant.page(ways[1]!);
    again('input[name="withResume"]').remove();
    expect((await applicant.apply(again, { ...TYPED, askedForFiles: 'yes' })).status).toBe(303);
    const second = (await applicant.page('/dashboard'))('#applications a[href*="/application/"]').first().attr('href')!;
    const without = await applicant.page(second);
    expect(without('[aria-labelledby="files"] a, [aria-labelledby="resume"]').length).toBe(0);
    await applicant.send(second, '#withdraw form', {});
    expect((await site.page(ways[1]!)).$('input[name="withResume"]').length).toBe(0);
  });
});
