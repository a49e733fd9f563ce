import type * as cheerio from 'cheerio';
import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { folded, PRODUCTS, SiteUnderTest } from '../../support/data/site.js';

const panels = (page: cheerio.CheerioAPI) =>
  page('main section[id]')
    .map((_index, each) => each.attribs.id)
    .get();

/** Number of entries in a panel; other tests add and remove jobs and applications, so tests check only a minimum. */
const entries = (page: cheerio.CheerioAPI, panel: string) => page(`#${panel} li`).length;

describe.each(PRODUCTS)('the dashboard, %s', (_name, url) => {
  const site = new SiteUnderTest(url);

  it('[APP-07] shows an applicant applications, saved jobs and alerts, and links to the resume', async () => {
    const applicant = await FormVisitor.loggedIn(site, 'applicant');
    const page = await applicant.page('/dashboard');
    expect(panels(page)).toEqual(expect.arrayContaining(['applications', 'bookmarks', 'alerts']));
    expect(entries(page, 'applications')).toBeGreaterThan(0);
    const own = page('#applications li').first();
    expect(own.find('a').attr('href')).toMatch(/^\/application\/[0-9a-f-]{36}$/);
    expect(folded(own.text())).toMatch(/(Sent|Since) /i);
    expect(page('main a[href="/resume"]').length).toBeGreaterThan(0);
    for (const foreign of ['jobs', 'credits', 'organization']) expect(panels(page)).not.toContain(foreign);
    // Jobs in the occupation of the resume, not just the newest ones.
    const fitting = page('main [aria-labelledby="fitting"] h3 a').map((_index, link) => page(link).attr('href')!);
    expect([fitting.length > 0, page('#newest').length]).toEqual([true, 0]);
    const wanted = folded((await applicant.page('/resume'))('main dl dd').first().text());
    const job = (await site.page(fitting.get(0)!)).$;
    expect(folded(job('main article').text())).toContain(wanted);
  });

  it('[APP-07] shows a recruiter the jobs edited last, new applications, credits and subscriptions', async () => {
    const recruiter = await FormVisitor.loggedIn(site, 'recruiter');
    const title = `Shown on the dashboard ${Date.now().toString(36)}`;
    const step = 'form[data-defined-form]';
    await recruiter.send('/job/wizard', step, { title, description: 'Bees.', go: 'next' });
    const page = await recruiter.page('/dashboard');
    expect(panels(page)).toEqual(
      expect.arrayContaining(['applications', 'jobs', 'organization', 'credits', 'subscriptions']),
    );
    const job = page('#jobs li').filter((_index, each) => page(each).text().includes(title));
    expect(folded(job.text())).toMatch(/Draft$/);
    expect(job.find('a').attr('href')).toMatch(/^\/job\/wizard\?job=\d+/);
    expect(page('#jobs a[href="/job-manager"]').length).toBe(1);
    expect(entries(page, 'applications')).toBeGreaterThan(0);
    expect(page('#organization a[href^="/user/organization/edit"]').length).toBe(1);
    for (const foreign of ['bookmarks', 'newest']) expect(panels(page)).not.toContain(foreign);
  });
});

it('[APP-07] a job that was sent back is listed among the next tasks until it is submitted again', async () => {
  const site = new SiteUnderTest(process.env.TEST_EMBEDDED!, 'charity-ca');
  const recruiter = await FormVisitor.loggedIn(site, 'recruiter');
  const editor = await FormVisitor.loggedIn(site, 'editor');
  const step = 'form[data-defined-form]';
  const title = `Sent back ${Date.now().toString(36)}`;
  const first = await recruiter.send('/job/wizard', step, { title, description: 'Bees.', go: 'next' });
  const id = /job=(\d+)/.exec(first.headers.location!)![1]!;
  const at = (name: string) => `/job/wizard?job=${id}&step=${name}`;
  await recruiter.send(at('company'), step, { countryCode: 'CA', locality: 'Ottawa', go: 'next' });
  const categories = await recruiter.page(at('categories'));
  const chosen = (name: string) => categories(`input[name="${name}"]`).first().attr('value')!;
  await recruiter.send(at('categories'), step, {
    employmentType: chosen('employmentType'),
    occupationalField: chosen('occupationalField'),
    minSalary: '41000',
    currencyCode: 'CAD',
    salaryUnit: 'YEAR',
    go: 'next',
  });
  await recruiter.send(at('application'), step, { applicationWorkflow: 'form', go: 'next' });
  const sent = await recruiter.send(at('preview'), '[data-job-moves]', { go: 'submit' });
  expect(sent.headers.location).toContain('state=needs_review');
  const steps = async () => folded((await recruiter.page('/dashboard'))('section[aria-labelledby="next"]').text());
  await editor.send(`/admin/job?job=${id}`, '[data-job-send-back]', { reason: 'Which bees?' });
  expect(await steps()).toMatch(/\d jobs? (was|were) sent back/);
  const panel = (await recruiter.page('/dashboard'))(`#jobs li:has(a[href*="job=${id}"])`);
  expect(folded(panel.text())).toMatch(/Sent back$/);
  await recruiter.send(at('preview'), '[data-job-moves]', { go: 'submit' });
  expect(folded((await recruiter.page('/dashboard'))(`#jobs li:has(a[href*="job=${id}"])`).text())).toMatch(
    /In review$/,
  );
}, 60_000);

describe('with boxes switched off', () => {
  let product: RunningProduct;

  beforeAll(async () => {
    product = await startProduct({
      DATA_DIR: process.env.TEST_DATA_DIR!,
      BACKEND_GRAPHQL_URL: `${process.env.TEST_BACKEND!}/graphql`,
      SITE_FLAGS: 'default.dashboardApplications=off,default.subscriptions=off,default.resume=off',
    });
  }, 120_000);
  afterAll(() => product.stop());

  it.each(['applicant', 'recruiter'])('[APP-07] [SITE-04] the dashboard of %s does not have them', async (name) => {
    const visitor = await FormVisitor.loggedIn(new SiteUnderTest(product.url), name);
    const page = await visitor.page('/dashboard');
    expect(panels(page)).toEqual(expect.arrayContaining([name === 'applicant' ? 'bookmarks' : 'jobs']));
    for (const off of ['applications', 'subscriptions']) expect(panels(page)).not.toContain(off);
    expect(page('main a[href="/resume"], main a[href="/resumes"]').length).toBe(0);
  });
});
