import { FickleBackend } from '../../support/backends/fickle-backend.js';
import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { folded, SiteUnderTest } from '../../support/data/site.js';

let backend: FickleBackend;
let product: RunningProduct;
let recruiter: FormVisitor;

beforeAll(async () => {
  backend = await FickleBackend.start(process.env.TEST_BACKEND!);
  product = await startProduct({ BACKEND_GRAPHQL_URL: backend.url });
  recruiter = await FormVisitor.loggedIn(new SiteUnderTest(product.url), 'recruiter');
}, 90_000);
afterAll(async () => {
  await product.stop();
  await backend.close();
});
afterEach(() => {
  backend.answers = {};
});

const refused = (message: string) => ({ errors: [{ message }] });

it('[REC-06] says that credits cannot be loaded, and why; all other parts are shown', async () => {
  backend.answers = { CreditAccounts: refused('Counting+anew <script>alert(1)</script>') };
  const page = await recruiter.page('/my-products');
  const alert = page('#credits [role="alert"]');
  expect(folded(alert.find('p').first().text())).toBe('There was an error getting your credits.');
  expect(folded(alert.find('li').text())).toBe('Counting anew');
  expect(alert.find('a:contains("Try again")').attr('href')).toMatch(/^\/my-products\?organization=\d+#credits$/);
  expect(page('#statement tbody tr').length).toBeGreaterThan(0);
  expect(page('#subscriptions li[id]').length).toBeGreaterThan(0);
});

it('[REC-07] says that subscriptions cannot be loaded, and lists the errors of the server', async () => {
  const list = { subscriptions: [], total: 0, errors: [{ message: 'The shop <b>is closed</b>' }] };
  backend.answers = { OwnSubscriptions: { data: { getSubscriptions: list } } };
  const page = await recruiter.page('/my-products');
  const alert = page('#subscriptions [role="alert"]');
  expect(folded(alert.find('p').first().text())).toBe('An error happened while retrieving your subscription data.');
  expect(alert.find('li').text()).toBe('The shop is closed');
  expect(page('#credits dl > div').length).toBeGreaterThan(0);
  expect(page('#statement tbody tr').length).toBeGreaterThan(0);
});

it('[REC-08] if a statement cannot be loaded, the rest of the page is shown, and the file download is aborted with an error', async () => {
  backend.answers = { CreditStatement: refused('Later.') };
  const page = await recruiter.page('/my-products');
  expect(page('#statement [role="alert"] li').text()).toBe('Later.');
  expect(page('#credits dl > div').length).toBeGreaterThan(0);
  expect((await recruiter.get('/my-products/statement.csv?type=job')).status).toBe(503);
});

it('[REC-08] without products, the page says so and whom to contact', async () => {
  backend.answers = { Products: { data: { products: [] } } };
  const site = new SiteUnderTest(product.url, 'charity-ca');
  const page = await site.page('/products');
  expect(page.status).toBe(200);
  expect(page.texts('#row-4')[0]).toContain('No credits are for sale here at the moment. Ask us');
  expect(page.texts('#row-6')[0]).toContain('No subscriptions are for sale here at the moment. Ask us');
  expect(page.$('main form').length).toBe(0);
});
