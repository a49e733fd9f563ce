import { sql, type Kysely } from 'kysely';
import type { Database } from '../../database/schema.js';
import type { ObjectStore } from './object-store.js';

/**
 * Advisory lock held in shared mode while reading objects that may be released in the meantime, as a backup does. The number is arbitrary,
 * but no other lock may use it.
 */
export const OBJECTS_LOCK = 7_130_001;

const BATCH = 20;
/** Much longer than writing an object takes. */
const ORPHAN_MINUTES = 60;

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
