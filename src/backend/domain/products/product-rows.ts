import { sql, type Kysely, type Selectable } from 'kysely';
import type { ManagedProduct, Product, ProductGrants, ProductText } from '#contract/generated/resolvers.js';
import type { Database } from '../../platform/database/schema.js';
import type { ProductTable } from '../../platform/database/tables/product-tables.js';

interface StoredPrice {
  currency: string;
  amount: number | null;
  since: string;
  changedBy: string | null;
}
type Row = Selectable<ProductTable> & { history: StoredPrice[] };

/** Products for sale on a site, in its order: those that are not retired and have a price. @param locale locale of the texts */
export async function listProducts(database: Kysely<Database>, site: string, locale: string): Promise<Product[]> {
  const rows = await load(database, site);
  return rows
    .filter(({ retired_at }) => retired_at === null)
    .map((row) => ({
      __typename: 'Product' as const,
      id: String(row.id),
      code: row.code,
      name: textIn(row.names, locale),
      description: textIn(row.descriptions, locale),
      prices: validPrices(row.history).map((price) => ({ __typename: 'ProductPrice' as const, ...price })),
      grants: grantsOf(row),
      eligibility: row.eligibility,
      renewal: row.renewal,
    }))
    .filter(({ prices }) => prices.length > 0);
}

/** All products of a site, with the history of their prices. */
export async function listManagedProducts(database: Kysely<Database>, site: string): Promise<ManagedProduct[]> {
  const rows = await load(database, site);
  return rows.map((row) => ({
    __typename: 'ManagedProduct',
    id: String(row.id),
    code: row.code,
    names: textsIn(row.names),
    descriptions: textsIn(row.descriptions),
    grants: grantsOf(row),
    eligibility: row.eligibility,
    renewal: row.renewal,
    position: row.position,
    retired: row.retired_at !== null,
    priceHistory: row.history.map((price) => ({
      __typename: 'PastPrice' as const,
      ...price,
      since: new Date(price.since).toISOString(),
    })),
  }));
}

/** @param history the newest first @returns the newest price of each currency that is still sold */
export function validPrices(
  history: readonly Pick<StoredPrice, 'currency' | 'amount'>[],
): { currency: string; amount: number }[] {
  const newest = new Map<string, number | null>();
  for (const { currency, amount } of history) if (!newest.has(currency)) newest.set(currency, amount);
  return [...newest].flatMap(([currency, amount]) => (amount === null ? [] : [{ currency, amount }]));
}

async function load(database: Kysely<Database>, site: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select p.*, coalesce((
      select jsonb_agg(jsonb_build_object('currency', r.currency, 'amount', r.amount, 'since', r.created_at,
        'changedBy', a.name) order by r.id desc)
      from product_price r left join account a on a.id = r.actor_id where r.product_id = p.id
    ), '[]') as history
    from product p where p.site = ${site} order by p.position, p.id
  `.execute(database);
  return rows;
}

function grantsOf(row: Row): ProductGrants {
  return {
    __typename: 'ProductGrants',
    jobCredits: row.job_credits,
    contactCredits: row.contact_credits,
    creditDays: row.credit_days,
    subscriptionMonths: row.subscription_months,
    jobSlots: row.job_slots,
    contactSlots: row.contact_slots,
    featuredDays: row.featured_days,
    topDays: row.top_days,
  };
}

function textIn(texts: Record<string, string>, locale: string): string {
  return texts[locale] ?? texts[locale.slice(0, 2)] ?? texts.en ?? '';
}

function textsIn(texts: Record<string, string>): ProductText[] {
  return Object.entries(texts).map(([locale, text]) => ({ __typename: 'ProductText', locale, text }));
}
