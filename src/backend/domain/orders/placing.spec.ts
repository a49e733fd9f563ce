import { sql } from 'kysely';
import { orderWorld } from '../../../../test/support/worlds/order-world.js';
import { MAX_UNPAID_ORDERS } from './order-price.js';
import { ORDER_TRANSITIONS } from './order-states.js';

const rulesOf = (errors: readonly { rule: string }[]) => errors.map(({ rule }) => rule);

describe('placing an order', () => {
  const world = orderWorld();
  const { product, price, shopper, saveProfile, place, administer, ask } = world;
  const countOrders = async (organizationId: string) =>
    (
      await world.database
        .selectFrom('customer_order')
        .select('id')
        .where('organization_id', '=', Number(organizationId))
        .execute()
    ).length;
  const idOf = async (code: string) =>
    (await world.database.selectFrom('product').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id;

  it.each([
    ['another total', { total: '100' }, 'priceChanged'],
    ['a total below zero', { total: '-11300' }, 'priceChanged'],
    ['another price', { priceId: '"999999"' }, 'priceChanged'],
    ['no number as the price', { priceId: '"1; drop"' }, 'priceChanged'],
    ['more than it says the total is of', { quantity: '2' }, 'priceChanged'],
    ['no quantity', { quantity: '0' }, 'quantity'],
    ['a quantity below zero', { quantity: '-1' }, 'quantity'],
    ['too large a quantity', { quantity: '101' }, 'quantity'],
    ['another product', { product: '"none"' }, 'unknownProduct'],
    ['terms that are not accepted', { termsAccepted: 'false' }, 'terms'],
    ['a key that is not ours', { key: '"1"' }, 'key'],
    ['a payment service that is not set up', { provider: 'stripe' }, 'provider'],
  ])('[REC-08] is refused with %s', async (_name, more, rule) => {
    const buyer = await shopper();
    const { order, errors } = await place(buyer, await product(), more);
    expect([order, rulesOf(errors)]).toEqual([null, [rule]]);
    expect(errors[0]!.message).not.toContain('errors.');
    expect(await countOrders(buyer.organizationId)).toBe(0);
  });

  it('[REC-08] is refused for organizations of others, and without an organization', async () => {
    const [buyer, other] = [await shopper(), await shopper()];
    const sold = await product();
    for (const organizationId of [other.organizationId, '999999', 'x'])
      await expect(place({ ...buyer, organizationId }, sold)).rejects.toThrow('FORBIDDEN');
    expect(await countOrders(other.organizationId)).toBe(0);
    await expect(saveProfile({ ...buyer, organizationId: other.organizationId })).rejects.toThrow('FORBIDDEN');
  });

  it('[REC-08] detects a price that has changed since the buyer saw it, and uses the new one', async () => {
    const buyer = await shopper();
    const sold = await product();
    const priceId = await price(await idOf(sold.code), 20_000);
    expect(rulesOf((await place(buyer, sold)).errors)).toEqual(['priceChanged']);
    const quote = await ask<{ price: { priceId: string; total: number } }>(
      `orderQuote(input: { product: "${sold.code}", quantity: 1 }) { price { priceId total } }`,
      buyer.jwt,
    );
    expect(quote.price).toEqual({ priceId, total: 22_600 });
    expect((await place(buyer, { ...sold, priceId }, { total: '22600' })).errors).toEqual([]);
  });

  it.each([
    ['fewer credits', sql`job_credits = 4`],
    ['an earlier expiry', sql`credit_days = 30`],
    ['another renewal', sql`renewal = 'automatic'`],
  ])('[REC-08] detects %s than the buyer saw, and sells the product once they were seen', async (_name, change) => {
    const buyer = await shopper();
    const sold = await product({ subscription_months: 12, job_slots: 5 });
    const quoted = async () =>
      JSON.stringify(
        (
          await ask<{ contents: string }>(
            `orderQuote(input: { product: "${sold.code}", quantity: 1 }) { contents }`,
            buyer.jwt,
          )
        ).contents,
      );
    const contents = await quoted();
    await sql`update product set names = '{"en":"Jobs"}' where code = ${sold.code}`.execute(world.database);
    expect(await quoted()).toBe(contents);
    await sql`update product set ${change} where code = ${sold.code}`.execute(world.database);
    expect(rulesOf((await place(buyer, sold, { contents })).errors)).toEqual(['priceChanged']);
    expect(await countOrders(buyer.organizationId)).toBe(0);
    expect((await place(buyer, sold, { contents: await quoted() })).errors).toEqual([]);
    expect((await place(buyer, sold)).errors).toEqual([]);
  });

  it('[REC-08] detects another recipient of the invoice than the buyer saw', async () => {
    const buyer = await shopper();
    const sold = await product();
    const quoted = async (billing = '') => {
      const input = `{ organizationId: "${buyer.organizationId}", product: "${sold.code}", quantity: 1, ${billing} }`;
      return JSON.stringify(
        (await ask<{ contents: string }>(`orderQuote(input: ${input}) { contents }`, buyer.jwt)).contents,
      );
    };
    const contents = await quoted();
    for (const [field, value] of Object.entries({ companyName: '"Maple Trust"', email: '"other@maple.test"' })) {
      await saveProfile(buyer, { [field]: value });
      expect(rulesOf((await place(buyer, sold, { contents })).errors)).toEqual(['priceChanged']);
    }
    expect(await countOrders(buyer.organizationId)).toBe(0);
    expect((await place(buyer, sold, { contents: await quoted() })).errors).toEqual([]);
    await saveProfile(buyer);
    expect((await place(buyer, sold, { contents })).errors).toEqual([]);
    // A quote for an address that was not saved shows no recipient.
    const typed = await quoted('billing: { countryCode: "CA", administrativeArea: "ON" }');
    expect((await place(buyer, sold, { contents: typed })).errors).toEqual([]);
  });

  it('[REC-08] shows the tax of a province as typed, and none for an unknown province', async () => {
    const buyer = await shopper();
    const { code } = await product();
    const total = async (area: string) => {
      const billing = `{ countryCode: "CA", administrativeArea: "${area}" }`;
      const quote = await ask<{ price: { total: number } | null }>(
        `orderQuote(input: { product: "${code}", quantity: 1, billing: ${billing} }) { price { total } }`,
        buyer.jwt,
      );
      return quote.price?.total;
    };
    expect(await total('Ontario')).toBe(11_300);
    expect(await total('Alberta')).toBe(10_500);
    expect(await total('Onta')).toBeUndefined();
  });

  it('[REC-08] accepts neither the price of another product nor one in another currency', async () => {
    const buyer = await shopper();
    const [sold, cheap] = [await product(), await product({}, 1)];
    const foreign = await price(await idOf(sold.code), 1, 'USD');
    for (const priceId of [cheap.priceId, foreign])
      expect(rulesOf((await place(buyer, { ...sold, priceId })).errors)).toEqual(['priceChanged']);
  });

  it('[REC-08] is refused for a product that was retired meanwhile', async () => {
    const buyer = await shopper();
    const sold = await product();
    await sql`update product set retired_at = now() where code = ${sold.code}`.execute(world.database);
    expect(rulesOf((await place(buyer, sold)).errors)).toEqual(['retired']);
  });

  it('[REC-08] detects an address that has changed since the tax was shown', async () => {
    const buyer = await shopper();
    await saveProfile(
      buyer,
      {},
      'countryCode: "CA", administrativeArea: "alberta", addressLine1: "1 Main St", locality: "Calgary", zip: "T2P 1J9"',
    );
    const sold = await product();
    expect(rulesOf((await place(buyer, sold)).errors)).toEqual(['priceChanged']);
    expect((await place(buyer, sold, { total: '10500' })).errors).toEqual([]);
  });

  it('[REC-08] requires a billing profile', async () => {
    const buyer = await shopper({ hasProfile: false });
    expect(rulesOf((await place(buyer, await product())).errors)).toEqual(['billing']);
  });

  it('[REC-08] sells a first-purchase product once to each organization', async () => {
    const sold = await product({ eligibility: 'first_purchase' });
    const buyer = await shopper();
    const answers = await Promise.all(Array.from({ length: 6 }, (_none, index) => place(buyer, sold, {}, index % 2)));
    expect(answers.filter(({ order }) => order)).toHaveLength(1);
    expect(answers.flatMap(({ errors }) => rulesOf(errors))).toEqual(Array.from({ length: 5 }, () => 'firstPurchase'));
  });

  it('[REC-08] sells one unit of a first-purchase product, not several at once', async () => {
    const sold = await product({ eligibility: 'first_purchase' });
    const buyer = await shopper();
    const { order, errors } = await place(buyer, sold, { quantity: '2', total: '22600' });
    expect([order, errors]).toMatchObject([null, [{ field: 'quantity', rule: 'onlyOne' }]]);
    expect(errors[0]!.message).not.toContain('errors.');
    const quote = await ask(
      `orderQuote(input: { product: "${sold.code}", quantity: 2 }) { price { total } errors { field rule } }`,
      buyer.jwt,
    );
    expect(quote).toEqual({ price: null, errors: [{ field: 'quantity', rule: 'onlyOne' }] });
    expect((await place(buyer, sold)).errors).toEqual([]);
  });

  it('[REC-08] is refused while too many invoices of the organization are unpaid, until one is paid or canceled', async () => {
    const buyer = await shopper();
    const sold = await product();
    for (let count = 1; count < MAX_UNPAID_ORDERS; count += 1) expect((await place(buyer, sold)).errors).toEqual([]);
    // Orders that are placed at the same time do not exceed the limit either.
    const answers = await Promise.all(Array.from({ length: 4 }, (_none, index) => place(buyer, sold, {}, index % 2)));
    const placed = answers.flatMap(({ order }) => order ?? []);
    expect(placed).toHaveLength(1);
    const [refusal] = answers.flatMap(({ errors }) => errors);
    expect(refusal).toMatchObject({ field: null, rule: 'unpaid' });
    expect(refusal!.message).toContain('10 unpaid invoices');
    expect(await countOrders(buyer.organizationId)).toBe(MAX_UNPAID_ORDERS);
    // Overdue orders are unpaid, too.
    await sql`update customer_order set state = 'overdue' where id = ${placed[0]!.id}`.execute(world.database);
    expect(rulesOf((await place(buyer, sold)).errors)).toEqual(['unpaid']);
    // Nothing has to be paid for a free order, and other organizations are not concerned.
    expect((await place(buyer, await product({}, 0), { total: '0' })).errors).toEqual([]);
    expect((await place(await shopper(), sold)).errors).toEqual([]);
    for (const settle of ['cancelOrder', 'markOrderPaid']) {
      const { rows } = await sql<{ id: number }>`
        select max(id) as id from customer_order where organization_id = ${buyer.organizationId} and state = 'placed'
      `.execute(world.database);
      await administer(`${settle}(id: "${rows[0]!.id}", reason: "Seen")`);
      expect((await place(buyer, sold)).errors).toEqual([]);
      expect(rulesOf((await place(buyer, sold)).errors)).toEqual(['unpaid']);
    }
  });

  it('[REC-08] accepts only addresses of the site to continue at', async () => {
    const buyer = await shopper();
    const sold = await product();
    for (const [wanted, stored] of [
      ['/resume/1', '/resume/1'],
      ['https://evil.example/x', null],
      ['//evil.example', null],
      ['javascript:alert(1)', null],
    ]) {
      const { order } = await place(buyer, sold, { destination: JSON.stringify(wanted) });
      const found = await ask<{ destination: string | null }>(`order(id: "${order!.id}") { destination }`, buyer.jwt);
      expect(found.destination).toBe(stored);
    }
  });

  it('[REC-08] uses the organization’s account data as default', async () => {
    const buyer = await shopper({ hasProfile: false });
    const suggested = () =>
      ask(`billingProfile { companyName email saved address { countryCode addressLine1 } vatNumber }`, buyer.jwt);
    expect(await suggested()).toMatchObject({ companyName: 'Maple Shelter', email: buyer.email, saved: false });
    await world.database
      .insertInto('organization_account')
      .values({
        organization_id: Number(buyer.organizationId),
        salutation: null,
        first_name: 'Bo',
        last_name: null,
        phone: null,
        position: null,
        customer_email: 'pay@maple.test',
        vat_number: 'X1',
        billing: JSON.stringify({
          companyName: 'Maple Ltd',
          companyCountryCode: 'CA',
          companyAddressLine1: '2 Side St',
        }),
      })
      .execute();
    expect(await suggested()).toMatchObject({
      companyName: 'Maple Ltd',
      email: 'pay@maple.test',
      address: { countryCode: 'CA', addressLine1: '2 Side St' },
      vatNumber: 'X1',
    });
    await saveProfile(buyer);
    expect(await suggested()).toMatchObject({ email: 'books@maple.test', saved: true });
  });

  it.each([
    ['no company', { companyName: '" "' }, undefined, ['companyName']],
    ['no email', { email: '"x@"' }, undefined, ['email']],
    ['an unknown country', {}, 'countryCode: "XX", addressLine1: "1", locality: "A"', ['countryCode']],
    [
      'no province in Canada',
      {},
      'countryCode: "CA", addressLine1: "1", locality: "A", zip: "K1A"',
      ['administrativeArea'],
    ],
    ['a long name', { lastName: JSON.stringify('x'.repeat(81)) }, undefined, ['lastName']],
    [
      'a wrong VAT number',
      { vatNumber: '"DE000000000"' },
      'countryCode: "DE", addressLine1: "1", locality: "Köln", zip: "50667"',
      ['vatNumber'],
    ],
    [
      'the VAT number of another country',
      { vatNumber: '"DE136695976"' },
      'countryCode: "FR", addressLine1: "1", locality: "Lyon", zip: "69001"',
      ['vatNumber'],
    ],
  ])('[REC-08] refuses a billing profile with %s', async (_name, fields, address, expected) => {
    const { errors } = await saveProfile(await shopper({ hasProfile: false }), fields, address);
    expect(errors.map(({ field }) => field)).toEqual(expected);
    expect(errors[0]!.message).not.toMatch(/errors\.|rules\./);
  });

  it('[REC-08] stores any input of text fields', async () => {
    const buyer = await shopper({ hasProfile: false });
    const name = '=HYPERLINK("x")<script>\u202Ealert\n(1)\u0000';
    await saveProfile(buyer, { companyName: JSON.stringify(name).replace('\\u0000', '') });
    const { companyName } = await ask<{ companyName: string }>('billingProfile { companyName }', buyer.jwt);
    expect(companyName).toBe('=HYPERLINK("x")<script>alert (1)');
    const { order, errors } = await place(buyer, await product());
    expect([errors, order?.state]).toEqual([[], 'placed']);
  });
});

describe('a site with two currencies', () => {
  const world = orderWorld({}, undefined, { currencies: ['CAD', 'USD'] });

  it('[REC-08] sells a product in the first currency in which it has a price', async () => {
    const buyer = await world.shopper();
    const sold = await world.product();
    const { id } = await world.database
      .selectFrom('product')
      .select('id')
      .where('code', '=', sold.code)
      .executeTakeFirstOrThrow();
    const priceId = await world.price(id, 20_000, 'USD');
    const currencyOf = async (chosen: { code: string; priceId: string }, total: string) => {
      const { order, errors } = await world.place(buyer, chosen, { total });
      expect(errors).toEqual([]);
      return (await world.stored(order!.id)).order.currency;
    };
    expect(await currencyOf(sold, '11300')).toBe('CAD');
    const ended = { product_id: id, currency: 'CAD', amount: null, actor_id: null };
    await world.database.insertInto('product_price').values(ended).execute();
    expect(await currencyOf({ ...sold, priceId }, '22600')).toBe('USD');
  });
});

describe('a site without self-service', () => {
  const { product, shopper, place } = orderWorld({ selfService: false });
  it('[REC-08] takes no orders', async () => {
    expect(rulesOf((await place(await shopper(), await product())).errors)).toEqual(['notSold']);
  });
});

it('[REC-08] states of orders are reached and left by known actions', () => {
  const reached = new Set(['placed', ...ORDER_TRANSITIONS.map(([, , to]) => to)]);
  expect(ORDER_TRANSITIONS.filter(([from]) => !reached.has(from))).toEqual([]);
});
