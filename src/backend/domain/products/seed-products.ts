import type { Kysely } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import type { Database } from '../../platform/database/schema.js';
import { lockSite } from '../content/seed-content.js';
import { seededProducts } from './seeded-products.js';

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
