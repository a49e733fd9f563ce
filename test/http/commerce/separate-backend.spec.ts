import * as cheerio from 'cheerio';
import { waitFor } from '../../support/wait-for.js';
import { SeparateShop } from '../../support/worlds/separate-shop.js';

let shop: SeparateShop;

beforeAll(async () => {
  shop = await SeparateShop.open();
}, 180_000);
afterAll(() => shop.close());

it('[REC-08] a purchase by Stripe with the backend as a process of its own: ordered in the pages, confirmed by the webhook, delivered', async () => {
  const buyer = await shop.buyer();
  const filled = await shop.fillBilling(buyer);
  expect([filled.status, filled.headers.location]).toEqual([303, expect.stringContaining('step=review')]);
  const review = await buyer.get(filled.headers.location!);
  expect(review.headers['content-security-policy']).toContain(
    `form-action 'self' https://checkout.stripe.com ${shop.stripe.url}`,
  );
  const sale = await shop.sell(buyer);
  const back = new URL(shop.stripe.session(sale.order).success_url);
  expect(back.href).toBe(`${back.origin}/checkout/order?order=${sale.order}&step=return`);
  expect(back.hostname).toBe('charity-ca.localhost');
  // Stripe may deliver an event several times and at the same time.
  expect(await Promise.all([1, 2, 3].map(() => shop.tell(sale)))).toEqual([200, 200, 200]);
  await waitFor('the order to be fulfilled', async () => {
    const { state } = await shop.database
      .selectFrom('customer_order')
      .select('state')
      .where('id', '=', Number(sale.order))
      .executeTakeFirstOrThrow();
    return state === 'paid';
  });
  const led = await buyer.get(`${back.pathname}${back.search}`);
  expect([led.status, led.headers.location]).toEqual([302, '/job/wizard']);
  const result = cheerio.load((await buyer.get(`/checkout/order?order=${sale.order}`)).text);
  const pdf = await buyer.get(result('#documents a').attr('href')!);
  expect([pdf.status, pdf.headers['content-type']]).toEqual([200, expect.stringContaining('application/pdf')]);
  const products = cheerio.load((await buyer.get('/my-products')).text);
  expect(products('table:has(td[data-sign]) tbody tr')).toHaveLength(1);
});

it('[REC-08] unsigned events are refused, and an unavailable backend makes Stripe send an event again', async () => {
  const buyer = await shop.buyer();
  const sale = await shop.sell(buyer);
  const { event } = sale;
  expect(await shop.tell({ ...sale, event: { ...event, body: `${event.body} ` } })).toBe(400);
  await shop.stopBackend();
  expect(await shop.tell(sale)).toBe(503);
  await shop.startBackend();
  expect(await shop.tell(sale)).toBe(200);
});
