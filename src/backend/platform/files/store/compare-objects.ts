import { sql, type Kysely } from 'kysely';
import type { Database } from '../../database/schema.js';
import type { ObjectStore } from './object-store.js';

/** Differences between the object store and the database. */
export interface Comparison {
  /** Number of objects in the store. */
  objects: number;
  /** Keys of objects that are unknown to the database. */
  unknown: string[];
  /** Keys that files refer to, but whose objects are missing in the store. */
  missing: string[];
}

/** Younger objects are ignored, since they may have been written after the database was read. */
const SETTLED_MS = 24 * 3_600_000;

/**
 * Compares the store's list of objects with the database.
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

/** Excludes objects that were deleted while the list was read. */
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
