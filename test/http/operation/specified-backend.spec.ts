import { KNOWN_PASSWORD, SpecifiedBackend } from '../../support/backends/specified-backend.js';
import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { folded, SiteUnderTest } from '../../support/data/site.js';
import { FormVisitor } from '../../support/visitors/form-visitor.js';

/** Public servers differ in the status of their response to operations that their schema does not support. */
describe.each([200, 400])('a backend written from the specification that answers %d to other operations', (status) => {
  let backend: SpecifiedBackend;
  let product: RunningProduct;
  let site: SiteUnderTest;

  beforeAll(async () => {
    backend = await SpecifiedBackend.start(status);
    product = await startProduct({ BACKEND_GRAPHQL_URL: backend.url });
    site = new SiteUnderTest(product.url);
  }, 90_000);
  afterAll(async () => {
    await product.stop();
    await backend.close();
  });

  it('[GQL-01] [GQL-05] serves the pages that have no list', async () => {
    for (const path of ['/', '/user/login', '/user/register/applicant', '/contact', '/products', '/jobs']) {
      const page = await site.page(path);
      expect([path, page.status, page.$('main h1').length]).toEqual([path, 200, 1]);
    }
  });

  it('[GQL-01] is enough for a process to be ready for traffic', async () => {
    const answer = await site.get('/health/ready');
    expect([answer.status, answer.text]).toEqual([200, '{"status":"ok","backend":"ok","process":"ok"}']);
  });

  it('[GQL-01] [ROUTE-05] serves jobs, landing pages and organizations with the data of getRoutInfo', async () => {
    const contents = [
      ['/job/12/cook', 'Cook – Soup Kitchen', 'Cook soup for many.'],
      ['/about', 'About us', 'Who we are & what we do.'],
      ['/organization/5/soup-kitchen', 'Soup Kitchen', 'Soup since 1950.'],
    ] as const;
    for (const [path, title, description] of contents) {
      const page = await site.page(path);
      expect([path, page.status, page.texts('main h1'), page.$('title').text()]).toEqual([
        path,
        200,
        [title],
        expect.stringContaining(title),
      ]);
      expect(page.$('meta[name="description"]').attr('content')).toBe(description);
      expect(folded(page.$('main').text())).toContain(description);
    }
    expect((await site.get('/old')).headers.location).toBe('/about');
    expect((await site.page('/nowhere')).status).toBe(404);
  });

  it('[PAGE-02] shows the menu mini-policy with title, class, path and target, and no other menu', async () => {
    const page = await site.page('/user/login');
    const link = page.$('footer a:contains("Data protection")');
    expect([link.attr('href'), link.attr('target')]).toEqual(['/privacy-policy', '_self']);
    expect(page.html).toContain('policy');
  });

  it('[GQL-01] says that it has no list, and still shows the search form', async () => {
    for (const path of ['/', '/jobs?search=cook']) {
      const page = await site.page(path);
      expect(folded(page.$('main').text())).toContain('We can’t show a list of jobs right now.');
      expect(page.$('main form[role="search"]').length).toBe(1);
    }
    for (const path of ['/organizations', '/blog', '/jobs/full-time']) {
      const page = await site.page(path);
      expect([path, page.status, page.$('main h1').length]).toEqual([path, 503, 1]);
    }
  });

  it('[AUTH-03] [AUTH-19] logs in, knows the user, and shows credits and subscriptions', async () => {
    const visitor = new FormVisitor(site);
    const refused = await visitor.send('/user/login', 'form[data-form="login"]', {
      email: 'maria@example.org',
      password: 'another password',
    });
    expect(refused.text).toContain('Wrong email or password.');
    const answer = await visitor.send('/user/login', 'form[data-form="login"]', {
      email: 'maria@example.org',
      password: KNOWN_PASSWORD,
    });
    expect(answer.status).toBe(303);
    const page = await visitor.page('/dashboard');
    expect(page('main h1').text()).toBe('Hello, Maria');
    expect(folded(page('#organization strong').text())).toBe('Soup Kitchen');
    expect(folded(page('#credits').text())).toContain('12');
    const own = await visitor.page('/my-products');
    expect(folded(own('#credits dl').text())).toBe('Job credits12');
    expect(folded(own('#subscriptions').text())).toContain('There are no subscriptions here yet.');
    expect(own('#statement, #invoices, main [role="alert"]').length).toBe(0);
  });

  it('[CONSENT-03] [PAGE-04] shows its consent text at registration, and once to people who have not agreed', async () => {
    const registration = await site.page('/user/register/applicant');
    expect(registration.$('[data-registration-consent] section').text()).toBe('The text for REGISTRATION.');
    expect(registration.$('input[name="consentInfoId"]').val()).toBe('31');
    const visitor = new FormVisitor(site);
    await visitor.send('/user/login', 'form[data-form="login"]', {
      email: 'maria@example.org',
      password: KNOWN_PASSWORD,
    });
    expect((await visitor.page('/contact'))('[data-consent-prompt]').text()).toContain('The text for REGISTRATION.');
    const answer = await visitor.send('/contact', '[data-consent-form]', { agreed: 'yes' });
    expect([answer.status, answer.headers.location]).toEqual([303, '/contact']);
    const page = await visitor.page('/contact');
    expect(page('[data-message]').text()).toContain('Your consent to the latest GDPR changes has been saved.');
    expect(page('[data-consent-prompt]').length).toBe(0);
    const call = backend.calls.find(({ operationName }) => operationName === 'createGdprUserConsent');
    expect(call).toMatchObject({ variables: { mail: 'maria@example.org', infoId: '31' } });
  });

  it('[GQL-01] [GQL-02] receives operations with the names of the specification and the caller’s token', () => {
    expect(backend.answered.sort()).toEqual([
      'JwtToken',
      'MiniPolicy',
      'PageMenu',
      'createGdprUserConsent',
      'creditBalance',
      'getAppConfig',
      'getGdprConsentInfos',
      'getRoutInfo',
      'getSubscriptions',
      'getUser',
      'hasTheLatestConsent',
      'updatableOrganizationProfiles',
    ]);
    const credits = backend.calls.find(({ operationName }) => operationName === 'creditBalance');
    expect(credits).toMatchObject({ variables: { organizationId: '5' } });
    expect(credits!.headers).toMatchObject({
      authorization: expect.stringMatching(/^Bearer eyJ/) as string,
      'x-causeboard-frontend': 'default; locale=en',
    });
  });

  it('[GQL-04] keeps on receiving operations after a browser has sent wrong variables with them', async () => {
    for (const [operationName, variables] of [
      ['JwtToken', { email: {}, password: 1 }],
      ['getRoutInfo', {}],
    ]) {
      const answer = await site.post('/graphql').send({ operationName, variables });
      expect(answer.text).toContain('"errors":');
    }
    const visitor = new FormVisitor(site);
    const form = { email: 'maria@example.org', password: KNOWN_PASSWORD };
    expect((await visitor.send('/user/login', 'form[data-form="login"]', form)).status).toBe(303);
    expect((await site.page('/job/12/cook')).status).toBe(200);
  });

  it('[GQL-05] does not receive unsupported operations again and again', async () => {
    const asked = () => backend.calls.filter(({ isAnswered }) => !isAnswered).length;
    await site.page('/job/12/cook');
    const before = asked();
    for (const query of ['', '?a=1', '?a=2']) await site.page(`/job/12/cook${query}`);
    expect(asked()).toBe(before);
  });
});
