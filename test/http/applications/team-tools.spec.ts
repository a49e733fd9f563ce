import { rmSync } from 'node:fs';
import * as cheerio from 'cheerio';
import { parse } from 'csv-parse/sync';
import { nextPath, STEP, writeJob } from '../../support/data/job-writer.js';
import { Applicant, TYPED } from '../../support/visitors/applicant.js';
import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { folded, SiteUnderTest } from '../../support/data/site.js';
import { DEMO_PASSWORD, makeDemoFolder, type RunningProduct, startProduct } from '../../support/products.mjs';

const PDF = Buffer.from('%PDF-1.7\nA letter.');
const alertsOf = (html: string) => folded(cheerio.load(html)('[role="alert"]').text());

/** Uses its own product, because it changes applications that other tests count. */
describe('tools for the members of an organization', () => {
  let dataDir: string;
  let product: RunningProduct;
  let site: SiteUnderTest;
  let recruiter: FormVisitor;
  /** List of applications and application form of the demo recruiter's job that requires everything. */
  let list: string;
  let strict: string;

  beforeAll(async () => {
    dataDir = makeDemoFolder('team');
    product = await startProduct({ DATA_DIR: dataDir, DEMO_DATA: 'on', DEMO_PASSWORD });
    site = new SiteUnderTest(product.url);
    recruiter = await FormVisitor.loggedIn(site, 'recruiter');
    const applicant = await FormVisitor.loggedIn(site, 'applicant');
    // The application of the demo data, to the demo recruiter's organization.
    const own = (await applicant.page('/dashboard'))('#applications a[href*="/application/"]').last().attr('href')!;
    const job = (await applicant.page(own))('main a[href*="/job/"]').first().attr('href')!;
    list = `/applications/${job.split('/')[2]!}`;
    strict = job.replace('/job/', '/apply/');
  }, 180_000);
  afterAll(async () => {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('[REC-05] an organization writes its own templates, and answers one or several with them', async () => {
    const applicant = new Applicant(site);
    const lastName = 'Template';
    const values = { ...TYPED, lastName, emailAddress: 'template@people.test' };
    expect((await applicant.apply(strict, values, [['cv.pdf', PDF]])).status).toBe(303);
    const path = `${list}?search=${lastName}`;
    const manage = (await recruiter.page(path))('#bulk a[href*="/applications/templates"]').attr('href')!;
    const empty = await recruiter.page(manage);
    expect(folded(empty('#templates').text())).toContain('You have no templates yet');
    const form = 'form[action$="#template"]';
    const words = {
      name: 'Second round',
      subject: 'Round two, {{first_name}}',
      body: 'Dear {{name}}',
      moveTo: 'interview',
    };
    const wrong = await recruiter.send(manage, form, words);
    expect([wrong.status, alertsOf(wrong.text)]).toEqual([
      422,
      expect.stringContaining('Message: {{name}} is not known here. Please use only {{first_name}}'),
    ]);
    expect(cheerio.load(wrong.text)(`${form} [name="name"]`).attr('value')).toBe('Second round');
    const saved = await recruiter.send(manage, form, { ...words, body: 'See you, {{last_name}}' });
    expect(saved.headers.location).toBe(`${manage}&notice=templateSaved#main`);
    const edit = (await recruiter.page(manage))('[data-template="Second round"] a').attr('href')!.split('#')[0]!;
    expect((await recruiter.page(edit))(`${form} [name="body"]`).text().trim()).toBe('See you, {{last_name}}');
    const renamed = { ...words, name: 'Round two', body: 'See you, {{last_name}}' };
    expect((await recruiter.send(edit, form, renamed)).headers.location).toBe(`${manage}&notice=templateSaved#main`);

    const listed = await recruiter.page(path);
    const id = listed('main input[name="application"]').attr('value')!;
    const one = await recruiter.page(`${list}/${id}`);
    const chip = one('#answer a:contains("Round two")').attr('href')!.split('#')[0]!;
    const answer = await recruiter.page(chip);
    expect(answer('#answer [name="subject"]').attr('value')).toBe('Round two, Ann');
    expect(answer('#answer [name="body"]').text().trim()).toBe('See you, Template');
    expect(answer('#answer [name="moveTo"] option[selected]').attr('value')).toBe('interview');
    const key = listed('#bulk [name="template"] option:contains("Round two")').attr('value')!;
    const use = { application: id, subject: 'Typed before', template: key, useTemplate: 'yes' };
    const bulk = cheerio.load((await recruiter.send(path, '#bulk-form', use)).text);
    expect(bulk('#bulk [name="subject"]').attr('value')).toBe('Round two, {{first_name}}');
    expect(bulk('#bulk [name="moveTo"] option[selected]').attr('value')).toBe('interview');
    expect(bulk('main input[name="application"][checked]').attr('value')).toBe(id);
    const builtIn = { ...use, template: 'offer' };
    const offer = cheerio.load((await recruiter.send(path, '#bulk-form', builtIn)).text);
    expect(offer('#bulk [name="body"]').text()).toContain('{{first_name}} {{last_name}}');

    const stranger = await FormVisitor.loggedIn(site, 'applicant');
    expect((await stranger.get(manage)).status).toBe(404);
    const removed = await recruiter.send(manage, '[data-template="Round two"] form', {});
    expect(removed.headers.location).toBe(`${manage}&notice=templateDeleted#main`);
    expect((await recruiter.get(edit)).status).toBe(404);
    expect((await recruiter.page(chip))('#answer [name="subject"]').attr('value') ?? '').toBe('');
  });

  it('[APP-01] [REC-05] screening questions are written in the wizard, and the list shows who does not meet the requirements', async () => {
    const csrfToken = (await recruiter.page('/user/settings'))('input[name="csrfToken"]').attr('value')!;
    const copy = { csrfToken, id: list.split('/').at(-1)!, go: 'duplicate' };
    const id = /job=(\d+)/.exec((await recruiter.post('/job-manager', copy)).headers.location!)![1]!;
    const step = `/job/wizard?job=${id}&step=application`;
    const form = 'form[data-defined-form]';
    const asked = { applicationWorkflow: 'form', applicationQualifyingQuestions: 'Why?', go: 'more' };
    const question = (number: number, values: Record<string, string>) =>
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [`screeningQuestions.${number}.${name}`, value]),
      );
    const licence = question(1, { question: 'Do you drive?', questionType: 'yes_no' });
    const needed = question(1, { criterionName: 'driving licence', neededAnswer: 'yes' });
    const more = await recruiter.send(step, form, { ...asked, ...licence, ...needed });
    expect(more.headers.location).toBe(`${step}#form`);
    const choice = question(2, { question: 'When?', questionType: 'choice', choices: 'Weekdays\nWeekends' });
    const both = { ...asked, ...licence, ...needed, ...choice };
    await recruiter.send(step, form, { ...both, 'screeningQuestions.2.choices': 'Weekdays', go: 'next' });
    expect(alertsOf((await recruiter.get(`${step}&error=check`)).text)).toContain('Please write at least two choices');
    await recruiter.send(step, form, { ...both, go: 'next' });
    const done = await recruiter.send(`/job/wizard?job=${id}&step=preview`, '[data-job-moves]', { go: 'publish' });
    expect(done.status).toBe(303);
    const row = (await recruiter.page('/job-manager?state=published'))(`[data-job="${id}"]`);
    const apply = row.find('a[href^="/job/"]').not('[href*="/wizard?"]').attr('href')!.replace('/job/', '/apply/');

    const applicant = new Applicant(site);
    const page = cheerio.load((await applicant.get(apply)).text);
    expect(
      page('select[name="answer2"] option')
        .map((_index, option) => page(option).attr('value'))
        .get(),
    ).toEqual(['', 'yes', 'no']);
    expect(page('main').text()).not.toContain('driving licence');
    const values = { ...TYPED, answer1: 'Because', answer3: 'Weekends' };
    for (const [firstName, answer2] of [
      ['Ann', 'no'],
      ['Bob', 'yes'],
    ] as const)
      expect(
        (
          await applicant.apply(
            apply,
            { ...values, firstName, emailAddress: `${firstName.toLowerCase()}@people.test`, answer2 },
            [['cv.pdf', PDF]],
          )
        ).status,
      ).toBe(303);
    const wrong = await applicant.apply(apply, { ...values, answer2: 'maybe' }, [['cv.pdf', PDF]]);
    expect([wrong.status, alertsOf(wrong.text)]).toEqual([
      422,
      expect.stringContaining('Do you drive? Please choose one of the answers'),
    ]);
    const listed = await recruiter.page(`/applications/${id}?criteria=unmet`);
    expect(folded(listed('main li [data-unmet]').text())).toBe('Does not meet: driving licence');
    expect(listed('[name="criteria"] option[selected]').attr('value')).toBe('unmet');
    expect(folded(listed('main ul').text())).not.toContain('Bob');
    const one = await recruiter.page(listed('main ul a[href*="criteria=unmet"]').attr('href')!);
    expect(folded(one('#team [data-unmet]').text())).toBe('Does not meet: driving licence');
  });

  it('[APP-01] when the questions change while somebody applies, answers and errors stay at their questions', async () => {
    const asked = (...questions: string[]) =>
      Object.fromEntries([
        ['applicationWorkflow', 'form'],
        ...questions.flatMap((question, index) => [
          [`screeningQuestions.${index + 1}.question`, question],
          [`screeningQuestions.${index + 1}.questionType`, 'yes_no'],
        ]),
      ]) as Record<string, string>;
    const preview = await writeJob(recruiter, 'Ferryman', asked('Do you drive?', 'Do you sail?'));
    nextPath(await recruiter.send(preview, '[data-job-moves]', { go: 'publish' }));
    const applicant = new Applicant(site);
    const opened = await applicant.page(`/apply/${/job=(\d+)/.exec(preview)![1]!}/ferryman`);
    const step = preview.replace('step=preview', 'step=application');
    const changed = asked('Do you need a permit?', 'Do you drive?', 'Do you sail?');
    nextPath(await recruiter.send(step, STEP, { ...changed, go: 'next' }));
    nextPath(await recruiter.send(preview, '[data-job-moves]', { go: 'update' }));
    const refused = await applicant.apply(opened, { ...TYPED, answer1: 'yes', answer2: 'perhaps' });
    expect(refused.status).toBe(422);
    const page = cheerio.load(refused.text);
    const fields = ['answer1', 'answer2', 'answer3'].map((name) => [
      folded(page(`#field-${name}-label`).text()),
      page(`select[name="${name}"] option[selected]`).attr('value') ?? '',
      folded(page(`#field-${name}-error`).text()),
    ]);
    expect(fields).toEqual([
      ['Do you need a permit?', '', expect.stringMatching(/./)],
      ['Do you drive?', 'yes', ''],
      ['Do you sail?', '', 'Please choose one of the answers'],
    ]);
    expect(alertsOf(refused.text)).toContain('Do you need a permit?');
  });

  it('[REC-05] all applications of a list can be exported for spreadsheets and printed on one page', async () => {
    const applicant = new Applicant(site);
    const lastName = 'Export';
    const values = { ...TYPED, firstName: '=1+1', lastName, emailAddress: 'export@people.test', answer1: '@SUM(A1)' };
    const sent = { ...values, coverLetter: 'Dear all,\n"hello", Zoë' };
    expect((await applicant.apply(strict, sent, [['cv.pdf', PDF]])).status).toBe(303);
    const page = await recruiter.page(`${list}?search=${lastName}`);
    const file = page('main a[href*="/applications/list.csv"]').attr('href')!;
    const csv = await recruiter.get(file);
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(csv.headers['content-disposition']).toMatch(/^attachment; filename="applications-\d+\.csv"$/);
    expect(csv.text.startsWith('\uFEFFDate,')).toBe(true);
    const [columns, ...rows] = parse(csv.text, { bom: true });
    expect(rows.length).toBe(1);
    const row = Object.fromEntries(columns!.map((column, index) => [column, rows[0]![index]]));
    expect(row).toMatchObject({
      'First name': "'=1+1",
      'Last name': lastName,
      'Email address': 'export@people.test',
      Status: 'Received',
      Files: 'cv.pdf',
      'Cover letter': 'Dear all,\n"hello", Zoë',
      'When could you start?': "'@SUM(A1)",
    });
    const print = await recruiter.page(page('main a[href*="/print"]').attr('href')!);
    expect(print('[data-printed-application]').length).toBe(1);
    expect(folded(print('[data-printed-application]').text())).toContain('@SUM(A1)');
    expect((await recruiter.page(`${list}/print`))('[data-printed-application]').length).toBeGreaterThan(1);
    const stranger = await FormVisitor.loggedIn(site, 'applicant');
    expect((await stranger.get(file)).status).toBe(404);
    expect((await stranger.get(`${list}/print`)).status).toBe(404);
    const anonymous = await new FormVisitor(site).get(file);
    expect([anonymous.status, anonymous.headers.location]).toEqual([302, expect.stringContaining('/user/login')]);
  });

  it('[REC-05] an application shows the other applications of the same person to the organization', async () => {
    const applicant = new Applicant(site);
    const values = { ...TYPED, lastName: 'Again', emailAddress: 'again@people.test' };
    for (const emailAddress of ['again@people.test', 'AGAIN@people.test'])
      expect((await applicant.apply(strict, { ...values, emailAddress }, [['cv.pdf', PDF]])).status).toBe(303);
    const listed = await recruiter.page(`${list}?search=Again`);
    const ids = listed('main input[name="application"]').map((_index, box) => listed(box).attr('value')!);
    expect(ids.length).toBe(2);
    const one = await recruiter.page(`${list}/${ids[0]!}`);
    expect(
      one('[data-earlier] a')
        .map((_index, link) => one(link).attr('href'))
        .get(),
    ).toEqual([`${list}/${ids[1]!}`]);
  });
});
