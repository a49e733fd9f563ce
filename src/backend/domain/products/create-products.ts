import type { Kysely } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import { MAX_COUNT, MAX_PRICE } from '#contract/commerce/product-rules.js';
import type {
  AccountError,
  Mutation,
  MutationSaveProductArgs,
  MutationSetProductRetiredArgs,
  Query,
} from '#contract/generated/resolvers.js';
import { parseId } from '../../platform/database/id.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import { ruleMessage } from '../../platform/texts/site-texts.js';
import { errorsOf } from '../accounts/account-results.js';
import { listManagedProducts, listProducts } from './product-rows.js';
import { saveProduct, setProductRetired, type ProductViolation } from './save-product.js';
import { seedMissingProducts } from './seed-products.js';

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
        listProducts(database, site.name, locale),
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
          const target = { site: site.name, currencies: site.currencies ?? [], actorId: viewer.accountId, now };
          const saved = await saveProduct(database, { id, input }, target);
          const errors = errorsIn(saved.violations, context);
          return { __typename: 'SavedProduct', id: saved.id === undefined ? null : String(saved.id), errors };
        },
      ),
      setProductRetired: allow<MutationSetProductRetiredArgs, Mutation['setProductRetired']>(
        'administrator',
        async ({ id, retired }, context) => {
          const place = { site: context.site.name, now: context.now };
          const violations = await setProductRetired(database, { id: parseId(id), isRetired: retired }, place);
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
