import { sql, type Kysely } from 'kysely';
import type { Database } from '../../database/schema.js';
import type { ObjectStore } from './object-store.js';

/** What only one side knows of. */
export interface Comparison {
  /** How many objects the store has. */
  objects: number;
  /** Keys in the store that the database does not know of. */
  unknown: string[];
  /** Keys that files refer to, and that the store does not have. */
  missing: string[];
}

/** Objects that are younger may have been written since the database was read. */
const SETTLED_MS = 24 * 3_600_000;

/**
 * Compares the list of the store with the database.
 *
 * @throws ObjectStoreError
 */
export async function compareObjects(
  database: Kysely<Database>,
  store: ObjectStore,
  now: Date,
  settledMs = SETTLED_MS,
): Promise<Comparison> {
  const rows = await database.selectFrom('stored_object').select(['key', 'state']).execute();
  const missing = new Set(rows.filter(({ state }) => state === 'stored').map(({ key }) => key));
  const known = new Set(rows.map(({ key }) => key));
  const unknown: string[] = [];
  let objects = 0;
  for await (const { key, writtenAt } of store.list()) {
    objects += 1;
    missing.delete(key);
    if (!known.has(key) && now.getTime() - writtenAt.getTime() >= settledMs) unknown.push(key);
  }
  return { objects, unknown, missing: await stillStored(database, [...missing]) };
}

/** What was deleted while the list was read is missing from neither side. */
async function stillStored(database: Kysely<Database>, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await database
    .selectFrom('stored_object')
    .select('key')
    .where('key', '=', sql<string>`any(${keys}::uuid[])`)
    .where('state', '=', 'stored')
    .execute();
  return rows.map(({ key }) => key);
}
