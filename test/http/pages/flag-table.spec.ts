import { type HOSTS, type RunningProduct, startProduct } from '../../support/products.mjs';
import { SiteUnderTest } from '../../support/data/site.js';
import { FormVisitor } from '../../support/visitors/form-visitor.js';

type SiteName = keyof typeof HOSTS;

/** Determines the visible effect of a flag on a site. */
type Probe = (site: SiteUnderTest) => Promise<unknown>;

interface FlagRow {
  flag: string;
  site: SiteName;
  probe: Probe;
  on: unknown;
  off: unknown;
}

const PATIENCE = 240_000;
const RESULTS = '[data-region="results"]';

const has =
  (path: string, selector: string): Probe =>
  async (site) =>
    (await site.page(path)).$(selector).length > 0;

/** Whether a logged-in user sees an element. */
const shows =
  (name: 'applicant' | 'recruiter', path: string, selector: string): Probe =>
  async (site) =>
    (await (await FormVisitor.loggedIn(site, name)).page(path))(selector).length > 0;

/** Status of the pages of a role for a user with this role, and whether a menu links to one of them. */
const answers =
  (name: 'applicant' | 'recruiter', paths: readonly string[], link: string): Probe =>
  async (site) => {
    const visitor = await FormVisitor.loggedIn(site, name);
    const statuses: number[] = [];
    for (const path of paths) statuses.push((await visitor.get(path)).status);
    return [...statuses, (await visitor.page('/dashboard'))(`a[href="${link}"]`).length > 0];
  };

/** Whether the backend allows a user an operation that is reserved for a role. */
const may =
  (name: 'applicant' | 'recruiter', operation: string, variables: object): Probe =>
  async (site) =>
    !(await (await FormVisitor.loggedIn(site, name)).ask(operation, variables)).includes('FORBIDDEN');

const isInSitemap =
  (path: string): Probe =>
  async (site) =>
    (await site.get('/pages/sitemap.xml')).text.includes(`${path}</loc>`);

const inTurn =
  (...probes: Probe[]): Probe =>
  async (site) => {
    const seen: unknown[] = [];
    for (const probe of probes) seen.push(await probe(site));
    return seen;
  };

async function jobPaths(site: SiteUnderTest): Promise<string[]> {
  // The newest jobs may belong to other tests, and have neither a map nor an application form.
  const page = await site.page('/jobs?search=manager');
  return page
    .$(`${RESULTS} h2 a[href*="/job/"]`)
    .map((_index, link) => page.$(link).attr('href')!.split('?')[0]!)
    .get();
}

/** The page of a job, and its application form if it has one. */
const onJob =
  (selector: string): Probe =>
  async (site) => {
    for (const path of await jobPaths(site)) if ((await site.page(path)).$(selector).length > 0) return true;
    return false;
  };
const onApplyForm =
  (selector: string): Probe =>
  async (site) => {
    for (const path of await jobPaths(site)) {
      const way = (await site.page(path)).$('a[href^="/apply/"]').attr('href');
      if (!way) continue;
      const form = (await site.page(way)).$('form[data-apply-form]');
      // An employer who requires a resume gets it on every site.
      if (form.find('input[type="file"][required]').length === 0) return form.find(selector).length > 0;
    }
    throw new Error('There is no job with a form');
  };

const total: Probe = async (site) =>
  Number(/\d+/.exec((await site.page('/organizations')).$('#found').text())![0]) > 20;

/** Whether promoted jobs come before all others. */
const topFirst: Probe = async (site) => {
  const page = await (await FormVisitor.loggedIn(site, 'recruiter')).page('/resumes');
  const marks = page(`${RESULTS} > ol > li`)
    .map((_index, card) => page(card).find('[data-top-cv]').length)
    .get();
  return marks[0] === 1 && marks.join() === [...marks].sort().reverse().join();
};

/** Whether a resume with an occupation is shown with matching jobs. */
const fittingJobs: Probe = async (site) => {
  const recruiter = await FormVisitor.loggedIn(site, 'recruiter');
  const page = await recruiter.page('/resumes');
  const paths = page(`${RESULTS} h2 a`)
    .map((_index, link) => page(link).attr('href')!)
    .get();
  for (const path of paths) if ((await recruiter.page(path))('[data-fitting-jobs] h3 a').length > 0) return true;
  return false;
};

/** Whether the pages of a user contain the given consents, which the prompt needs to decide whether to ask. */
const knowsConsents: Probe = async (site) => {
  const page = await (await FormVisitor.loggedIn(site, 'applicant')).page('/dashboard');
  const { user } = JSON.parse(page('#island-page').text()) as { user: { consents: { data: object[] } } };
  return user.consents.data.length > 0;
};

/** Response of a relay to an event of a visitor without consent. */
const relays =
  (path: string, body: object): Probe =>
  async (site) =>
    (await site.post(path).type('json').send(body)).status;

const FLAGS: readonly FlagRow[] = [
  {
    flag: 'applicant',
    site: 'charity-ca',
    probe: inTurn(
      answers('applicant', ['/resume', '/resume/wizard'], '/resume'),
      has('/', 'footer a[href="/for-applicants"]'),
      has('/user/login', 'a[href="/user/register/applicant"]'),
      may('applicant', 'EditedResume', {}),
      isInSitemap('/for-applicants'),
      isInSitemap('/for-employers'),
    ),
    on: [[200, 200, true], true, true, true, true, true],
    off: [[301, 301, false], false, false, false, false, true],
  },
  {
    flag: 'recruiter',
    site: 'uk',
    probe: inTurn(
      answers('recruiter', ['/job-manager', '/user/organization', '/cvs'], '/job-manager'),
      has('/', 'a[href="/for-employers"]'),
      has('/user/login', 'a[href="/user/register/recruiter"]'),
      may('recruiter', 'ManagedJobs', { limit: 1, offset: 0 }),
      isInSitemap('/for-employers'),
      isInSitemap('/for-applicants'),
    ),
    on: [[200, 200, 200, true], true, true, true, true, true],
    off: [[404, 404, 404, false], false, false, false, false, true],
  },
  {
    flag: 'resume',
    site: 'uk',
    probe: answers('applicant', ['/cv', '/cv/edit'], '/cv'),
    on: [200, 200, true],
    off: [301, 301, false],
  },
  {
    flag: 'resumeImport',
    site: 'default',
    probe: inTurn(
      answers('applicant', ['/resume/wizard/import'], '/dashboard'),
      shows('applicant', '/resume/wizard', 'main a[href="/resume/wizard/import"]'),
    ),
    on: [[200, true], true],
    off: [[301, true], false],
  },
  {
    flag: 'percentageBox',
    site: 'default',
    probe: shows('applicant', '/resume', '[data-percentage]'),
    on: true,
    off: false,
  },
  {
    flag: 'completenessCard',
    site: 'default',
    probe: shows('applicant', '/resume', '#missing'),
    on: true,
    off: false,
  },
  {
    flag: 'dashboardApplications',
    site: 'default',
    probe: inTurn(shows('applicant', '/dashboard', '#applications'), shows('recruiter', '/dashboard', '#applications')),
    on: [true, true],
    off: [false, false],
  },
  {
    flag: 'subscriptions',
    site: 'default',
    probe: shows('recruiter', '/dashboard', '#subscriptions'),
    on: true,
    off: false,
  },
  {
    flag: 'recruiterApproval',
    site: 'default',
    probe: async (site) => (await (await FormVisitor.loggedIn(site, 'admin')).get('/admin/recruiters')).status,
    on: 200,
    off: 404,
  },
  { flag: 'attachmentsBox', site: 'default', probe: onApplyForm('[data-files]'), on: true, off: false },
  {
    flag: 'applicationCaptcha',
    site: 'default',
    probe: onApplyForm('[data-island="captcha"]'),
    on: true,
    off: false,
  },
  {
    flag: 'registrationCaptcha',
    site: 'default',
    probe: has('/user/register/applicant', '[data-island="captcha"]'),
    on: true,
    off: false,
  },
  {
    flag: 'keywordSearch',
    site: 'default',
    probe: has('/jobs', '[role="search"] input[name="search"]'),
    on: true,
    off: false,
  },
  {
    flag: 'geoSearch',
    site: 'default',
    probe: has('/jobs', '[role="search"] input[name="geo_location"]'),
    on: true,
    off: false,
  },
  { flag: 'adTeasers', site: 'default', probe: has('/jobs', '[data-ad-place]'), on: true, off: false },
  { flag: 'maps', site: 'default', probe: onJob('[data-map]'), on: true, off: false },
  {
    flag: 'fieldsOfStudy',
    site: 'default',
    probe: inTurn(
      has('/organizations', '[role="search"] input[name="field_of_study"]'),
      shows('recruiter', '/resumes', '[role="search"] input[name="field_of_study"]'),
    ),
    on: [true, true],
    off: [false, false],
  },
  {
    flag: 'topCv',
    site: 'default',
    probe: inTurn(shows('recruiter', '/resumes', '[data-top-cv]'), topFirst),
    on: [true, true],
    off: [false, false],
  },
  { flag: 'resumeRecommender', site: 'default', probe: fittingJobs, on: true, off: false },
  {
    flag: 'jobManagerRecommender',
    site: 'default',
    probe: shows('recruiter', '/job-manager?state=published', '[data-fit] a'),
    on: true,
    off: false,
  },
  { flag: 'onlyFeaturedOrganizations', site: 'default', probe: total, on: false, off: true },
  {
    flag: 'forcedRegistration',
    site: 'charity-ca',
    probe: onJob('a[href^="/user/login?destination="]'),
    on: true,
    off: false,
  },
  {
    flag: 'socialLogin',
    site: 'charity-ca',
    probe: has('/user/login', '[data-social]'),
    on: true,
    off: false,
  },
  {
    flag: 'gdprConsent',
    site: 'uk',
    probe: inTurn(has('/user/register/applicant', '[data-registration-consent] section'), knowsConsents),
    on: [true, true],
    off: [false, false],
  },
  {
    flag: 'measurement',
    site: 'europe',
    probe: has('/en/', 'meta[name="measurement"][content*=\'"client":true\']'),
    on: true,
    off: false,
  },
  {
    flag: 'measurementApi',
    site: 'default',
    probe: relays('/api/gmapi', { event: 'ss_login', params: {} }),
    on: 202,
    off: 404,
  },
  {
    flag: 'conversionApi',
    site: 'default',
    probe: relays('/api/conversionapi', { event_name: 'sign_up', custom_data: {} }),
    on: 202,
    off: 404,
  },
  {
    flag: 'readOnly',
    site: 'europe',
    probe: inTurn(has('/en/jobs', '[data-maintenance]'), has('/en/user/login', 'input[type="password"]')),
    on: [true, false],
    off: [false, true],
  },
];

/** The defaults for these flags in point 9 of the specification. */
const OFF_BY_DEFAULT = [
  'adTeasers',
  'applicationCaptcha',
  'conversionApi',
  'measurement',
  'measurementApi',
  'fieldsOfStudy',
  'forcedRegistration',
  'onlyFeaturedOrganizations',
  'readOnly',
  'recruiterApproval',
  'registrationCaptcha',
  'socialLogin',
  'subscriptions',
  'topCv',
  'resumeRecommender',
  'jobManagerRecommender',
];

/** One product has all of them on, and the other one off; flags of one site do not affect the same page. */
describe.each(['on', 'off'] as const)('every flag that is %s', (state) => {
  let product: RunningProduct;

  beforeAll(async () => {
    product = await startProduct({
      DATA_DIR: process.env.TEST_DATA_DIR!,
      SITE_FLAGS: FLAGS.map(({ flag, site }) => `${site}.${flag}=${state}`).join(),
      GOOGLE_CLIENT_ID: 'an-id',
      GOOGLE_CLIENT_SECRET: 'a-secret',
      GA_MEASUREMENT_ID: 'G-TEST1234',
      GA_API_SECRET: 'a-secret',
      GA_MP_ENDPOINT: 'http://127.0.0.1:1/',
      META_PIXEL_ID: '123456',
      META_ACCESS_TOKEN: 'a-token',
      META_GRAPH_ENDPOINT: 'http://127.0.0.1:1',
    });
  }, PATIENCE);
  afterAll(() => product.stop());

  it.each(FLAGS)(
    '[SITE-04] $flag changes the product',
    async (row) => {
      expect(await row.probe(new SiteUnderTest(product.url, row.site))).toEqual(row[state]);
    },
    PATIENCE,
  );
});

it('[SITE-04] each has the default in the specification', async () => {
  const { siteSchema } = await import('../../../config/sites/site.schema.js');
  const features = siteSchema.shape.features.parse(undefined);
  for (const { flag } of FLAGS)
    expect([flag, features[flag as keyof typeof features]]).toEqual([flag, !OFF_BY_DEFAULT.includes(flag)]);
});
