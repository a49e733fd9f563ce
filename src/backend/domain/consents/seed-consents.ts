import type { Kysely } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import type { Database } from '../../platform/database/schema.js';
import { lockSite } from '../content/seed-content.js';
import { readSeededConsents } from './seeded-consents.js';

const PLACEMENTS = ['REGISTRATION', 'PROFILE'] as const;

/** Adds the missing consent texts to every site, with or without demo data. Existing texts are kept. */
export async function seedMissingConsents(
  database: Kysely<Database>,
  sites: readonly Pick<BackendSite, 'name'>[],
  now: Date,
): Promise<void> {
  const names = sites.map(({ name }) => name);
  const rows = await database.selectFrom('consent_info').select('site').distinct().where('site', 'in', names).execute();
  const seeded = new Set(rows.map(({ site }) => site));
  for (const name of names.filter((each) => !seeded.has(each)))
    await database.transaction().execute((trx) => seedConsents(trx, name, now));
}

async function seedConsents(trx: Kysely<Database>, site: string, now: Date): Promise<void> {
  // The lock serializes processes that start together; the later ones find everything there.
  await lockSite(trx, site);
  const consents = readSeededConsents();
  for (const placement of PLACEMENTS)
    for (const { type, path, texts } of consents) {
      const info = await trx
        .insertInto('consent_info')
        .values({ site, type, placement, path })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!info) continue;
      await trx
        .insertInto('consent_revision')
        .values({ info_id: info.id, texts: JSON.stringify(texts), created_at: now })
        .execute();
    }
}
