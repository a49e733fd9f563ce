import { sql } from 'kysely';
import { commerceRules } from '#contract/commerce/commerce-rules.js';
import { silentLogger } from '../../../../test/support/database.js';
import { StubServer } from '../../../../test/support/servers/stub-server.js';
import { orderWorld, SELLER } from '../../../../test/support/worlds/order-world.js';
import { Vies } from '../tax/check-vat-id.js';
import { renewSubscriptions } from './order-work.js';

const FRENCH = { ...SELLER, countryCode: 'FR', administrativeArea: '', vatId: 'FR40303265045', taxNumbers: [] };
const GERMAN = 'countryCode: "DE", addressLine1: "1 Domplatz", locality: "Köln", zip: "50667"';
const VAT_ID = 'DE136695976';
/** Without tax, because the buyer owes it. */
const TOTAL = { total: '10000' };

describe('VAT ids of buyers', () => {
  let vies: StubServer;
  let isAway = false;
  const world = orderWorld({ seller: FRENCH }, async () => {
    vies = await StubServer.start();
    vies.answer = (_request, response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(
        JSON.stringify(
          isAway
            ? { actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] }
            : // Each answer of VIES has its own number.
              { valid: true, requestIdentifier: `NUMBER-${vies.asked.length}` },
        ),
      );
    return { vies: { url: vies.origin } };
  });
  const { product, shopper, saveProfile, place, administer, stored, ask } = world;
  afterAll(() => vies.close());
  beforeEach(() => {
    isAway = false;
  });

  async function germanBuyer(vatId = VAT_ID) {
    const buyer = await shopper({ hasProfile: false });
    expect((await saveProfile(buyer, { vatNumber: `"${vatId}"` }, GERMAN)).errors).toEqual([]);
    return buyer;
  }

  /** Total of the quote as shown at the review, or as typed. */
  async function quote(code: string, jwt: string, typed = '') {
    const billing = typed && `, billing: { countryCode: "DE", vatNumber: "${typed}" }`;
    const { price } = await ask<{ price: { total: number; taxNote: string | null } }>(
      `orderQuote(input: { product: "${code}", quantity: 1${billing} }) { price { total taxNote } }`,
      jwt,
    );
    return price.total;
  }

  const numberOf = async (id: string) =>
    ((await stored(id)).order.tax as { vatId: { consultationNumber: string | null } }).vatId.consultationNumber;

  it('[REC-08] are checked with VIES once for all quotes, and once more for each order', async () => {
    const buyer = await germanBuyer();
    const sold = await product();
    const before = vies.asked.length;
    for (const typed of [VAT_ID, VAT_ID, 'de 136 695 976', '', ''])
      expect(await quote(sold.code, buyer.jwt, typed)).toBe(10_000);
    expect(vies.asked).toHaveLength(before + 1);
    const [first, second] = [await place(buyer, sold, TOTAL), await place(buyer, sold, TOTAL)];
    expect([...first.errors, ...second.errors]).toEqual([]);
    // Each order has a consultation number of its own.
    expect([await numberOf(first.order!.id), await numberOf(second.order!.id)]).toEqual([
      `NUMBER-${before + 2}`,
      `NUMBER-${before + 3}`,
    ]);
    expect(vies.asked).toHaveLength(before + 3);
  });

  it('[REC-08] can be sold to with tax, which the quote then shows, if VIES is away only since the last quote', async () => {
    const buyer = await germanBuyer('DE811907980');
    const sold = await product();
    expect(await quote(sold.code, buyer.jwt)).toBe(10_000);
    isAway = true;
    expect(await quote(sold.code, buyer.jwt)).toBe(10_000);
    expect((await place(buyer, sold, TOTAL)).errors.map(({ rule }) => rule)).toEqual(['priceChanged']);
    const total = await quote(sold.code, buyer.jwt);
    expect(total).toBe(12_000);
    const { order } = await place(buyer, sold, { total: String(total) });
    expect(await numberOf(order!.id)).toBeNull();
  });

  it('[REC-08] are checked once for a renewal', async () => {
    const buyer = await germanBuyer();
    const sold = await product({ job_credits: 0, subscription_months: 12, job_slots: 5, renewal: 'automatic' });
    const { order } = await place(buyer, sold, TOTAL);
    await administer(`markOrderPaid(id: "${order!.id}", reason: "Seen")`);
    await sql`update subscription set end_at = clock_timestamp() + interval '20 days'`.execute(world.database);
    const site = {
      name: 'default',
      languages: ['en'],
      countries: ['CA'],
      currencies: ['CAD'],
      demo: 'international' as const,
      commerce: commerceRules.parse({ seller: FRENCH }),
    };
    const before = vies.asked.length;
    const deps = { database: world.database, logger: silentLogger, vies: new Vies({ url: vies.origin }) };
    expect(await renewSubscriptions(deps, new Map([['default', site]]))).toBe(1);
    expect(vies.asked).toHaveLength(before + 1);
    const { rows } = await sql<{ id: string; total: number }>`
      select max(id)::text as id, min(total)::integer as total from customer_order where key like 'renewal:%'
    `.execute(world.database);
    expect(rows[0]!.total).toBe(10_000);
    expect(await numberOf(rows[0]!.id)).toBe(`NUMBER-${before + 1}`);
  });
});
