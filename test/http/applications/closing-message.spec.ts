import * as cheerio from 'cheerio';
import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { folded, PRODUCTS, SiteUnderTest } from '../../support/data/site.js';

const FORM = 'form[data-closing-form]';
const APPLY = 'form[data-apply-form]';

/** A browser without scripts that submits all fields of a form unchanged. */
class Writer extends FormVisitor {
  async sendWhole(path: string, form: string, values: Record<string, string> = {}) {
    const page = await this.page(path);
    const sent = Object.fromEntries(
      page(form)
        .find('input:not([type="checkbox"]), input[checked], textarea')
        .toArray()
        .map((input) => [
          page(input).attr('name')!,
          input.tagName === 'textarea' ? page(input).text() : (page(input).attr('value') ?? ''),
        ]),
    );
    return this.post(page(form).attr('action')!.replace(/#.*/, ''), { ...sent, ...values });
  }
}

describe.each(PRODUCTS)('closing a job, %s', (_name, url) => {
  const site = new SiteUnderTest(url);

  /** Publishes a copy of the demo recruiter's first job, with an application form. @returns its id and its page */
  async function publishCopy(recruiter: FormVisitor): Promise<{ id: string; path: string }> {
    const list = (await recruiter.page('/applications'))('main ul a[href*="/applications/"]').first().attr('href')!;
    const original = list.split('/').at(-1)!;
    const { headers } = await recruiter.post('/job-manager', {
      ...(await csrfOf(recruiter)),
      id: original,
      go: 'duplicate',
    });
    const id = /job=(\d+)/.exec(headers.location!)![1]!;
    const asksNothing = {
      applicationRequireCv: '',
      applicationRequireCoverLetter: '',
      applicationQualifyingQuestions: '',
    };
    const form = { applicationWorkflow: 'form', ...asksNothing, go: 'next' };
    await recruiter.send(`/job/wizard?job=${id}&step=application`, 'form[data-defined-form]', form);
    const done = await recruiter.send(`/job/wizard?job=${id}&step=preview`, '[data-job-moves]', { go: 'publish' });
    expect(done.status).toBe(303);
    const row = (await recruiter.page('/job-manager?state=published'))(`[data-job="${id}"]`);
    return { id, path: row.find('a[href^="/job/"]').not('[href*="/wizard?"]').attr('href')! };
  }

  async function apply(visitor: FormVisitor, path: string, name: string): Promise<void> {
    const way = path.replace('/job/', '/apply/');
    const page = await visitor.page(way);
    const answers = Object.fromEntries(
      page(APPLY)
        .find('[name^="answer"]')
        .toArray()
        .map((input) => [page(input).attr('name')!, 'At once']),
    );
    const typed = {
      firstName: name,
      lastName: 'Bell',
      emailAddress: `${name.toLowerCase()}@people.test`,
      coverLetter: 'I cook.',
    };
    const answer = await visitor.send(way, APPLY, { ...typed, ...answers });
    expect([answer.status, folded(cheerio.load(answer.text)('[role="alert"]').text())]).toEqual([303, '']);
  }

  it('[REC-05] [REC-03] [APP-07] without scripts: archiving asks for a message, shows its recipients, and the applicant gets it', async () => {
    const recruiter = await FormVisitor.loggedIn(site, 'recruiter');
    const writer = new Writer(site);
    const { DEMO_PASSWORD: password } = await import('../../support/products.mjs');
    await writer.send('/user/login', 'form[data-form="login"]', { email: 'recruiter@demo.causeboard.test', password });
    const { id, path } = await publishCopy(recruiter);
    const applicant = await FormVisitor.loggedIn(site, 'applicant');
    await apply(applicant, path, 'Clara');
    const row = (await recruiter.page('/job-manager?state=published'))(`[data-job="${id}"]`);
    expect(row.find('button[value="archive"]').length).toBe(0);
    const closing = row.find('a[href*="/job-manager/close"]').attr('href')!;
    // Submitting an older version of the page leads there too.
    const old = await recruiter.post('/job-manager', { ...(await csrfOf(recruiter)), id, go: 'archive' });
    expect([old.status, old.headers.location]).toEqual([303, closing]);
    const shown = await writer.page(closing);
    expect(folded(shown('[data-closing-recipients]').text())).toContain('Clara Bell');
    expect(shown('[data-closing-preview]').length).toBe(0);
    expect(shown('[data-closing-recipients] input[name="tell"]').attr('checked')).toBe('checked');
    const nobody = await writer.sendWhole(closing, FORM, { tell: '', preview: 'yes' });
    expect(cheerio.load(nobody.text)('input[name="tell"][checked]').length).toBe(0);
    const preview = await writer.sendWhole(closing, FORM, { 'subject.en': 'All is said', preview: 'yes' });
    const $preview = cheerio.load(preview.text);
    expect([preview.status, $preview('[data-closing-preview] h3').text()]).toEqual([200, 'All is said']);
    expect($preview('[data-closing-preview]').text()).toContain('Hello Clara Bell,');
    const empty = await writer.sendWhole(closing, FORM, { 'subject.en': ' ', 'body.en': 'Kept as typed' });
    const $empty = cheerio.load(empty.text);
    expect([empty.status, $empty('[name="body.en"]').text()]).toEqual([422, 'Kept as typed']);
    expect(folded($empty('[role="alert"]').text())).toContain('Subject: Field is required');
    const done = await writer.sendWhole(closing, FORM, { 'subject.en': `Closed ${id}` });
    const address = `/job-manager?state=archived&notice=close&job=${id}`;
    expect([done.status, done.headers.location]).toEqual([303, address]);
    const after = await recruiter.page(address);
    expect(folded(after('[role="status"]').text())).toContain('your message is on its way');
    // Then the browser deletes the message that it has stored.
    expect(after('[data-text-arrived]').attr('data-text-arrived')).toBe(shown(FORM).attr('data-unsent'));
    expect(after(`[data-job="${id}"]`).length).toBe(1);
    // The mail is sent ten minutes later, or at once if the recruiter wants it.
    const inList = `/applications/${id}`;
    expect((await recruiter.send(inList, '[data-delayed-mail]', { go: 'send' })).status).toBe(303);
    const dashboard = await applicant.page('/dashboard');
    const own = dashboard('#applications li').first();
    expect(folded(own.text())).toMatch(/since .+Declined/);
    const letter = await applicant.page(own.find('a').attr('href')!);
    expect(folded(letter('main').text())).toContain(`Closed ${id}`);
    expect(folded((await writer.page(closing))('main').text())).toContain('Nobody is waiting for an answer');
  }, 60_000);

  it('[REC-05] an applicant whom a colleague invites while the message is written keeps the interview', async () => {
    const recruiter = await FormVisitor.loggedIn(site, 'recruiter');
    const writer = new Writer(site);
    const { DEMO_PASSWORD: password } = await import('../../support/products.mjs');
    await writer.send('/user/login', 'form[data-form="login"]', { email: 'recruiter@demo.causeboard.test', password });
    const { id, path } = await publishCopy(recruiter);
    await apply(await FormVisitor.loggedIn(site, 'applicant'), path, 'Ines');
    const closing = `/job-manager/close?job=${id}`;
    const shown = await writer.page(closing);
    const application = shown('[data-closing-recipients] input[name="shown"]').attr('value')!;
    expect(shown('input[name="invited"]').length).toBe(0);
    const board = (await recruiter.page(`/applications/${id}`))('main nav a[href$="/board"]').attr('href')!;
    const step = { id: application, from: 'new', state: 'interview' };
    expect((await recruiter.send(board, `[data-card="${application}"] form`, step)).status).toBe(303);
    const now = await writer.page(closing);
    expect(now('input[name="invited"]').attr('value')).toBe(application);
    // The page from before is sent: she was ticked, and shown without an interview.
    const before = { tell: application, invited: '', 'subject.en': `Closed ${id}` };
    const preview = await writer.sendWhole(closing, FORM, { ...before, preview: 'yes' });
    expect(cheerio.load(preview.text)('input[name="tell"][checked]').length).toBe(0);
    expect((await writer.sendWhole(closing, FORM, before)).status).toBe(303);
    const after = await recruiter.page(`/applications/${id}/${application}`);
    expect(folded(after('main').text())).toContain('Interview');
    expect(folded(after('main').text())).not.toContain(`Closed ${id}`);
  }, 60_000);

  it('[ROLE-02] is not available to others', async () => {
    const stranger = await FormVisitor.loggedIn(site, 'applicant');
    expect((await stranger.get('/job-manager/close?job=1')).status).toBe(404);
    const recruiter = await FormVisitor.loggedIn(site, 'recruiter');
    expect((await recruiter.get('/job-manager/close?job=999999')).status).toBe(404);
    expect((await site.get('/job-manager/close?job=1').redirects(0)).status).toBe(302);
  });
});

async function csrfOf(visitor: FormVisitor): Promise<Record<string, string>> {
  const page = await visitor.page('/job-manager');
  const field = page('[data-job-actions] input').first();
  return { [field.attr('name')!]: field.attr('value')! };
}
