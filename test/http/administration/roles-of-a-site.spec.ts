import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { SiteUnderTest } from '../../support/data/site.js';
import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { Visitor } from '../../support/visitors/visitor.js';

const WAYS = 'main a[href^="/user/register"]';

/** `default` accepts registrations of applicants only, `charity-ca` of recruiters only. */
describe('sites that accept registrations for one role only', () => {
  let product: RunningProduct;

  beforeAll(async () => {
    product = await startProduct({
      DATA_DIR: process.env.TEST_DATA_DIR!,
      BACKEND_GRAPHQL_URL: `${process.env.TEST_BACKEND!}/graphql`,
      SITE_FLAGS: 'default.recruiter=off,charity-ca.applicant=off',
    });
  }, 90_000);
  afterAll(() => product.stop());

  it.each([
    ['default', 'applicant', 'recruiter'],
    ['charity-ca', 'recruiter', 'applicant'],
  ] as const)('[ROLE-03] [AUTH-11] [SITE-04] %s shows a single link, for the %s', async (name, role, other) => {
    const site = new SiteUnderTest(product.url, name);
    const login = await site.page('/user/login');
    expect(
      login
        .$(WAYS)
        .map((_index, link) => login.$(link).attr('href'))
        .get(),
    ).toEqual([`/user/register/${role}`]);
    expect(login.texts(WAYS)).toEqual(['Register']);
    const any = await site.page('/user/register');
    expect([any.status, any.$('form[data-form="register"]').length]).toEqual([200, 1]);
    expect((await site.page(`/user/register/${role}`)).status).toBe(200);
    expect((await site.page(`/user/register/${other}`)).status).toBe(404);
    expect((await site.page('/')).$(`a[href="/user/register/${other}"]`).length).toBe(0);
  });

  it('[ROLE-03] [SITE-04] refuses registration for the other role, by form and by script', async () => {
    const visitor = new Visitor(product.url);
    const email = `one-role-${Date.now()}@example.org`;
    const password = 'correct horse battery';
    const entries = { firstName: 'Ada', lastName: 'Lovelace', organizationName: 'One', email, password };
    const byForm = await visitor.send('/user/register/recruiter', { ...entries, consent: 'yes' });
    expect(byForm.status).toBe(404);
    const byScript = await visitor.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        operationName: 'RegisterUser',
        variables: { input: { ...entries, role: 'recruiter', consent: true } },
      }),
    });
    expect(await byScript.json()).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
    const own = { firstName: 'Ada', lastName: 'Lovelace', email, password };
    const applicant = new FormVisitor(new SiteUnderTest(product.url));
    const form = 'form[data-form="register"]';
    expect((await applicant.send('/user/register/applicant', form, { ...own, consent: 'yes' })).status).toBe(303);
  });
});
