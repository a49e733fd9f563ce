import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import { commerceRules } from '#contract/commerce/commerce-rules.js';
import { accountWorld } from './account-world.js';

export const SELLER = {
  name: 'Good Work Society',
  addressLine1: '150 Elgin Street',
  locality: 'Ottawa',
  administrativeArea: 'ON',
  zip: 'K2P 1L4',
  countryCode: 'CA',
  email: 'billing@goodwork.test',
  taxNumbers: [{ label: 'GST/HST', number: '12345 6789 RT0001' }],
  paymentDetails: ['Interac e-Transfer: billing@goodwork.test'],
};

/** The shop's site, as the work in the background gets it. */
export const SHOP: BackendSite = {
  name: 'default',
  languages: ['en'],
  countries: ['CA'],
  currencies: ['CAD'],
  demo: 'international',
  commerce: commerceRules.parse({ seller: SELLER }),
};

export interface OrderAnswer {
  order: { id: string; state: string; price: { total: number } } | null;
  payUrl: string | null;
  errors: { field: string | null; rule: string; message: string }[];
}

/** An organization with its owner. */
export interface Shopper {
  organizationId: string;
  accountId: string;
  email: string;
  jwt: string;
}

const PROFILE = {
  companyName: '"Maple Shelter"',
  email: '"books@maple.test"',
  firstName: '"Ada"',
  lastName: '"Roy"',
  vatNumber: '""',
};
const ADDRESS =
  'countryCode: "CA", administrativeArea: "ON", addressLine1: "1 Main St", locality: "Ottawa", zip: "K1A 0A1"';

/** A shop in Canada that sells `jobs` (5 job credits for 100 dollars, 113 with tax), on two backends, and its buyers. */
export function orderWorld(
  commerce: Record<string, unknown> = {},
  settings?: Parameters<typeof accountWorld>[1],
  site: Partial<BackendSite> = {},
) {
  const rules = commerceRules.parse({ seller: SELLER, ...commerce });
  const world = accountWorld({ currencies: ['CAD'], commerce: rules, timeZone: 'America/Toronto', ...site }, settings);
  const { ask, person, jwtOf } = world;
  let administrator = '';

  /** A product for this test only. @param columns further columns of the product, besides its credits */
  async function product(
    columns: Record<string, unknown> = {},
    amount = 10_000,
  ): Promise<{ code: string; priceId: string }> {
    const code = `p-${randomUUID()}`;
    const { id } = await world.database
      .insertInto('product')
      .values({
        site: 'default',
        code,
        names: JSON.stringify({ en: 'Five jobs', de: 'Fünf Stellen' }),
        descriptions: '{}',
        job_credits: 5,
        ...columns,
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    return { code, priceId: await price(id, amount) };
  }

  /** Adds a price to a product. */
  async function price(productId: number, amount: number, currency = 'CAD'): Promise<string> {
    const { id } = await world.database
      .insertInto('product_price')
      .values({ product_id: productId, currency, amount, actor_id: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    return String(id);
  }

  /** A buyer with an organization and, by default, a billing profile. */
  async function shopper({ hasProfile = true } = {}): Promise<Shopper> {
    const { id: accountId, email } = await person('recruiter');
    const { rows } = await sql<{ id: number }>`
      with made as (
        insert into organization (site, slug, name, language, benefit_tids, featured, source, source_key, state)
        values ('default', ${email}, 'Maple Shelter', 'en', '{}', false, 'test', ${email}, 'public') returning id
      ), member as (
        insert into organization_member (organization_id, account_id, role) select id, ${accountId}::uuid, 'owner' from made
      )
      select id from made
    `.execute(world.database);
    const shopper = { organizationId: String(rows[0]!.id), accountId, email, jwt: await jwtOf(email) };
    if (hasProfile) await saveProfile(shopper);
    return shopper;
  }

  /** @param fields in GraphQL notation @param address fields of the address, in the same notation */
  function saveProfile(
    { jwt, organizationId }: Pick<Shopper, 'jwt' | 'organizationId'>,
    fields: Record<string, string> = {},
    address = ADDRESS,
  ) {
    const input = Object.entries({ ...PROFILE, ...fields }).map(([name, value]) => `${name}: ${value}`);
    return ask<{ errors: { field: string; message: string }[] }>(
      `saveBillingProfile(organizationId: "${organizationId}", input: { ${input.join(', ')}, address: { ${address} } }) { errors { field message } }`,
      jwt,
    );
  }

  /** @param more additional or changed arguments, in GraphQL notation */
  function place(
    { jwt, organizationId }: Pick<Shopper, 'jwt' | 'organizationId'>,
    { code, priceId }: { code: string; priceId: string },
    more: Record<string, string> = {},
    process = 0,
  ): Promise<OrderAnswer> {
    const input = {
      organizationId: `"${organizationId}"`,
      product: `"${code}"`,
      quantity: '1',
      priceId: `"${priceId}"`,
      total: '11300',
      provider: 'invoice',
      key: `"${randomUUID()}"`,
      termsAccepted: 'true',
      ...more,
    };
    const written = Object.entries(input).map(([name, value]) => `${name}: ${value}`);
    return ask<OrderAnswer>(
      `placeOrder(input: { ${written.join(', ')} }) { order { id state price { total } } payUrl errors { field rule message } }`,
      jwt,
      process,
    );
  }

  async function administer(operation: string, process = 0): Promise<{ errors: { rule: string }[] }> {
    administrator ||= await jwtOf((await person('administrator')).email);
    return ask(`${operation} { errors { field rule message } }`, administrator, process);
  }

  async function credits({ organizationId }: Pick<Shopper, 'organizationId'>, type = 'job'): Promise<number> {
    const found = await world.database
      .selectFrom('credit_balance')
      .select('amount')
      .where('organization_id', '=', Number(organizationId))
      .where('type', '=', type as 'job')
      .executeTakeFirst();
    return found?.amount ?? 0;
  }

  /** Stored state of an order. */
  async function stored(id: string) {
    const order = await world.database
      .selectFrom('customer_order')
      .selectAll()
      .where('id', '=', Number(id))
      .executeTakeFirstOrThrow();
    const invoices = await world.database
      .selectFrom('invoice')
      .select(['kind', 'total'])
      .where('order_id', '=', Number(id))
      .orderBy('id')
      .execute();
    const mails = await world.database
      .selectFrom('mail')
      .select('template')
      .where(sql<string>`details ->> 'order'`, '=', id)
      .orderBy('id')
      .execute();
    return { order, invoices, mails: mails.map(({ template }) => template) };
  }

  /** Makes an order look the given number of days older. */
  async function pass(id: string, days: number): Promise<void> {
    await sql`update customer_order set due_at = due_at - make_interval(days => ${days}) where id = ${id}`.execute(
      world.database,
    );
  }

  return Object.assign(world, { product, price, shopper, saveProfile, place, administer, credits, stored, pass });
}
