import { rmSync } from 'node:fs';
import * as cheerio from 'cheerio';
import { PRODUCTS, SiteUnderTest } from '../../support/data/site.js';
import { DEMO_PASSWORD, makeDemoFolder, type RunningProduct, startProduct } from '../../support/products.mjs';
import { TestStripeServer } from '../../support/servers/stripe-server.js';
import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { RecruiterVisitor } from '../../support/visitors/recruiter-visitor.js';
import { PASSWORD, ShopWorld } from '../../support/worlds/shop-world.js';

const BILLING = 'form[data-checkout-form]';
const ORDER = 'form[data-order-form]';
const PROFILE = {
  companyName: 'Maple Shelter <script>',
  firstName: 'Ada',
  lastName: 'Roy',
  email: 'books@maple.test',
  countryCode: 'CA',
  addressLine1: '1 Main St',
  zip: 'K1A 0A1',
  locality: 'Ottawa',
  administrativeArea: 'Ontario',
  vatNumber: '',
};

describe.each(PRODUCTS)('checkout, %s', (_name, url) => {
  it('[REC-08] requires a login, and continues after it', async () => {
    const answer = await new SiteUnderTest(url, 'charity-ca').get('/checkout?product=job-credits-1&quantity=2');
    expect(answer.status).toBe(302);
    expect(answer.headers.location).toContain('/user/login?destination=/checkout');
    expect(decodeURIComponent(answer.headers.location!)).toContain('product=job-credits-1&quantity=2');
  });

  it('[REC-08] leads to the contact form on sites without self-service', async () => {
    const answer = await new SiteUnderTest(url, 'europe').get('/en/checkout?product=job-credits-1');
    expect([answer.status, answer.headers.location]).toEqual([302, '/en/contact']);
  });

  it('[REC-08] explains why a product cannot be bought', async () => {
    const visitor = await RecruiterVisitor.of(new SiteUnderTest(url, 'charity-ca'));
    const answer = await visitor.get('/checkout?product=none');
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('We don’t sell this');
  });

  it('[REC-08] refuses events that are not signed by Stripe', async () => {
    const site = new SiteUnderTest(url);
    const send = (headers: Record<string, string>, body: string) =>
      site.post('/payments/stripe').set(headers).send(body);
    expect((await send({ 'content-type': 'application/json' }, '{}')).status).toBe(400);
    expect((await send({ 'content-type': 'application/json', 'stripe-signature': 't=1,v1=0' }, '{}')).status).toBe(400);
  });

  it('[REC-08] shows orders of the site only to administrators', async () => {
    const site = new SiteUnderTest(url, 'charity-ca');
    const administrator = await FormVisitor.loggedIn(site, 'admin');
    expect((await administrator.get('/admin/orders?state=overdue')).status).toBe(200);
    expect((await (await FormVisitor.loggedIn(site, 'recruiter')).get('/admin/orders')).status).toBe(403);
    expect((await administrator.get('/admin/order?order=999999')).status).toBe(404);
  });
});

describe('buying', () => {
  let stripe: TestStripeServer;
  let folder: string;
  let product: RunningProduct;
  let site: SiteUnderTest;
  let buyer: RecruiterVisitor;
  let administrator: FormVisitor;

  beforeAll(async () => {
    stripe = await TestStripeServer.start();
    folder = makeDemoFolder('checkout');
    product = await startProduct({
      DATA_DIR: folder,
      DEMO_DATA: 'on',
      DEMO_PASSWORD,
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_BASE: stripe.url,
    });
    site = new SiteUnderTest(product.url, 'charity-ca');
    buyer = await RecruiterVisitor.of(site);
    administrator = await FormVisitor.loggedIn(site, 'admin');
  }, 180_000);
  afterAll(async () => {
    await product.stop();
    await stripe.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Fills in the billing profile. @returns the address of the review page */
  async function toReview(
    more: Record<string, string> = {},
    query = 'product=job-credits-1&quantity=2',
  ): Promise<string> {
    const answer = await buyer.fill(`/checkout?${query}`, BILLING, { ...PROFILE, ...more });
    expect(answer.status).toBe(303);
    return answer.headers.location!;
  }

  it('[REC-08] shows the form again with what was typed and the errors', async () => {
    const answer = await buyer.fill('/checkout?product=job-credits-1', BILLING, {
      ...PROFILE,
      email: 'no',
      administrativeArea: 'Atlantis',
    });
    const $ = cheerio.load(answer.text);
    expect(answer.status).toBe(422);
    expect($('[name="administrativeArea"]').attr('value')).toBe('Atlantis');
    expect(
      $('#field-email-error, #field-administrativeArea-error')
        .map((_i, each) => $(each).text())
        .get(),
    ).toEqual(['Please provide a valid email address', 'Please choose the province or territory: it decides the tax']);
  });

  it('[REC-08] by invoice: details, review with tax, order, result; an administrator marks it as paid', async () => {
    const review = await toReview();
    expect(review).toMatch(/^\/checkout\?product=job-credits-1&quantity=2&organization=\d+&step=review#main$/);
    const shown = await buyer.get(review);
    const $ = cheerio.load(shown.text);
    expect($('#summary').text()).toMatch(/HST 13\s?%/);
    expect($('#billing').text()).toContain('Maple Shelter <script>');
    const total = $('[data-line="total"] dd').text();
    expect($(`${ORDER} button`).text()).toContain(total);
    const without = await buyer.fillShown(shown.text, ORDER, { provider: 'invoice' });
    expect([without.status, without.text.includes('Please accept the terms')]).toEqual([422, true]);
    const placed = await buyer.fillShown(shown.text, ORDER, { provider: 'invoice', terms: 'yes' });
    expect(placed.status).toBe(303);
    const again = await buyer.fillShown(shown.text, ORDER, { provider: 'invoice', terms: 'yes' });
    expect(again.headers.location).toBe(placed.headers.location);
    const result = cheerio.load((await buyer.get(placed.headers.location!)).text);
    expect(result('#payment').text()).toContain('Interac e-Transfer');
    const pdf = await buyer.get(result('#documents a').attr('href')!);
    expect([pdf.status, pdf.headers['content-type']]).toEqual([200, expect.stringContaining('application/pdf')]);
    const listed = async () =>
      cheerio
        .load((await buyer.get('/my-products')).text)('#invoices tbody th')
        .first()
        .text();
    expect(await listed()).toMatch(/to be paid by \w+ \d+, \d{4}$/);
    const id = /order=(\d+)/.exec(placed.headers.location!)![1]!;
    const marked = await administrator.send(`/admin/order?order=${id}`, '#paid form', { paidReason: 'On the account' });
    expect(marked.headers.location).toBe(`/admin/order?order=${id}&notice=paid#main`);
    const paid = cheerio.load((await buyer.get(placed.headers.location!)).text);
    expect(paid('main').text()).toContain('Your order is paid');
    expect(await listed()).toMatch(/\(PDF\)paid on \w+ \d+, \d{4}$/);
    expect(paid('main a[href="/job/wizard"]')).toHaveLength(1);
    // A form from before the first refund, which is sent twice.
    const part = { refundReason: 'A part', amount: '10', refunded: '0' };
    const once = await administrator.send(`/admin/order?order=${id}`, '#refund form', part);
    const twice = await administrator.send(`/admin/order?order=${id}`, '#refund form', part);
    expect([once.status, twice.status]).toEqual([303, 422]);
    expect(cheerio.load(twice.text)('#refund [name="refunded"]').attr('value')).toBe('0');
    const refunded = await administrator.send(`/admin/order?order=${id}`, '#refund form', { refundReason: 'Goodwill' });
    expect(refunded.headers.location).toContain('notice=refund');
    expect(cheerio.load((await buyer.get(placed.headers.location!)).text)('#documents a')).toHaveLength(3);
  });

  it('[REC-08] by Stripe: redirected there, confirmed by its event, and back', async () => {
    const review = await toReview({}, 'product=job-credits-1&quantity=1&destination=%2Fresumes');
    const shown = await buyer.get(review);
    expect(shown.headers['content-security-policy']).toContain(
      `form-action 'self' https://checkout.stripe.com ${stripe.url}`,
    );
    const placed = await buyer.fillShown(shown.text, ORDER, { provider: 'stripe', terms: 'yes' });
    const session = stripe.session();
    expect([placed.status, placed.headers.location]).toEqual([303, session.url]);
    const back = new URL(session.success_url);
    const comeBack = (more = '') => buyer.get(back.pathname + back.search + more);
    // The payment is not confirmed yet: the page reloads itself without scripts, but not for ever.
    const waiting = await comeBack();
    expect(waiting.text).toContain('This page looks again every few seconds');
    expect(waiting.headers.refresh).toBe(`3; url=${back.pathname}${back.search}&tried=1`);
    const given = await comeBack('&tried=5');
    expect([given.headers.refresh, given.text.includes('it isn’t paid yet')]).toEqual([undefined, true]);
    stripe.pay(session);
    const { body, signature } = stripe.event('checkout.session.completed', session);
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature };
    for (let time = 0; time < 3; time += 1)
      expect((await site.post('/payments/stripe').set(headers).send(body)).status).toBe(200);
    const led = await comeBack();
    expect([led.status, led.headers.location]).toEqual([302, '/resumes']);
    // The notice is shown there once, with links to the order and its invoice.
    const notice = cheerio.load((await buyer.get('/resumes')).text)('[data-message]');
    expect([notice.attr('role'), notice.text()]).toEqual(['status', expect.stringContaining('Your order is paid')]);
    expect(cheerio.load((await buyer.get('/resumes')).text)('[data-message]')).toHaveLength(0);
    const $ = cheerio.load((await buyer.get(notice.find('a').attr('href')!)).text);
    expect($('main').text()).toContain('Your order is paid');
    expect($('main a[href="/resumes"]')).toHaveLength(1);
    expect($('#documents a')).toHaveLength(1);
  });

  it('[REC-08] returns to the page that the buyer came from, and never to another site', async () => {
    const from = async (destination: string) => {
      const query = new URLSearchParams({ destination }).toString();
      return cheerio
        .load((await buyer.get(`/products?${query}`)).text)('form[action="/checkout"]')
        .first()
        .find('[name="destination"]')
        .attr('value');
    };
    expect(await from('/job/wizard?job=7&step=preview')).toBe('/job/wizard?job=7&step=preview');
    for (const foreign of ['https://evil.test/', '//evil.test', '/\\evil.test'])
      expect(await from(foreign)).toBeUndefined();
    const manager = cheerio.load((await buyer.get('/job-manager')).text);
    const offered = manager('[data-publishing-cost] a').attr('href');
    if (offered !== undefined) expect(offered).toBe('/products?destination=%2Fjob-manager');
  });

  it('[REC-08] notices a price that changed between review and order', async () => {
    const shown = await buyer.get(await toReview());
    const tampered = await buyer.fillShown(shown.text, ORDER, { provider: 'invoice', terms: 'yes', total: '1' });
    expect([
      tampered.status,
      tampered.text.includes('The price, the contents of the product or the billing details'),
    ]).toEqual([422, true]);
    const $ = cheerio.load(tampered.text);
    expect($(`${ORDER} [name="total"]`).attr('value')).not.toBe('1');
    const other = await buyer.fillShown(tampered.text, ORDER, { provider: 'invoice', terms: 'yes', contents: 'other' });
    expect([
      other.status,
      other.text.includes('The price, the contents of the product or the billing details'),
    ]).toEqual([422, true]);
    expect(cheerio.load(other.text)(`${ORDER} [name="contents"]`).attr('value')).not.toBe('other');
  });
});

describe('buying for one of several organizations', () => {
  const companyName = 'First Shelter Ltd';
  let world: ShopWorld;
  let ada: RecruiterVisitor;
  let organizations: { first: string; second: string };

  beforeAll(async () => {
    world = await ShopWorld.open({ ada: 'recruiter', zoe: 'recruiter' });
    organizations = {
      first: await world.organization('First', 'ada', 'charity-ca'),
      second: await world.organization('Second', 'ada', 'charity-ca'),
    };
    ada = await RecruiterVisitor.of(world.site('charity-ca'), 'ada@people.test', PASSWORD);
  }, 180_000);
  afterAll(() => world.close());
  beforeEach(() => choose('first'));

  /** Chooses an organization in the menu, as in another tab. */
  async function choose(name: keyof typeof organizations): Promise<void> {
    const { status } = await ada.send('/dashboard', '[data-organization-switch]', {
      organizationId: organizations[name],
    });
    expect(status).toBe(303);
  }

  const details = () => ada.get('/checkout?product=job-credits-1&quantity=1').then(({ text }) => text);
  const companyOn = (html: string) => cheerio.load(html)('[name="companyName"]').attr('value');
  const saved = () =>
    world.database.selectFrom('billing_profile').select(['organization_id', 'company_name as company']).execute();
  const orders = async () => {
    const rows = await world.database.selectFrom('customer_order').select(['organization_id', 'billing']).execute();
    return rows.map(({ organization_id: id, billing }) => [
      String(id),
      (billing as { company_name: string }).company_name,
    ]);
  };

  it('[REC-08] saves the billing details of the organization of the form, and goes on with it', async () => {
    const open = await details();
    await choose('second');
    const refused = await ada.fillShown(open, BILLING, { ...PROFILE, companyName, email: 'no' });
    expect([refused.status, companyOn(refused.text)]).toEqual([422, companyName]);
    const { status, headers } = await ada.fillShown(refused.text, BILLING, { ...PROFILE, companyName });
    expect(status).toBe(303);
    expect(await saved()).toEqual([{ organization_id: Number(organizations.first), company: companyName }]);
    const review = cheerio.load((await ada.get(headers.location!)).text);
    expect(review('#billing').text()).toContain(companyName);
    const back = await ada.get(review('#billing a').attr('href')!);
    expect(companyOn(back.text)).toBe(companyName);
    // Another purchase is for the organization that has been chosen.
    expect(companyOn(await details())).toBe('Second');
  });

  it('[REC-08] orders for the organization of the form, also when it is shown again or sent twice', async () => {
    const review = await ada.fillShown(await details(), BILLING, { ...PROFILE, companyName });
    const open = (await ada.get(review.headers.location!)).text;
    await choose('second');
    await ada.fillShown(await details(), BILLING, { ...PROFILE, companyName: 'Second Shelter Ltd' });
    const refused = await ada.fillShown(open, ORDER, { provider: 'invoice' });
    expect(refused.status).toBe(422);
    expect(cheerio.load(refused.text)('#billing').text()).toContain(companyName);
    const send = () => ada.fillShown(refused.text, ORDER, { provider: 'invoice', terms: 'yes' });
    const placed = await send();
    expect(placed.status).toBe(303);
    expect((await send()).headers.location).toBe(placed.headers.location);
    expect(await orders()).toEqual([[organizations.first, companyName]]);
  });

  it('[REC-08] shows billing details again that were changed between review and order', async () => {
    const before = await orders();
    const review = await ada.fillShown(await details(), BILLING, { ...PROFILE, companyName });
    const open = (await ada.get(review.headers.location!)).text;
    await ada.fillShown(await details(), BILLING, { ...PROFILE, companyName: 'Renamed Ltd' });
    const asked = await ada.fillShown(open, ORDER, { provider: 'invoice', terms: 'yes' });
    expect([asked.status, asked.text.includes('the billing details have changed')]).toEqual([422, true]);
    expect(cheerio.load(asked.text)('#billing').text()).toContain('Renamed Ltd');
    expect(await orders()).toEqual(before);
    expect((await ada.fillShown(asked.text, ORDER, { provider: 'invoice', terms: 'yes' })).status).toBe(303);
    expect(await orders()).toEqual([...before, [organizations.first, 'Renamed Ltd']]);
  });

  it('[REC-08] sells nothing for organizations of others', async () => {
    const zoe = await RecruiterVisitor.of(world.site('charity-ca'), 'zoe@people.test', PASSWORD);
    const before = [await saved(), await orders()];
    for (const organization of [organizations.first, '999999', '', 'x']) {
      const path = `/checkout?product=job-credits-1&quantity=1&organization=${organization}`;
      expect([organization, (await zoe.get(path)).status]).toEqual([organization, 404]);
    }
    // A member may have left the organization since the form was shown.
    const open = await details();
    await world.database
      .deleteFrom('organization_member')
      .where('organization_id', '=', Number(organizations.first))
      .execute();
    expect((await ada.fillShown(open, BILLING, { ...PROFILE, companyName: 'Foreign' })).status).toBe(404);
    expect([await saved(), await orders()]).toEqual(before);
  });
});
