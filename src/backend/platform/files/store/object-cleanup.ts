import { sql, type Kysely } from 'kysely';
import type { Database } from '../../database/schema.js';
import type { ObjectStore } from './s3-store.js';

/**
 * Advisory lock held in shared mode while reading objects that may be released in the meantime, as a backup does. The number is arbitrary,
 * but no other lock may use it.
 */
export const OBJECTS_LOCK = 7_130_001;

const BATCH = 20;
/** Much longer than writing an object takes. */
const ORPHAN_MINUTES = 60;
/** Younger objects are ignored, since they may have been written after the database was read. */
const SETTLED_MS = 24 * 3_600_000;
/**
 * Keys that this product writes: those of files, and those with which the doctor tries the store. Everything else in the bucket belongs to
 * somebody else, even below the prefix: backups, or another installation whose prefix is longer.
 */
const OWN_KEY = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|doctor-[0-9a-f]{16})$/;

/**
 * Deletes objects that no row refers to: released ones, and those that were never completed. Objects that cannot be deleted now stay in the
 * list for the next run.
 *
 * @returns the number of deleted objects
 * @throws ObjectStoreError
 */
export async function deleteReleasedObjects(
  database: Kysely<Database>,
  store: ObjectStore,
  isStopped = () => false,
): Promise<number> {
  await sql`
    update stored_object set state = 'released' where state = 'writing' and changed_at < now() - make_interval(mins => ${ORPHAN_MINUTES})
  `.execute(database);
  let deleted = 0;
  let found: number;
  do {
    found = isStopped() ? 0 : await deleteSome(database, store);
    deleted += found;
  } while (found === BATCH);
  return deleted;
}

async function deleteSome(database: Kysely<Database>, store: ObjectStore): Promise<number> {
  return database.transaction().execute(async (trx) => {
    const { rows: locks } = await sql<{ is_free: boolean }>`
      select pg_try_advisory_xact_lock(${OBJECTS_LOCK}::bigint) as is_free
    `.execute(trx);
    if (!locks[0]?.is_free) return 0;
    const objects = await trx
      .selectFrom('stored_object')
      .select('key')
      .where('state', '=', 'released')
      .orderBy('changed_at')
      .limit(BATCH)
      .execute();
    const keys = objects.map(({ key }) => key);
    // If this transaction is rolled back, deleting the objects again is harmless.
    for (const key of keys) await store.delete(key);
    if (keys.length > 0) await trx.deleteFrom('stored_object').where('key', 'in', keys).execute();
    return keys.length;
  });
}

/** Differences between the object store and the database. */
interface Comparison {
  /** Number of objects in the store whose keys are of the form that this product writes. */
  objects: number;
  /** Keys of objects that are unknown to the database. */
  unknown: string[];
  /** Keys that files refer to, but whose objects are missing in the store. */
  missing: string[];
}

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
    if (!OWN_KEY.test(key)) continue;
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
