import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { nextPath, STEP, writeJob } from '../../support/data/job-writer.js';
import { SiteUnderTest } from '../../support/data/site.js';

const MOVES = '[data-job-moves]';
const BACK = '[data-job-send-back]';

describe('[REC-02] the page on which a job is reviewed', () => {
  const site = new SiteUnderTest(process.env.TEST_EMBEDDED!, 'charity-ca');
  const stamp = Date.now().toString(36);
  let recruiter: FormVisitor;
  let editor: FormVisitor;
  let wizard: string;
  let review: string;

  beforeAll(async () => {
    [recruiter, editor] = await Promise.all([
      FormVisitor.loggedIn(site, 'recruiter'),
      FormVisitor.loggedIn(site, 'editor'),
    ]);
    wizard = await writeJob(recruiter, `Bee keeper ${stamp}`, {
      applicationWorkflow: 'form',
      applicationQualifyingQuestions: 'Do you have a veil?\nHow many hives?',
      'screeningQuestions.1.question': 'Are you allergic to bees?',
      'screeningQuestions.1.questionType': 'yes_no',
      'screeningQuestions.1.neededAnswer': 'no',
      applicationRequireCv: 'yes',
      reference: `REF-${stamp}`,
    });
    await recruiter.send(wizard, MOVES, { go: 'submit' });
    review = `/admin/job?job=${/job=(\d+)/.exec(wizard)![1]!}`;
  }, 60_000);

  it('shows the employer, how people apply, and the job; a saved reason can be chosen', async () => {
    const reasons = '/admin/review-reasons';
    const unsaid = await editor.send(reasons, '[data-reason-form]', { title: ' ', text: 'Kept text' });
    expect(unsaid.status).toBe(422);
    expect(unsaid.text).toContain('Kept text');
    const saved = { title: `Pay ${stamp}`, text: `Please state the pay.\nIt helps people (${stamp}).` };
    expect(nextPath(await editor.send(reasons, '[data-reason-form]', saved))).toBe(`${reasons}?notice=saved`);

    const $ = await editor.page(review);
    const settings = (name: string) =>
      $(`[data-setting="${name}"] dd`)
        .map((_index, each) => $(each).text())
        .get();
    expect(settings('applicationQualifyingQuestions')).toEqual(['Do you have a veil?', 'How many hives?']);
    expect(settings('screeningQuestions')).toEqual([
      'Are you allergic to bees? · Kind of answer: Yes or no · Answer you need (yes or no): No',
    ]);
    expect(settings('applicationRequireCv')).toEqual(['Yes']);
    expect(settings('reference')).toEqual([`REF-${stamp}`]);
    expect($('[data-fact="domain"]').text()).toContain('demo.causeboard.test');
    expect($('[data-fact="organization"]').text()).toMatch(/Here since/);
    expect($('[data-preview] #job-title').text()).toBe(`Bee keeper ${stamp}`);
    expect($('main').text()).toMatch(/\d+ of \d+ in the queue/);
    expect($('[data-review-keys]').text()).toContain('approve');
    // The job is remote, and a country alone is no place on a map.
    expect($('[data-preview] [data-map]').length).toBe(0);

    // Without scripts, a saved reason is a link that fills in the field.
    const link = $('[data-saved-reasons] a').filter((_index, each) => $(each).text() === saved.title);
    const $chosen = await editor.page(link.attr('href')!.replace(/#.*/, ''));
    expect($chosen(`${BACK} textarea`).text()).toBe(saved.text);
    const empty = await editor.send(review, BACK, { reason: ' ' });
    expect([empty.status, empty.text]).toEqual([422, expect.stringContaining('Field is required')]);
    const back = nextPath(await editor.send(review, BACK, { reason: saved.text }));
    expect(back).toMatch(/^\/admin\/jobs?\?(job=\d+&)?notice=send_back$/);
    expect((await editor.page(back))('[role="status"]').text()).toContain('The job has been sent back');
    expect((await recruiter.page(wizard))('main').text()).toContain('It helps people');
    // The job is no longer waiting, so there is nothing to decide.
    const $decided = await editor.page(review);
    expect($decided('[data-job-approve], [data-job-send-back]').length).toBe(0);
    expect($decided('main').text()).toContain('isn’t waiting for review');
    expect($decided('[data-review-keys]').text()).toContain('next job');
    expect($decided('[data-review-keys]').text()).not.toContain('approve');
  }, 60_000);

  it('does not say that an account was deleted if nobody has sent the job', async () => {
    const draft = await writeJob(recruiter, `Unsent ${stamp}`);
    const $ = await editor.page(`/admin/job?job=${/job=(\d+)/.exec(draft)![1]!}`);
    expect($('[data-fact="organization"]').length).toBe(1);
    expect($('[data-fact="recruiter"], [data-fact="domain"]').length).toBe(0);
  }, 60_000);

  it('marks the words that a change replaces, and refuses the decision of a reviewer who has seen an older version', async () => {
    await recruiter.send(wizard, MOVES, { go: 'submit' });
    const old = (await editor.page(review))('[data-job-approve] [name="version"]').attr('value')!;
    expect(nextPath(await editor.send(review, '[data-job-approve]'))).toMatch(/notice=approve$/);
    const job = wizard.replace('step=preview', 'step=job');
    await recruiter.send(job, STEP, {
      description: 'You look after the pear trees of our gardens, all year round.',
      go: 'next',
    });
    await recruiter.send(wizard, MOVES, { go: 'update' });
    const $ = await editor.page(review);
    expect($('[data-changed="description"] del').text()).toContain('bees');
    expect($('[data-changed="description"] ins').text()).toContain('pear trees');
    const stale = await editor.send(review, '[data-job-approve]', { version: old });
    expect([stale.status, stale.text]).toEqual([409, expect.stringContaining('has saved this in the meantime')]);
    await editor.send(review, '[data-job-approve]');
  }, 60_000);

  it('is linked from the list of all jobs, where a published job can be taken offline', async () => {
    const list = `/admin/all-jobs?title=${encodeURIComponent(stamp)}&organization=&state=published`;
    const $ = await editor.page(list);
    const id = /job=(\d+)/.exec(review)![1]!;
    expect($(`[data-job="${id}"] a[href^="/admin/job?"]`).attr('href')).toBe(review);
    const path = $(`[data-job="${id}"] a[href^="/job/"]`).not('[href*="/wizard?"]').attr('href')!;
    expect((await new FormVisitor(site).get(path)).status).toBe(200);
    const unsaid = await editor.send(list, `[data-job="${id}"] [data-job-unpublish]`, { reason: ' ' });
    expect([unsaid.status, unsaid.text]).toEqual([422, expect.stringContaining('Field is required')]);
    const reason = `It is not true (${stamp}).`;
    const done = nextPath(await editor.send(list, `[data-job="${id}"] [data-job-unpublish]`, { reason }));
    const $done = await editor.page(done);
    expect($done('[role="status"]').text()).toContain('The job is offline');
    expect($done('main').text()).toContain('0 jobs found');
    expect((await new FormVisitor(site).get(path)).status).toBe(404);
    expect((await recruiter.page(wizard))('main').text()).toContain(reason);
    expect((await editor.page('/admin/all-jobs?title=no-such-job'))('#none').text()).toContain('Try a shorter part');
  }, 60_000);

  it('is only for staff of the site', async () => {
    for (const path of [review, '/admin/review-reasons', '/admin/all-jobs']) {
      expect((await recruiter.get(path)).status).toBe(403);
      expect((await new FormVisitor(site).get(path)).status).toBe(302);
    }
    expect((await editor.get('/admin/job?job=999999999')).status).toBe(404);
    expect((await editor.get('/admin/job')).status).toBe(404);
  });
});
