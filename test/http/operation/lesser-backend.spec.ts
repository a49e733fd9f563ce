import { publishJobWithForm } from '../../support/data/job-writer.js';
import { facet, type FetchedPage, folded, results, SiteUnderTest } from '../../support/data/site.js';
import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { LesserBackend } from '../../support/backends/lesser-backend.js';
import { waitFor } from '../../support/wait-for.js';
import { Applicant } from '../../support/visitors/applicant.js';
import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { RecruiterVisitor } from '../../support/visitors/recruiter-visitor.js';

const WORDS = '/jobs?search=manager+part+time';

describe('a backend that lists jobs but cannot read filters from words', () => {
  let backend: LesserBackend;
  let product: RunningProduct;
  let site: SiteUnderTest;

  beforeAll(async () => {
    backend = await LesserBackend.start(process.env.TEST_BACKEND!, [
      'SearchAPIResult.understanding',
      'FulltextInput.understand',
      'Query.jobListFilters',
    ]);
    product = await startProduct({ BACKEND_GRAPHQL_URL: backend.url });
    site = new SiteUnderTest(product.url);
  }, 90_000);
  afterAll(async () => {
    await product.stop();
    await backend.close();
  });

  const heading = (page: FetchedPage): string => folded(page.$('#found').text());

  it('[GQL-01] is sent the words as they are, after a single attempt to get filters from them', async () => {
    const page = await site.page(WORDS);
    expect(page.status).toBe(200);
    expect(results(page).total).toBeGreaterThan(0);
    expect(heading(page)).toContain('for “manager part time”');
    expect(facet(page, 'employment_type').filter(({ chosen }) => chosen)).toEqual([]);
    expect(folded(page.$('[data-region="results"]').text())).not.toContain('your words');
    const second = await site.page('/jobs?search=teacher+full+time');
    expect(heading(second)).toContain('for “teacher full time”');
    expect(backend.operations.filter(({ name }) => name === 'UnderstoodJobs')).toEqual([
      { name: 'UnderstoodJobs', isAnswered: false },
    ]);
  });

  it('[GQL-01] searches for places, facets and literal words', async () => {
    const place = await site.page('/jobs?geo_location=London');
    expect(heading(place)).toContain('near London');
    expect(results(place).total).toBeGreaterThan(0);
    const [type] = facet(place, 'employment_type');
    const chosen = await site.page(`/jobs?search=manager&employment_type=${type!.value}`);
    expect(facet(chosen, 'employment_type').find((each) => each.chosen)?.value).toBe(type!.value);
    const literal = await site.page(`${WORDS}&words_only=1`);
    expect(results(literal)).toEqual(results(await site.page(WORDS)));
  });

  it('[GQL-01] has no filters for adverts, but its feed and job alerts work', async () => {
    const page = await site.page(WORDS);
    for (const name of ['pay', 'published', 'language', 'closing']) expect(facet(page, name)).toEqual([]);
    const feed = page.$('link[type="application/atom+xml"]').attr('href')!;
    expect((await site.get(feed)).status).toBe(200);
    const alert = page.$('[data-region="results"] a[href^="/job-alert?"]').attr('href')!;
    expect(folded((await site.page(alert)).$('main').text())).toContain('manager part time');
  });
});

describe('a backend that reports only views by source', () => {
  let backend: LesserBackend;
  let product: RunningProduct;
  let site: SiteUnderTest;

  beforeAll(async () => {
    backend = await LesserBackend.start(process.env.TEST_BACKEND!, [
      'applyToJob.source',
      'JobViewSource.started',
      'JobViewSource.applications',
      'JobNumbers.applicationSourcesSince',
    ]);
    product = await startProduct({ BACKEND_GRAPHQL_URL: backend.url });
    site = new SiteUnderTest(product.url);
  }, 90_000);
  afterAll(async () => {
    await product.stop();
    await backend.close();
  });

  it('[GQL-01] [APP-01] [REC-03] receives applications without their source, and its numbers are shown', async () => {
    const recruiter = await FormVisitor.loggedIn(site, 'recruiter');
    const { job, form } = await publishJobWithForm(recruiter, 'Lesser job');
    const list = `/applications/${job.split('/')[2]!}`;
    await site.get(`${job}?utm_source=job-alert&utm_medium=email`).set('user-agent', 'Firefox');
    await site.get((await site.page(job)).$('img[data-view-dot]').attr('src')!).set('user-agent', 'Firefox');
    const applicant = new Applicant(site);
    const sent = await applicant.apply(`${form}?source=mail`);
    expect([sent.status, sent.headers.location]).toEqual([303, `${form}?notice=sent`]);
    expect(backend.operations.filter(({ name }) => name.startsWith('ApplyToJob'))).toEqual([
      { name: 'ApplyToJobFrom', isAnswered: false },
      { name: 'ApplyToJob', isAnswered: true },
    ]);
    await waitFor(
      'the view to be written',
      async () => (await recruiter.page(list))('#numbers [data-source] [data-count="views"]').length > 0,
      20_000,
    );
    const page = await recruiter.page(list);
    expect(page('#numbers [data-count="started"], #numbers [data-count="applications"]').length).toBe(0);
    expect(page('#numbers [data-weeks] tbody tr').length).toBe(12);
  }, 60_000);
});

describe('a backend that does not know which invoices are paid', () => {
  let backend: LesserBackend;
  let product: RunningProduct;

  beforeAll(async () => {
    backend = await LesserBackend.start(process.env.TEST_BACKEND!, ['Invoice.paidAt']);
    product = await startProduct({ BACKEND_GRAPHQL_URL: backend.url });
  }, 90_000);
  afterAll(async () => {
    await product.stop();
    await backend.close();
  });

  it('[GQL-01] [REC-08] lists its invoices nevertheless', async () => {
    const recruiter = await FormVisitor.loggedIn(new SiteUnderTest(product.url), 'recruiter');
    const page = await recruiter.page('/my-products');
    expect(page('#invoices').length).toBe(1);
    expect(page('#invoices [role="alert"]').length).toBe(0);
    expect(backend.operations.filter(({ name }) => name.endsWith('Invoices'))).toEqual([
      { name: 'OwnInvoices', isAnswered: false },
      { name: 'IssuedInvoices', isAnswered: true },
    ]);
  });
});

describe('a backend that does not say when it read a list of applications', () => {
  let backend: LesserBackend;
  let product: RunningProduct;
  let site: SiteUnderTest;

  beforeAll(async () => {
    backend = await LesserBackend.start(process.env.TEST_BACKEND!, [
      'JobApplications.seen',
      'ApplicationBulk.changed',
      'ApplicationBulkInput.seen',
    ]);
    product = await startProduct({ BACKEND_GRAPHQL_URL: backend.url });
    site = new SiteUnderTest(product.url);
  }, 90_000);
  afterAll(async () => {
    await product.stop();
    await backend.close();
  });

  it('[GQL-01] [REC-05] is sent steps for many applications without that time', async () => {
    const recruiter = await FormVisitor.loggedIn(site, 'recruiter');
    const { job, form } = await publishJobWithForm(recruiter, 'Untimed job');
    const list = `/applications/${job.split('/')[2]!}`;
    expect((await new Applicant(site).apply(form)).status).toBe(303);
    expect((await recruiter.page(list))('#bulk-form [name="seen"]').length).toBe(0);
    expect((await recruiter.send(list, '#bulk-form', { all: 'yes', moveTo: 'in_review' })).status).toBe(303);
    await waitFor('the work to be done', async () => (await recruiter.page(list))('[data-bulk="finished"]').length > 0);
    expect((await recruiter.page(`${list}?state=in_review`))('main input[name="application"]').length).toBe(1);
    const wanted = ['JobApplications', 'JobApplicationsWithoutTime', 'StartApplicationBulk'];
    const asked = backend.operations.filter(({ name }) => wanted.includes(name));
    expect(asked).toContainEqual({ name: 'StartApplicationBulk', isAnswered: true });
    expect(asked.slice(0, 2)).toEqual([
      { name: 'JobApplications', isAnswered: false },
      { name: 'JobApplicationsWithoutTime', isAnswered: true },
    ]);
  }, 60_000);
});

describe('a backend that does not recognize what somebody else has changed meanwhile', () => {
  let backend: LesserBackend;
  let product: RunningProduct;
  let administrator: RecruiterVisitor;

  beforeAll(async () => {
    backend = await LesserBackend.start(process.env.TEST_BACKEND!, [
      'setUserRoles.before',
      'ManagedProduct.version',
      'ProductInput.version',
    ]);
    product = await startProduct({ BACKEND_GRAPHQL_URL: backend.url });
    administrator = await RecruiterVisitor.of(new SiteUnderTest(product.url), 'admin@demo.causeboard.test');
  }, 90_000);
  afterAll(async () => {
    await product.stop();
    await backend.close();
  });

  it('[GQL-01] [AUTH-14] is sent roles without those that the page showed', async () => {
    const users = await administrator.page('/admin/users?search=editor%40demo.causeboard.test');
    const path = users('tbody a').attr('href')!;
    const answer = await administrator.fill(path, '#roles form', {});
    expect([answer.status, answer.headers.location]).toEqual([303, `${path}?notice=roles#main`]);
    expect(backend.operations.filter(({ name }) => name.startsWith('SetUserRoles'))).toEqual([
      { name: 'SetUserRolesIfUnchanged', isAnswered: false },
      { name: 'SetUserRoles', isAnswered: true },
    ]);
  });

  it('[GQL-01] [REC-08] lists products, and is sent them without a version', async () => {
    const path = (await administrator.page('/admin/products'))('[data-product] a').first().attr('href')!;
    const answer = await administrator.fill(path, 'form[data-part="save"]', {});
    expect([answer.status, answer.headers.location]).toEqual([303, expect.stringContaining('notice=saved')]);
  });
});
