import { sql, type Kysely } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import type { Database } from '../../platform/database/schema.js';
import { seedContent } from './seed-content.js';

// Two keys: this one, and the site's name.
const LOCK = 4_217_004;

/** Makes concurrent processes take turns in filling a site, until the transaction ends. */
export async function lockSite(trx: Kysely<Database>, site: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK}, hashtext(${site}))`.execute(trx);
}

/** Gives every site without menus its menus and pages, in one transaction a site. */
export async function seedMissingContent(
  database: Kysely<Database>,
  sites: readonly BackendSite[],
  now: Date,
): Promise<void> {
  const filled = await sitesWithContent(database, sites);
  for (const site of sites.filter(({ name }) => !filled.has(name))) {
    await database.transaction().execute(async (trx) => {
      await lockSite(trx, site.name);
      const isFilled = (await sitesWithContent(trx, [site])).has(site.name);
      if (!isFilled) await seedContent(trx, site, now);
    });
  }
}

async function sitesWithContent(database: Kysely<Database>, sites: readonly BackendSite[]): Promise<Set<string>> {
  const names = sites.map(({ name }) => name);
  const rows = await database.selectFrom('menu').select('site').distinct().where('site', 'in', names).execute();
  return new Set(rows.map(({ site }) => site));
}
