import type { Kysely, Insertable } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import { MAX_COUNT, MAX_PRICE } from '#contract/commerce/commerce-rules.js';
import type {
  AccountError,
  Mutation,
  MutationSaveProductArgs,
  MutationSetProductRetiredArgs,
  Query,
} from '#contract/generated/resolvers.js';
import { parseId } from '../../platform/database/statement.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import { ruleMessage } from '../../platform/texts/site-texts.js';
import { errorsOf } from '../accounts/account-results.js';
import type { ProductTable } from '../../platform/database/tables/ledger-tables.js';
import { lockSite } from '../content/seed-content.js';
import {
  saveProduct,
  setProductRetired,
  type ProductViolation,
  listManagedProducts,
  listProducts,
} from './save-product.js';

const contacts = (prices: Record<string, number>[]): SeededProduct[] =>
  [5, 20].map((count, index) => ({
    code: `contact-credits-${count}`,
    contact_credits: count,
    credit_days: 365,
    prices: prices[index]!,
    names: {
      en: `${count} resume contacts`,
      de: `${count} Kontakte zu Lebensläufen`,
      fr: `${count} contacts avec des candidats`,
    },
  }));

const placement = (kind: 'featured' | 'top', prices: Record<string, number>): SeededProduct => ({
  code: kind === 'featured' ? 'featured-14' : 'top-14',
  [kind === 'featured' ? 'featured_days' : 'top_days']: 14,
  prices,
  names:
    kind === 'featured'
      ? {
          en: 'Featured job for 14 days',
          de: 'Hervorgehobene Stelle für 14 Tage',
          fr: 'Offre mise en avant pendant 14 jours',
        }
      : {
          en: 'Top of the list for 14 days',
          de: 'Oben in der Liste für 14 Tage',
          fr: 'En tête de liste pendant 14 jours',
        },
});

/**
 * Default products by the name of a site, until its administrators change them; other sites sell nothing. Prices are examples. `europe`
 * has no self-service: people request a quote.
 */
export const seededProducts: Readonly<Record<string, readonly SeededProduct[]>> = {
  default: [
    ...contacts([{ USD: 4900 }, { USD: 14_900 }]),
    placement('featured', { USD: 9900 }),
    placement('top', { USD: 5900 }),
  ],
  'charity-ca': [
    ...[1, 5].map((count) => ({
      code: `job-credits-${count}`,
      job_credits: count,
      credit_days: 365,
      prices: { CAD: count === 1 ? 12_500 : 49_900 },
      names: {
        en: count === 1 ? 'One job' : `${count} jobs`,
        de: count === 1 ? 'Eine Stelle' : `${count} Stellen`,
        fr: count === 1 ? 'Une offre d’emploi' : `${count} offres d’emploi`,
      },
    })),
    ...contacts([{ CAD: 5900 }, { CAD: 17_900 }]),
  ],
  uk: [
    ...[5, 20].map((slots) => ({
      code: `slots-${slots}`,
      subscription_months: 12,
      job_slots: slots,
      contact_slots: slots * 2,
      renewal: 'automatic' as const,
      prices: { GBP: slots === 5 ? 60_000 : 180_000 },
      names: {
        en: `${slots} job slots for a year`,
        de: `${slots} Stellenplätze für ein Jahr`,
        fr: `${slots} emplacements d’offres pour un an`,
      },
    })),
    placement('top', { GBP: 4900 }),
  ],
};

/** Products of each site. */
export async function createProducts(deps: {
  database: Kysely<Database>;
  sites: readonly BackendSite[];
}): Promise<BackendModule> {
  const { database, sites } = deps;
  await seedMissingProducts(database, sites);
  return { resolvers: [productResolvers(database)] };
}

function productResolvers(database: Kysely<Database>) {
  return {
    Query: {
      products: allow<object, Query['products']>('anyone', (_args, { site, locale }) =>
        listProducts(database, { site: site.name, currencies: site.currencies ?? [] }, locale),
      ),
      managedProducts: allow<object, Query['managedProducts']>('administrator', (_args, { site }) =>
        listManagedProducts(database, site.name),
      ),
    },
    Mutation: {
      saveProduct: allow<MutationSaveProductArgs, Mutation['saveProduct']>(
        'administrator',
        async ({ id: named, input }, context) => {
          const id = named == null ? undefined : parseId(named);
          if (named != null && id === undefined)
            return { __typename: 'SavedProduct', id: null, errors: errorsIn([{ rule: 'unknown' }], context) };
          const { viewer, site, now } = context;
          const target = { site: site.name, currencies: site.currencies ?? [], viewer, now };
          const saved = await saveProduct(database, { id, input }, target);
          const errors = errorsIn(saved.violations, context);
          return { __typename: 'SavedProduct', id: saved.id === undefined ? null : String(saved.id), errors };
        },
      ),
      setProductRetired: allow<MutationSetProductRetiredArgs, Mutation['setProductRetired']>(
        'administrator',
        async ({ id, retired }, context) => {
          const { viewer, site, now } = context;
          const target = { site: site.name, viewer, now };
          const violations = await setProductRetired(database, { id: parseId(id), isRetired: retired }, target);
          return { __typename: 'AccountResult', errors: errorsIn(violations, context) };
        },
      ),
    },
  } satisfies RootResolvers;
}

function errorsIn(violations: readonly ProductViolation[], context: RequestContext): AccountError[] {
  return errorsOf(violations, context, ({ rule }, { t, locale }) => {
    // The other messages contain no limit.
    const max = new Intl.NumberFormat(locale).format(rule === 'price' ? MAX_PRICE : MAX_COUNT);
    return ruleMessage(t, `errors.product.${rule}`, { max });
  });
}

interface SeededProduct extends Omit<Insertable<ProductTable>, 'site' | 'names' | 'descriptions' | 'position'> {
  names: Record<string, string>;
  /** Minor units, by currency. */
  prices: Record<string, number>;
}

/** Adds the default products to every site that never had any. Existing ones are kept. */
export async function seedMissingProducts(
  database: Kysely<Database>,
  sites: readonly Pick<BackendSite, 'name'>[],
): Promise<void> {
  for (const { name } of sites) {
    const seeds = seededProducts[name] ?? [];
    if (seeds.length === 0 || (await hasProducts(database, name))) continue;
    await database.transaction().execute(async (trx) => {
      // The lock serializes processes that start together; the later ones find everything there.
      await lockSite(trx, name);
      if (await hasProducts(trx, name)) return;
      for (const [position, { names, prices, ...values }] of seeds.entries()) {
        const { id } = await trx
          .insertInto('product')
          .values({ ...values, site: name, position, names: JSON.stringify(names), descriptions: '{}' })
          .returning('id')
          .executeTakeFirstOrThrow();
        const rows = Object.entries(prices).map(([currency, amount]) => ({
          product_id: id,
          currency,
          amount,
          actor_id: null,
        }));
        await trx.insertInto('product_price').values(rows).execute();
      }
    });
  }
}

async function hasProducts(database: Kysely<Database>, site: string): Promise<boolean> {
  const found = await database.selectFrom('product').select('id').where('site', '=', site).limit(1).execute();
  return found.length > 0;
}
