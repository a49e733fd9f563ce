import { sql } from 'kysely';
import { accountWorld } from '../../../../test/support/worlds/account-world.js';
import { seedMissingProducts, seededProducts } from './create-products.js';

interface Answer {
  id: string | null;
  errors: { field: string | null; message: string }[];
}
interface Sold {
  id: string;
  code: string;
  name: string;
  prices: { currency: string; amount: number }[];
}
interface Managed {
  code: string;
  retired: boolean;
  priceHistory: { currency: string; amount: number | null }[];
}

describe('products', () => {
  const world = accountWorld({ currencies: ['USD', 'EUR'] });
  const { ask, person, jwtOf, send } = world;
  let jwt: string;
  beforeEach(async () => {
    jwt = await jwtOf((await person('administrator')).email);
  });

  const input = (more = '', prices = '{ currency: "USD", amount: 500 }', code = 'pack') =>
    `{ code: "${code}", names: [{ locale: "en", text: "Pack" }, { locale: "de", text: "Paket" }], prices: [${prices}] ${more} }`;
  const save = (what: string, id?: string) =>
    ask<Answer>(
      `saveProduct(${id === undefined ? '' : `id: "${id}", `}input: ${what}) { id errors { field message } }`,
      jwt,
    );
  const sold = () => ask<Sold[]>('products { id code name prices { currency amount } }');
  const managed = async (code: string) => {
    const all = await ask<Managed[]>('managedProducts { code retired priceHistory { currency amount } }', jwt);
    return all.find((each) => each.code === code);
  };

  it('[REC-08] are seeded once, and keep later changes', async () => {
    const before = await sold();
    expect(before.map(({ code }) => code)).toEqual(seededProducts.default!.map(({ code }) => code));
    await ask(`setProductRetired(id: "${before[0]!.id}", retired: true) { errors { message } }`, jwt);
    await seedMissingProducts(world.database, [{ name: 'default' }]);
    expect((await sold()).map(({ code }) => code)).toEqual(before.slice(1).map(({ code }) => code));
    expect(await managed(before[0]!.code)).toMatchObject({ retired: true });
    await ask(`setProductRetired(id: "${before[0]!.id}", retired: false) { errors { message } }`, jwt);
    expect(await sold()).toEqual(before);
  });

  it('[REC-08] have prices with their history', async () => {
    const { id, errors } = await save(input('contactCredits: 5, creditDays: 90'));
    expect([id, errors]).toEqual([expect.any(String), []]);
    const more = 'contactCredits: 5, creditDays: 90';
    await save(input(more), id!);
    await save(input(more, '{ currency: "USD", amount: 700 }, { currency: "EUR", amount: 600 }'), id!);
    await save(input(more, '{ currency: "EUR", amount: 600 }'), id!);
    const found = (await sold()).find(({ code }) => code === 'pack');
    expect(found?.prices).toEqual([{ currency: 'EUR', amount: 600 }]);
    const history = (await managed('pack'))!.priceHistory;
    expect(history.filter(({ currency }) => currency === 'USD').map(({ amount }) => amount)).toEqual([null, 700, 500]);
    const inGerman = await send('products { code name }', undefined, 0, 'de');
    expect(inGerman.data).toMatchObject({
      products: expect.arrayContaining([{ code: 'pack', name: 'Paket' }]) as unknown,
    });
  });

  it('[REC-08] are not saved if somebody else has changed them since they were shown', async () => {
    const versionOf = async (code: string) => {
      const all = await ask<{ code: string; version: string }[]>('managedProducts { code version }', jwt);
      return all.find((each) => each.code === code)!.version;
    };
    const refused =
      'Somebody has changed this product since you opened it. Please open it again, and repeat your changes there';
    const { id } = await save(input('jobCredits: 1', undefined, 'seen'));
    const price = '{ currency: "USD", amount: 900 }';
    for (const change of [
      input('jobCredits: 1', price, 'seen'),
      input('jobCredits: 2', price, 'seen'),
      input('jobCredits: 2, eligibility: first_purchase', price, 'seen'),
    ]) {
      const seen = await versionOf('seen');
      expect((await save(change, id!)).errors).toEqual([]);
      const late = input(
        `jobCredits: 1, descriptions: [{ locale: "en", text: "Good" }], version: "${seen}"`,
        undefined,
        'seen',
      );
      const { rows: before } = await sql`select * from product where id = ${id}`.execute(world.database);
      expect(await save(late, id!)).toEqual({ id: null, errors: [{ field: null, message: refused }] });
      expect((await sql`select * from product where id = ${id}`.execute(world.database)).rows).toEqual(before);
    }
    // A form that is sent twice: the second time, it is based on what it replaced.
    const once = input(`jobCredits: 2, eligibility: everybody, version: "${await versionOf('seen')}"`, price, 'seen');
    for (let times = 0; times < 2; times++) expect((await save(once, id!)).errors).toEqual([]);
    const history = (await managed('seen'))!.priceHistory;
    expect(history.map(({ amount }) => amount)).toEqual([900, 500]);
    // Retiring changes nothing that the form contains.
    const seen = await versionOf('seen');
    await ask(`setProductRetired(id: "${id}", retired: true) { errors { message } }`, jwt);
    expect((await save(input(`jobCredits: 3, version: "${seen}"`, price, 'seen'), id!)).errors).toEqual([]);
    expect(await versionOf('seen')).not.toBe(seen);
  });

  it('[REC-08] are named in the audit log when an administrator changes them', async () => {
    const { id } = await save(input('contactCredits: 5', undefined, 'audited'));
    await save(input('contactCredits: 7', undefined, 'audited'), id!);
    // Sent twice, and refused: neither changes anything.
    await save(input('contactCredits: 7', undefined, 'audited'), id!);
    await save(input('contactCredits: -1', undefined, 'audited'), id!);
    for (const retired of [true, true, false])
      await ask(`setProductRetired(id: "${id}", retired: ${retired}) { errors { message } }`, jwt);
    const events = await ask<{ action: string; details: { name: string; value: string }[] }[]>(
      'auditEvents(limit: 4, filter: { group: "product" }) { action details { name value } }',
      jwt,
    );
    expect(events).toEqual(
      ['restored', 'retired', 'changed', 'created'].map((what) => ({
        action: `product.${what}`,
        details: [
          { name: 'record', value: id },
          { name: 'product', value: 'audited' },
        ],
      })),
    );
  });

  it('[REC-08] are listed in the currencies of the site only, in their order', async () => {
    const prices = '{ currency: "EUR", amount: 600 }, { currency: "USD", amount: 500 }';
    const { id } = await save(input('jobCredits: 1', prices, 'both'));
    const { id: old } = await save(input('jobCredits: 1', undefined, 'old'));
    // Prices from before the currencies of the site were changed.
    await sql`
      insert into product_price (product_id, currency, amount) values (${id}, 'CAD', 700), (${old}, 'USD', null), (${old}, 'CAD', 700)
    `.execute(world.database);
    const all = await sold();
    expect(all.find(({ code }) => code === 'both')?.prices).toEqual([
      { currency: 'USD', amount: 500 },
      { currency: 'EUR', amount: 600 },
    ]);
    expect(all.map(({ code }) => code)).not.toContain('old');
  });

  it.each([
    ['nothing that a buyer gets', '', undefined, undefined, null],
    ['slots without months', 'jobSlots: 1', undefined, undefined, 'subscriptionMonths'],
    ['months without slots', 'jobCredits: 1, subscriptionMonths: 1', undefined, undefined, 'subscriptionMonths'],
    ['renewal without a subscription', 'jobCredits: 1, renewal: automatic', undefined, undefined, 'renewal'],
    ['expiry without credits', 'featuredDays: 1, creditDays: 1', undefined, undefined, 'creditDays'],
    ['a number below zero', 'jobCredits: 1, topDays: -1', undefined, undefined, 'topDays'],
    ['a currency of another site', 'jobCredits: 1', '{ currency: "CAD", amount: 1 }', undefined, 'prices'],
    ['a price below zero', 'jobCredits: 1', '{ currency: "USD", amount: -1 }', undefined, 'prices'],
    ['a code with spaces', 'jobCredits: 1', undefined, 'a b', 'code'],
    ['the code of another one', 'jobCredits: 1', undefined, 'top-14', 'code'],
  ])('[REC-08] are refused with %s', async (_name, more, prices, code, field) => {
    const before = await sold();
    const { id, errors } = await save(input(more, prices, code ?? 'refused'));
    expect([id, errors]).toEqual([null, [{ field, message: expect.not.stringContaining('errors.') as string }]]);
    expect(await sold()).toEqual(before);
  });

  it('[REC-08] report the limit of a number or a price', async () => {
    const { errors } = await save(input('jobCredits: 10001', '{ currency: "USD", amount: 100000001 }', 'refused'));
    expect(errors.map(({ message }) => message)).toEqual([
      'Please enter a number from 1 to 10,000, or leave it empty',
      'Please enter a price from 0 to 100,000,000, in the smallest unit of the currency, such as cents',
    ]);
  });

  it('[REC-08] cannot be changed from another site', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into product (site, code, names, job_credits) values ('uk', 'other', '{"en": "Other"}', 1) returning id
    `.execute(world.database);
    const { errors } = await save(input('jobCredits: 2'), String(rows[0]!.id));
    expect(errors).toHaveLength(1);
    const retired = await ask<Answer>(
      `setProductRetired(id: "${rows[0]!.id}", retired: true) { errors { message } }`,
      jwt,
    );
    expect(retired.errors).toHaveLength(1);
    expect(await managed('other')).toBeUndefined();
  });

  it.each([
    'update product_price set amount = 1',
    'delete from product_price',
    'delete from product',
    'truncate product_price cascade',
  ])('[REC-08] are protected by the database against: %s', async (text) => {
    await expect(sql.raw(text).execute(world.database)).rejects.toMatchObject({ code: '23001' });
  });
});

it('[REC-08] each site is seeded with its own products, in its own currency', () => {
  const currenciesOf = (name: string) =>
    new Set((seededProducts[name] ?? []).flatMap(({ prices }) => Object.keys(prices)));
  expect(['charity-ca', 'uk', 'default', 'europe'].map((name) => [...currenciesOf(name)])).toEqual([
    ['CAD'],
    ['GBP'],
    ['USD'],
    [],
  ]);
  const gives = (name: string) =>
    new Set(
      (seededProducts[name] ?? []).flatMap((each) =>
        ['job_credits', 'contact_credits', 'job_slots', 'contact_slots', 'featured_days', 'top_days'].filter(
          (column) => column in each,
        ),
      ),
    );
  expect(gives('charity-ca')).toEqual(new Set(['job_credits', 'contact_credits']));
  expect(gives('uk')).toEqual(new Set(['job_slots', 'contact_slots', 'top_days']));
  expect(gives('default')).toEqual(new Set(['contact_credits', 'featured_days', 'top_days']));
  expect(gives('europe')).toEqual(new Set());
});
