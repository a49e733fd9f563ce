import { createHash } from 'node:crypto';
import { type Kysely, sql, type Selectable } from 'kysely';
import type { AuditAction } from '#contract/audit.js';
import { MAX_COUNT, MAX_PRICE } from '#contract/commerce/commerce-rules.js';
import type {
  ProductInput,
  ProductTextInput,
  ManagedProduct,
  Product,
  ProductGrants,
  ProductText,
} from '#contract/generated/resolvers.js';
import { textIn } from '#shared/text/translator.js';
import type { Database } from '../../platform/database/schema.js';
import type { ProductTable } from '../../platform/database/tables/ledger-tables.js';
import type { Viewer } from '../../platform/graphql/request-context.js';
import { auditedActor, type AuditEntry, writeAudit } from '../audit/audit-log.js';

const MAX_TEXT_LENGTH = 2000;
const CODE = /^[a-z0-9][a-z0-9-]{0,63}$/;
const COUNTS = ['jobCredits', 'contactCredits', 'jobSlots', 'contactSlots', 'featuredDays', 'topDays'] as const;
const LENGTHS = ['creditDays', 'subscriptionMonths'] as const;

type ProductRule =
  | 'code'
  | 'codeTaken'
  | 'name'
  | 'textLong'
  | 'count'
  | 'nothing'
  | 'slots'
  | 'renewal'
  | 'expiry'
  | 'currency'
  | 'price'
  | 'changed'
  | 'unknown';

export interface ProductViolation {
  field?: string;
  rule: ProductRule;
}

interface Target {
  site: string;
  /** Currencies of the site. */
  currencies: readonly string[];
  viewer: Pick<Viewer, 'accountId' | 'masqueraderId'>;
  now: Date;
}

/**
 * Stores a product, and adds changed prices to their history. Nothing is saved if the input names a version that is not the current one.
 *
 * @param id omit to create a product
 */
export async function saveProduct(
  database: Kysely<Database>,
  { id, input }: { id: number | undefined; input: ProductInput },
  { site, currencies, viewer, now }: Target,
): Promise<{ id?: number; violations: ProductViolation[] }> {
  const violations = checkProduct(input, currencies);
  if (violations.length > 0) return { violations };
  const wanted = valuesOf(input);
  return database.transaction().execute(async (trx) => {
    const wantedVersion = versionOf({ ...wanted, history: input.prices });
    const storedVersion = id === undefined ? undefined : await lockVersion(trx, site, id);
    // A form that is sent twice does not say that somebody else has changed the product.
    const known = [input.version, wantedVersion];
    if (input.version != null && storedVersion !== undefined && !known.includes(storedVersion))
      return { violations: [{ rule: 'changed' }] };
    const [names, descriptions] = [JSON.stringify(wanted.names), JSON.stringify(wanted.descriptions)];
    const values = { ...wanted, names, descriptions, updated_at: now };
    // The code cannot be changed, because addresses of pages contain it.
    const saved =
      id === undefined
        ? await trx
            .insertInto('product')
            .values({ ...values, site, code: input.code })
            .onConflict((conflict) => conflict.columns(['site', 'code']).doNothing())
            .returning(['id', 'code'])
            .executeTakeFirst()
        : await trx
            .updateTable('product')
            .set(values)
            .where('id', '=', id)
            .where('site', '=', site)
            .returning(['id', 'code'])
            .executeTakeFirst();
    if (!saved) return { violations: [id === undefined ? { field: 'code', rule: 'codeTaken' } : { rule: 'unknown' }] };
    await writePrices(trx, { id: saved.id, prices: input.prices }, viewer.accountId);
    const action = id === undefined ? 'product.created' : 'product.changed';
    if (storedVersion !== wantedVersion) await writeAudit(trx, entryOf(action, saved, { site, viewer }), now);
    return { id: saved.id, violations: [] };
  });
}

/** Retires a product, or puts it on sale again. Past sales are not affected. */
export async function setProductRetired(
  database: Kysely<Database>,
  { id, isRetired }: { id: number | undefined; isRetired: boolean },
  { site, viewer, now }: Pick<Target, 'site' | 'viewer' | 'now'>,
): Promise<ProductViolation[]> {
  if (id === undefined) return [{ rule: 'unknown' }];
  return database.transaction().execute(async (trx) => {
    const product = await trx
      .selectFrom('product')
      .select(['id', 'code', 'retired_at'])
      .where('id', '=', id)
      .where('site', '=', site)
      .forUpdate()
      .executeTakeFirst();
    if (!product) return [{ rule: 'unknown' }];
    if ((product.retired_at !== null) === isRetired) return [];
    const values = { retired_at: isRetired ? now : null, updated_at: now };
    await trx.updateTable('product').set(values).where('id', '=', id).execute();
    await writeAudit(trx, entryOf(isRetired ? 'product.retired' : 'product.restored', product, { site, viewer }), now);
    return [];
  });
}

/** Prevents other forms from changing a product and its prices until the end of the transaction. @returns undefined if it does not exist */
async function lockVersion(trx: Kysely<Database>, site: string, id: number): Promise<string | undefined> {
  await sql`select from product where id = ${id} and site = ${site} for no key update`.execute(trx);
  const [stored] = await load(trx, site, id);
  return stored && versionOf(stored);
}

/** The id is needed as well as the code, because other sites have products with the same code. */
function entryOf(
  action: AuditAction,
  { id, code }: { id: number; code: string },
  { site, viewer }: Pick<Target, 'site' | 'viewer'>,
): AuditEntry {
  return { action, ...auditedActor(viewer), site, details: { product: code, record: String(id) } };
}

/** The row of the product is locked by the preceding write. */
async function writePrices(
  trx: Kysely<Database>,
  { id, prices }: { id: number; prices: ProductInput['prices'] },
  actorId: string,
): Promise<void> {
  const history = trx.selectFrom('product_price').select(['currency', 'amount']).where('product_id', '=', id);
  const valid = new Map(
    validPrices(await history.orderBy('id', 'desc').execute()).map(({ currency, amount }) => [currency, amount]),
  );
  const amounts = new Map(prices.map(({ currency, amount }) => [currency, amount]));
  const changed = [...new Set([...valid.keys(), ...amounts.keys()])]
    .filter((currency) => valid.get(currency) !== amounts.get(currency))
    .map((currency) => ({ product_id: id, currency, amount: amounts.get(currency) ?? null, actor_id: actorId }));
  if (changed.length > 0) await trx.insertInto('product_price').values(changed).execute();
}

function checkProduct(input: ProductInput, currencies: readonly string[]): ProductViolation[] {
  const violations: ProductViolation[] = [];
  const check = (isValid: boolean, rule: ProductRule, field?: string): void => {
    if (!isValid) violations.push(field === undefined ? { rule } : { field, rule });
  };
  check(CODE.test(input.code), 'code', 'code');
  check(Boolean(toTexts(input.names).en), 'name', 'names');
  const texts = [...input.names, ...(input.descriptions ?? [])];
  check(
    texts.every(({ text }) => text.length <= MAX_TEXT_LENGTH),
    'textLong',
    'names',
  );
  for (const name of COUNTS) check(isBetween(input[name] ?? 0, 0, MAX_COUNT), 'count', name);
  for (const name of LENGTHS) check(isBetween(input[name] ?? 1, 1, MAX_COUNT), 'count', name);
  const slots = (input.jobSlots ?? 0) + (input.contactSlots ?? 0);
  const credits = (input.jobCredits ?? 0) + (input.contactCredits ?? 0);
  check(
    COUNTS.some((name) => (input[name] ?? 0) > 0),
    'nothing',
  );
  check(slots > 0 === (input.subscriptionMonths != null), 'slots', 'subscriptionMonths');
  check(input.renewal !== 'automatic' || input.subscriptionMonths != null, 'renewal', 'renewal');
  check(input.creditDays == null || credits > 0, 'expiry', 'creditDays');
  const named = input.prices.map(({ currency }) => currency);
  check(new Set(named).size === named.length && named.every((each) => currencies.includes(each)), 'currency', 'prices');
  check(
    input.prices.every(({ amount }) => isBetween(amount, 0, MAX_PRICE)),
    'price',
    'prices',
  );
  return violations;
}

function isBetween(value: number, min: number, max: number): boolean {
  return value >= min && value <= max;
}

function toTexts(texts: readonly ProductTextInput[]): Record<string, string> {
  const written = texts.map(({ locale, text }) => [locale, text.trim()] as const);
  return Object.fromEntries(written.filter(([, text]) => text !== ''));
}

function valuesOf(input: ProductInput): ProductValues {
  return {
    names: toTexts(input.names),
    descriptions: toTexts(input.descriptions ?? []),
    job_credits: input.jobCredits ?? 0,
    contact_credits: input.contactCredits ?? 0,
    credit_days: input.creditDays ?? null,
    subscription_months: input.subscriptionMonths ?? null,
    job_slots: input.jobSlots ?? 0,
    contact_slots: input.contactSlots ?? 0,
    featured_days: input.featuredDays ?? 0,
    top_days: input.topDays ?? 0,
    eligibility: input.eligibility ?? 'everybody',
    renewal: input.renewal ?? 'none',
    position: input.position ?? 0,
  };
}

interface StoredPrice {
  currency: string;
  amount: number | null;
  since: string;
  changedBy: string | null;
}

type Row = Selectable<ProductTable> & { history: StoredPrice[] };

/** Everything that saving a product replaces, except for its prices. */
type ProductValues = Omit<Selectable<ProductTable>, 'id' | 'site' | 'code' | 'retired_at' | 'updated_at'>;

/**
 * Products for sale on a site, in its order: those that are not retired and have a price in one of its currencies. Prices are in the order
 * of the currencies. Those in a currency that the site no longer has remain in the history until the product is saved, but are not sold.
 *
 * @param locale locale of the texts
 */
export async function listProducts(
  database: Kysely<Database>,
  { site, currencies }: Pick<Target, 'site' | 'currencies'>,
  locale: string,
): Promise<Product[]> {
  const rows = await load(database, site);
  const pricesOf = (row: Row): Product['prices'] => {
    const valid = validPrices(row.history);
    return currencies.flatMap((currency) =>
      valid
        .filter((price) => price.currency === currency)
        .map(({ amount }) => ({ __typename: 'ProductPrice', currency, amount })),
    );
  };
  return rows
    .filter(({ retired_at }) => retired_at === null)
    .map((row) => ({
      __typename: 'Product' as const,
      id: String(row.id),
      code: row.code,
      name: textIn(row.names, locale) ?? '',
      description: textIn(row.descriptions, locale) ?? '',
      prices: pricesOf(row),
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
    version: versionOf(row),
  }));
}

/** @param history the newest first @returns the newest price of each currency that is still sold */
function validPrices(
  history: readonly Pick<StoredPrice, 'currency' | 'amount'>[],
): { currency: string; amount: number }[] {
  const newest = new Map<string, number | null>();
  for (const { currency, amount } of history) if (!newest.has(currency)) newest.set(currency, amount);
  return [...newest].flatMap(([currency, amount]) => (amount === null ? [] : [{ currency, amount }]));
}

/** A fingerprint of everything that saving a form would replace. A form that is based on other values would undo somebody's change. */
function versionOf(row: ProductValues & { history: readonly Pick<StoredPrice, 'currency' | 'amount'>[] }): string {
  const prices = validPrices(row.history).map(({ currency, amount }) => [currency, amount] as const);
  const texts = [row.names, row.descriptions].map((each) => sorted(Object.entries(each)));
  const { eligibility, renewal, position } = row;
  return createHash('sha256')
    .update(JSON.stringify([texts, grantsOf(row), eligibility, renewal, position, sorted(prices)]))
    .digest('base64url');
}

function sorted<Entry extends readonly [key: string, value: unknown]>(entries: readonly Entry[]): Entry[] {
  return entries.toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** @param id omit for all products of the site */
async function load(database: Kysely<Database>, site: string, id?: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select p.*, coalesce((
      select jsonb_agg(jsonb_build_object('currency', r.currency, 'amount', r.amount, 'since', r.created_at,
        'changedBy', a.name) order by r.id desc)
      from product_price r left join account a on a.id = r.actor_id where r.product_id = p.id
    ), '[]') as history
    from product p where p.site = ${site} and (${id ?? null}::bigint is null or p.id = ${id ?? null}) order by p.position, p.id
  `.execute(database);
  return rows;
}

function grantsOf(row: ProductValues): ProductGrants {
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

function textsIn(texts: Record<string, string>): ProductText[] {
  return Object.entries(texts).map(([locale, text]) => ({ __typename: 'ProductText', locale, text }));
}
