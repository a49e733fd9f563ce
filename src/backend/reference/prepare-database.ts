import type { Kysely } from 'kysely';
import { migrate } from '../platform/database/migrate.js';
import type { Database } from '../platform/database/schema.js';
import { provideGazetteer } from './places/gazetteer-rows.js';
import { seedTerms } from './taxonomy/seed-terms.js';
import type { TermCatalog } from './taxonomy/term-catalog.js';

/**
 * Upgrades a database to the schema and the reference data (places and vocabularies) of this version.
 *
 * @returns the names of the migrations that were run, and the stored terms
 */
export async function prepareDatabase(database: Kysely<Database>): Promise<{ migrated: string[]; terms: TermCatalog }> {
  const migrated = await migrate(database);
  await provideGazetteer(database);
  return { migrated, terms: await seedTerms(database) };
}
