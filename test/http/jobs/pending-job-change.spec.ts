import * as cheerio from 'cheerio';
import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { nextPath, STEP, writeJob } from '../../support/data/job-writer.js';
import { SiteUnderTest } from '../../support/data/site.js';

const PRODUCTS = [
  ['embedded', process.env.TEST_EMBEDDED!],
  ['external', process.env.TEST_EXTERNAL!],
] as const;

const MOVES = '[data-job-moves]';

describe.each(PRODUCTS)('%s', (name, url) => {
  const site = new SiteUnderTest(url, 'charity-ca');
  const title = `Orchard keeper ${Date.now().toString(36)} ${name}`;
  let recruiter: FormVisitor;
  let editor: FormVisitor;
  /** Address of the wizard's last step. */
  let preview: string;
  let path: string;

  const step = (to: string) => preview.replace('step=preview', `step=${to}`);
  const everybody = async (address: string) => new FormVisitor(site).get(address);
  const shownText = async () =>
    cheerio
      .load((await everybody(path)).text)('article')
      .text();

  async function change(description: string): Promise<string> {
    const next = nextPath(await recruiter.send(step('job'), STEP, { description, go: 'next' }));
    await recruiter.send(preview, MOVES, { go: 'update' });
    return next;
  }

  beforeAll(async () => {
    [recruiter, editor] = await Promise.all([
      FormVisitor.loggedIn(site, 'recruiter'),
      FormVisitor.loggedIn(site, 'editor'),
    ]);
    preview = await writeJob(recruiter, title, { applicationWorkflow: 'form' });
    await recruiter.send(preview, MOVES, { go: 'submit' });
    await editor.send(preview, MOVES, { go: 'approve' });
    const $ = await recruiter.page(`/job-manager?search=${encodeURIComponent(title)}`);
    path = $('[data-job] a[href^="/job/"]').not('[href*="/wizard?"]').attr('href')!;
  }, 60_000);

  it('[REC-02] a published job can be read and applied for while a change of it is waiting, sent back and approved', async () => {
    // A step that does not show the title of a published job can be completed.
    expect(await change('You look after the pear trees.')).toBe(step('company'));
    const apply = path.replace('/job/', '/apply/');
    for (const address of [path, apply]) expect([address, (await everybody(address)).status]).toEqual([address, 200]);
    expect(await shownText()).toContain('look after the bees');
    const found = cheerio.load((await everybody(`/jobs?search=${encodeURIComponent(title)}`)).text);
    expect(found('[data-region="results"] h2').text()).toContain(title);
    const $manager = await recruiter.page(`/job-manager?search=${encodeURIComponent(title)}`);
    expect($manager('[data-job]').text()).toMatch(/Published.*Changes in review/);
    // The reviewer sees what changed, and can approve or send back.
    const $preview = await editor.page(preview);
    const changed = $preview('[data-changed="description"] dd').map((_index, each) => $preview(each).text());
    expect(changed.get()).toEqual([expect.stringContaining('the bees'), 'You look after the pear trees.']);
    expect(
      $preview(`${MOVES} button`)
        .map((_index, each) => $preview(each).attr('value'))
        .get(),
    ).toEqual(['approve']);
    expect($preview('[data-job-send-back]').length).toBe(1);
    expect($preview('main').text()).not.toContain('Withdraw it');
    const back = await editor.send(preview, '[data-job-send-back]', { reason: 'Which pears?' });
    expect(nextPath(back)).toBe('/admin/jobs?notice=send_back');
    expect(await shownText()).toContain('look after the bees');
    expect((await recruiter.page(step('job')))('main').text()).toContain('Which pears?');
    await change('You look after the Bartlett pear trees.');
    const done = await editor.send(preview, MOVES, { go: 'approve' });
    expect(nextPath(done)).toBe('/admin/jobs?notice=approve');
    expect(await shownText()).toContain('Bartlett pear trees');
  }, 60_000);

  it('[REC-02] says that a change was submitted for review, and that a job was extended', async () => {
    await recruiter.send(step('job'), STEP, { description: 'You look after the plum trees.', go: 'next' });
    const sent = nextPath(await recruiter.send(preview, MOVES, { go: 'update' }));
    expect((await recruiter.page(sent))('[role="status"]').text()).toContain('Your changes have been sent for review.');
    const withdrawn = nextPath(await recruiter.send(preview, MOVES, { go: 'withdraw' }));
    expect((await recruiter.page(withdrawn))('[role="status"]').text()).toContain('The job stays as it is.');
    await recruiter.send(preview, MOVES, { go: 'discard' });
    const id = /job=(\d+)/.exec(preview)![1]!;
    const list = `/job-manager?search=${encodeURIComponent(title)}`;
    const renewed = nextPath(await recruiter.send(list, `[data-job="${id}"] [data-job-actions]`, { go: 'renew' }));
    const $ = await recruiter.page(renewed);
    expect($('[role="status"]').text()).toContain('The job is online for another period.');
    expect($(`[data-job="${id}"]`).text()).not.toContain('In review');
    expect((await everybody(path)).status).toBe(200);
  }, 60_000);

  it('[REC-01] the way to apply must be chosen, and likely mistakes are pointed out', async () => {
    const first = { title: `Unfinished ${title}`, description: 'You look after the bees.', go: 'next' };
    const company = nextPath(await recruiter.send('/job/wizard', STEP, first));
    const place = { countryCode: 'CA', locality: 'Halifx', zip: 'ZZZ 999', go: 'next' };
    await recruiter.send(company, STEP, place);
    const last = company.replace('step=company', 'step=preview');
    const $ = await recruiter.page(last);
    const points = $('main li')
      .map((_index, each) => $(each).text())
      .get()
      .join('\n');
    expect(points).toContain('How people apply: Field is required');
    expect(points).toContain('Town or city: We don’t know this place.');
    expect(points).toContain('Postal code: This doesn’t look like a postal code');
    await recruiter.send(last, MOVES, { go: 'discard' });
  }, 60_000);

  it('[SEARCH-16] the page of a scheduled job exists only for people who may edit it', async () => {
    const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
    const scheduled = `Scheduled ${title}`;
    // The day begins earlier than in the time zone of the site.
    const dates = { published: day, timeZone: 'America/St_Johns' };
    const last = await writeJob(recruiter, scheduled, { applicationWorkflow: 'form', ...dates });
    const date = new Intl.DateTimeFormat('en-CA', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
    await recruiter.send(last, MOVES, { go: 'submit' });
    await editor.send(last, MOVES, { go: 'approve' });
    const id = /job=(\d+)/.exec(last)![1]!;
    const address = `/job/${id}/${scheduled.toLowerCase().replaceAll(' ', '-')}`;
    for (const insider of [recruiter, editor]) {
      const answer = await insider.get(address);
      expect(answer.status).toBe(200);
      const $ = cheerio.load(answer.text);
      expect($('h1').text()).toBe(scheduled);
      expect($('[data-unpublished]').text()).toContain(`goes online on ${date}`);
      expect($('meta[name="robots"]').attr('content')).toBe('noindex');
      expect($('a[href^="/apply/"], script[type="application/ld+json"]').length).toBe(0);
    }
    expect((await everybody(address)).status).toBe(404);
    expect((await recruiter.get(address.replace('/job/', '/apply/'))).headers.location).toBe(address);
  }, 60_000);
});
