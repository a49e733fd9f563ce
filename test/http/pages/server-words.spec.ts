import * as cheerio from 'cheerio';
import { FickleBackend } from '../../support/backends/fickle-backend.js';
import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { SiteUnderTest } from '../../support/data/site.js';

let backend: FickleBackend;
let product: RunningProduct;
let site: SiteUnderTest;

const HOSTILE =
  'The+shop+is+%3Cb%20onclick%3D%22alert(1)%22%3Eclosed%3C%2Fb%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E%20%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E100%25';

beforeAll(async () => {
  backend = await FickleBackend.start(process.env.TEST_BACKEND!);
  const errors = [{ __typename: 'AccountError', field: null, message: HOSTILE }];
  backend.answers = {
    getAppConfig: { data: { getAppConfig: [{ name: 'creation_source', key: 'x', value: 'utm_source"><script>' }] } },
    JwtToken: { data: { JwtToken: { jwt: null, errors } } },
  };
  product = await startProduct({ DATA_DIR: process.env.TEST_DATA_DIR!, BACKEND_GRAPHQL_URL: backend.url });
  site = new SiteUnderTest(product.url);
}, 90_000);
afterAll(async () => {
  await product.stop();
  await backend.close();
});

it('[PAGE-06] server errors are decoded and shown as sanitized HTML without active content', async () => {
  const values = { email: 'ann@people.test', password: 'a long enough passphrase' };
  const answer = await new FormVisitor(site).send('/user/login', 'form[data-form="login"]', values);
  const alert = cheerio.load(answer.text)('[role="alert"]');
  expect(alert.find('p').first().html()).toBe('The shop is <b>closed</b> 100%');
  expect(alert.find('script, img, [onclick], [onerror]').length).toBe(0);
});

it('[PAGE-05] pages contain the name of the campaign parameter for their script, if the backend requires it', async () => {
  for (const path of ['/', '/jobs', '/contact', '/nowhere'])
    expect((await site.page(path)).$('head meta[name="creation-source"]').attr('content')).toBe('utm_source"><script>');
  const without = new SiteUnderTest(process.env.TEST_EMBEDDED!);
  expect((await without.page('/')).$('meta[name="creation-source"]').length).toBe(0);
});
