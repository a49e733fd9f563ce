import * as cheerio from 'cheerio';
import { publishJobWithForm, STEP } from '../../support/data/job-writer.js';
import { Applicant, TYPED } from '../../support/visitors/applicant.js';
import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { folded, PRODUCTS, SiteUnderTest } from '../../support/data/site.js';

const PDF = Buffer.from('%PDF-1.7\nA letter.');
const HOSTILE = '<b>At once</b>\nor later';
const alertsOf = (page: cheerio.CheerioAPI) => folded(page('[role="alert"]').text());
const formOf = (page: cheerio.CheerioAPI) => page('form[data-apply-form]');

/** Quoted answers, with their questions. */
function quoted(page: cheerio.CheerioAPI): [question: string, answer: string][] {
  return page('main dl > div')
    .toArray()
    .map((each) => [page(each).find('dt').text(), page(each).find('dd').text()]);
}

/** Address of a form that takes applications, from a list of jobs. */
async function anyForm(site: SiteUnderTest, jobs: string): Promise<string> {
  const list = await site.page(jobs);
  for (const link of list.$('[data-region="results"] h2 a').toArray()) {
    const job = await site.page(list.$(link).attr('href')!);
    const form = job.$('a[href*="/apply/"], a[href*="/bewerben/"], a[href*="/postuler/"]').first().attr('href');
    if (form) return form;
  }
  throw new Error(`no job of ${jobs} has a form`);
}

describe.each(PRODUCTS)('a job that changes while somebody applies, %s', (_name, url) => {
  const site = new SiteUnderTest(url);
  let recruiter: FormVisitor;
  let editor: FormVisitor;

  beforeAll(async () => {
    [recruiter, editor] = await Promise.all([
      FormVisitor.loggedIn(site, 'recruiter'),
      FormVisitor.loggedIn(site, 'editor'),
    ]);
  }, 60_000);

  async function ask(id: string, questions: string, more: Record<string, string> = {}): Promise<void> {
    const step = (name: string) => `/job/wizard?job=${id}&step=${name}`;
    const asked = { applicationWorkflow: 'form', applicationQualifyingQuestions: questions, ...more, go: 'next' };
    await recruiter.send(step('application'), STEP, asked);
    expect((await recruiter.send(step('preview'), '[data-job-moves]', { go: 'update' })).status).toBe(303);
  }

  it('[APP-01] refuses an answer to a reworded question once, quotes it until the form is accepted, and keeps all the rest', async () => {
    const { form } = await publishJobWithForm(recruiter, 'Reworded job');
    const id = form.split('/')[2]!;
    await ask(id, 'When could you start?\nWhy us?');
    const applicant = new Applicant(site);
    const opened = await applicant.page(form);
    await ask(id, 'When can you start?\nWhy us?');
    const typed = { ...TYPED, coverLetter: '', answer1: HOSTILE, answer2: 'I like soup' };
    // There are neither files nor a letter, but that is not asked before the questions are right.
    const refused = await applicant.apply(opened, typed);
    const page = cheerio.load(refused.text);
    expect([refused.status, alertsOf(page)]).toEqual([422, expect.stringContaining('has changed the questions since')]);
    expect(quoted(page)).toEqual([['When could you start?', HOSTILE]]);
    expect(page('main dl b').length).toBe(0);
    expect(formOf(page).find('[name="answer1"]').text().trim()).toBe('');
    expect(formOf(page).find('[name="answer2"]').text().trim()).toBe('I like soup');
    expect(formOf(page).find('[name="firstName"]').attr('value')).toBe('Ann');

    const wrong = cheerio.load((await applicant.apply(page, { emailAddress: 'ann@', coverLetter: 'I cook.' })).text);
    expect(alertsOf(wrong)).not.toContain('questions');
    expect(quoted(wrong)).toEqual([['When could you start?', HOSTILE]]);
    const sent = await applicant.apply(wrong, { emailAddress: TYPED.emailAddress, answer1: 'Tomorrow' });
    expect([sent.status, sent.headers.location]).toEqual([303, `${form}?notice=sent`]);
    const list = `/applications/${id}`;
    const received = await recruiter.page((await recruiter.page(list))(`main ul a[href^="${list}/"]`).attr('href')!);
    expect(quoted(received).slice(0, 2)).toEqual([
      ['When can you start?', 'Tomorrow'],
      ['Why us?', 'I like soup'],
    ]);
  }, 60_000);

  it('[APP-01] quotes the answer to a required question, too, and the answers to removed questions', async () => {
    const { form } = await publishJobWithForm(recruiter, 'Demanding job');
    const id = form.split('/')[2]!;
    const required = { applicationRequireQualifyingQuestions: 'yes' };
    await ask(id, 'When could you start?', required);
    const applicant = new Applicant(site);
    const opened = await applicant.page(form);
    await ask(id, 'When can you start?', required);
    const refused = cheerio.load((await applicant.apply(opened, TYPED)).text);
    expect(folded(refused('#field-answer1-error').text())).toContain('Field is required');
    expect(quoted(refused)).toEqual([['When could you start?', 'At once']]);
    await ask(id, '', { applicationRequireQualifyingQuestions: '' });
    const removed = cheerio.load((await applicant.apply(refused, { answer1: 'Tomorrow' })).text);
    expect(quoted(removed)).toEqual([
      ['When can you start?', 'Tomorrow'],
      ['When could you start?', 'At once'],
    ]);
    expect((await applicant.apply(removed)).headers.location).toBe(`${form}?notice=sent`);
  }, 60_000);

  it.each([
    ['/de/jobs', 'Der Arbeitgeber hat die Fragen geändert', 'Ja'],
    ['/fr/emploi', 'L’employeur a modifié les questions', 'Oui'],
  ])('[APP-01] says so in the language of the page: %s', async (jobs, words, yes) => {
    const europe = new SiteUnderTest(url, 'europe');
    const applicant = new Applicant(europe);
    const form = await applicant.page(await anyForm(europe, jobs));
    const lost = { questions: 'gone', questionTexts: '["?"]', answer1: 'yes', lostAnswers: '[1,{"answer":2}]' };
    const refused = await applicant.apply(form, { ...TYPED, ...lost });
    const page = cheerio.load(refused.text);
    expect([refused.status, alertsOf(page)]).toEqual([422, expect.stringContaining(words)]);
    expect(folded(page('#lost-answers').text())).toBe(words);
    expect(quoted(page)).toEqual([['?', yes]]);
  });

  /** Takes a job offline, as a reviewer does. */
  async function unpublish(id: string, title: string): Promise<void> {
    const list = `/admin/all-jobs?title=${encodeURIComponent(title)}&organization=&state=published`;
    const reason = 'It is not true.';
    const done = await editor.send(list, `[data-job="${id}"] [data-job-unpublish]`, { reason });
    expect([done.status, (await site.get(`/job/${id}/x`)).status]).toEqual([303, 404]);
  }

  /** Archives a job that somebody has applied for. */
  async function archive(id: string): Promise<void> {
    const closed = await recruiter.send('/job-manager', '[data-job-actions]', { id, go: 'archive' });
    const words = { 'subject.en': 'Closed', 'body.en': 'Thank you.' };
    expect((await recruiter.send(closed.headers.location!, 'form[data-closing-form]', words)).status).toBe(303);
  }

  it('[APP-01] shows what was typed if the job was unpublished meanwhile, and nothing about the job', async () => {
    const { form, job } = await publishJobWithForm(recruiter, 'Unpublished job');
    const id = form.split('/')[2]!;
    await ask(id, 'When could you start?\nWhy us?');
    const applicant = new Applicant(site);
    const opened = await applicant.page(form);
    const answered = await applicant.page(form);
    expect((await applicant.apply(answered)).status).toBe(303);
    const kept = await applicant.apply(opened, { ...TYPED, lastName: '', answer1: HOSTILE }, [['cv.pdf', PDF]]);
    await unpublish(id, 'Unpublished job');
    const refused = await applicant.apply(cheerio.load(kept.text), { lastName: 'Bell' });
    const page = cheerio.load(refused.text);
    expect([refused.status, refused.headers['cache-control']]).toEqual([410, 'private, no-store']);
    expect(folded(page('main h1').text())).toBe('This job no longer takes applications');
    expect(quoted(page)).toEqual([
      ['When could you start?', HOSTILE],
      ['Cover letter', TYPED.coverLetter],
    ]);
    expect(page('main dl b').length).toBe(0);
    expect(formOf(page).length).toBe(0);
    expect(page('main').text() + page('title').text()).not.toContain('Unpublished job');
    expect(page(`main a[href*="${job}"]`).length).toBe(0);
    expect(page('main a[href="/jobs"]').length).toBe(1);
    // The answer to this one did not arrive, so it is sent again.
    const repeated = await applicant.apply(answered);
    expect(folded(cheerio.load(repeated.text)('main').text())).toContain('You had already applied.');
    // Nothing differs for a job that never existed.
    formOf(opened).attr('action', '/apply/999999999/x');
    const unknown = await applicant.apply(opened, { ...TYPED, answer1: HOSTILE });
    expect(unknown.status).toBe(410);
    expect(folded(cheerio.load(unknown.text)('main').text())).toBe(folded(page('main').text()));
    expect((await applicant.get(form)).status).toBe(404);
    // Otherwise, the dashboard of the demo recruiter would say that a job was sent back.
    await recruiter.send(`/job/wizard?job=${id}&step=preview`, '[data-job-moves]', { go: 'submit' });
    expect((await editor.send(`/admin/job?job=${id}`, '[data-job-approve]')).status).toBe(303);
    await archive(id);
  }, 60_000);

  it('[APP-01] shows what was typed, and the public job, if it was closed meanwhile', async () => {
    const { form, job } = await publishJobWithForm(recruiter, 'Closed job');
    const id = form.split('/')[2]!;
    const applicant = new Applicant(site);
    const [opened, empty] = [await applicant.page(form), await applicant.page(form)];
    const sent = await applicant.page(form);
    expect((await applicant.apply(sent)).status).toBe(303);
    await archive(id);
    const refused = await applicant.apply(opened);
    const page = cheerio.load(refused.text);
    expect([refused.status, folded(page('main h1').text())]).toEqual([410, 'This job no longer takes applications']);
    expect(quoted(page)).toEqual([['Cover letter', TYPED.coverLetter]]);
    expect(page(`main a[href="${job}"]`).text()).toMatch(/^Closed job/);
    expect(page('main a[href^="/jobs?search=Closed%20job"]').length).toBe(1);
    // There is nothing to copy, and no question whether to send an empty application.
    const nothing = await applicant.apply(empty, { ...TYPED, coverLetter: '' });
    expect([nothing.status, quoted(cheerio.load(nothing.text))]).toEqual([410, []]);
    const changed = await applicant.apply(sent, { ...TYPED, firstName: 'Anna' });
    expect(folded(cheerio.load(changed.text)('main').text())).toContain('You had already applied.');
    expect((await applicant.apply(sent)).headers.location).toBe(`${form}?notice=sent`);
    expect((await applicant.get(form)).headers.location).toBe(job);
  }, 60_000);

  it('[APP-01] shows what was typed if the employer takes applications in another way by now', async () => {
    const { form, job } = await publishJobWithForm(recruiter, 'Moved job');
    const id = form.split('/')[2]!;
    const applicant = new Applicant(site);
    const opened = await applicant.page(form);
    await ask(id, '', { applicationWorkflow: 'link', applicationLink: 'https://ngo.test/apply' });
    const page = cheerio.load((await applicant.apply(opened)).text);
    expect(folded(page('main h1').text())).toBe('This job now takes applications in another way');
    expect(quoted(page)).toEqual([['Cover letter', TYPED.coverLetter]]);
    expect(page(`main a[href="${job}"]`).length).toBe(1);
  }, 60_000);

  it.each([
    ['/de/jobs', 'Für diese Stelle sind keine Bewerbungen mehr möglich'],
    ['/fr/emploi', 'Cette offre n’accepte plus de candidatures'],
  ])('[APP-01] says that a job has ended in the language of the page: %s', async (jobs, words) => {
    const europe = new SiteUnderTest(url, 'europe');
    const applicant = new Applicant(europe);
    const opened = await applicant.page(await anyForm(europe, jobs));
    const action = formOf(opened).attr('action')!;
    formOf(opened).attr('action', action.replace(/\/\d+\//, '/999999999/'));
    const refused = await applicant.apply(opened);
    const page = cheerio.load(refused.text);
    expect([refused.status, folded(page('main h1').text())]).toEqual([410, words]);
    expect(quoted(page).map(([, text]) => text)).toEqual([TYPED.coverLetter]);
  });
});
