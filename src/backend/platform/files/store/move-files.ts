import { createHash, randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import type { Database } from '../../database/schema.js';
import { FileContents, readingAgain } from './file-contents.js';
import { MOVABLE_FILES, type MovableFiles } from './movable-files.js';
import { ObjectStoreError } from '../../object-storage/store-error.js';
import type { ObjectStore } from './object-store.js';

export type Placement = 'store' | 'database';

/** What a run has done so far. */
export interface MoveReport {
  files: number;
  bytes: number;
  /** Files that stayed where they were; the log says why. */
  failed: number;
}

export interface MoveOptions {
  database: Kysely<Database>;
  store: ObjectStore;
  logger: BackendLogger;
  /** Asked before each file. */
  isStopped?: () => boolean;
  /** Hears of each file that was moved. */
  onFile?: (report: MoveReport) => void;
}

const BATCH = 100;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Where new files go to, in all processes that know a store. */
export async function readPlacement(database: Kysely<Database>): Promise<Placement> {
  const row = await database.selectFrom('file_placement').select('in_database').executeTakeFirst();
  return row?.in_database ? 'database' : 'store';
}

export async function writePlacement(database: Kysely<Database>, placement: Placement): Promise<void> {
  const isInDatabase = placement === 'database';
  await sql`
    insert into file_placement (in_database) values (${isInDatabase}) on conflict (one) do update set in_database = excluded.in_database
  `.execute(database);
}

/**
 * Moves all files one way, while others read, add and delete them. It may be interrupted at any moment and run again; each file is either
 * here or there. Moving to the store ends when somebody decides meanwhile that files go to the database.
 *
 * @throws ObjectStoreError where the store does not answer or does not let us in; a file that alone cannot be moved is logged and left
 */
export async function moveFiles(to: Placement, options: MoveOptions): Promise<MoveReport> {
  const { database, logger, isStopped = () => false, onFile } = options;
  const report: MoveReport = { files: 0, bytes: 0, failed: 0 };
  for (const kind of MOVABLE_FILES) {
    let after = BEFORE_ALL;
    let ids: string[];
    do {
      ids = await kind.find(database, to === 'store' ? 'database' : 'store', after, BATCH);
      for (const id of ids) {
        if (isStopped()) return report;
        if (to === 'store' && (await readPlacement(database)) === 'database') return report;
        after = id;
        try {
          const bytes = to === 'store' ? await moveToStore(kind, id, options) : await moveToDatabase(kind, id, options);
          if (bytes === undefined) continue;
          report.files += 1;
          report.bytes += bytes;
          onFile?.(report);
        } catch (error) {
          if (!isOfOneFile(error)) throw error;
          report.failed += 1;
          logger.error({ table: kind.table, id, error: String(error) }, 'A file could not be moved');
        }
      }
    } while (ids.length === BATCH);
  }
  return report;
}

/** @returns how many bytes were moved; undefined: it is not there any more */
async function moveToStore(
  kind: MovableFiles,
  id: string,
  { database, store }: MoveOptions,
): Promise<number | undefined> {
  const bytes = await kind.read(database, id);
  if (!bytes) return undefined;
  const key = randomUUID();
  const sha256 = createHash('sha256').update(bytes).digest();
  // Before the object, so that no object is ever without a row, whenever this process ends.
  await database.insertInto('stored_object').values({ key, state: 'writing', size: bytes.length, sha256 }).execute();
  await store.put(key, bytes, sha256.toString('hex'));
  const isMoved = await database.transaction().execute(async (trx) => {
    // An object that took too long may be deleted already.
    const { numUpdatedRows } = await trx
      .updateTable('stored_object')
      .set({ state: 'stored', changed_at: sql<Date>`now()` })
      .where('key', '=', key)
      .where('state', '=', 'writing')
      .executeTakeFirst();
    if (numUpdatedRows === 0n || (await readPlacement(trx)) === 'database') return false;
    return kind.refer(trx, id, key);
  });
  if (isMoved) return bytes.length;
  await sql`
    insert into stored_object (key, state) values (${key}::uuid, 'released')
    on conflict (key) do update set state = 'released', changed_at = now()
  `.execute(database);
  return undefined;
}

async function moveToDatabase(
  kind: MovableFiles,
  id: string,
  { database, store, logger }: MoveOptions,
): Promise<number | undefined> {
  const contents = new FileContents(database, store, logger);
  return readingAgain(async () => {
    const { rows } = await sql<{ key: string | null }>`
      select object_key as key from ${sql.table(kind.table)} where id = ${id}::uuid
    `.execute(database);
    const key = rows[0]?.key;
    if (!key) return undefined;
    const bytes = await contents.read(key);
    // The trigger releases the object.
    const isMoved = await database.transaction().execute((trx) => kind.takeBack(trx, id, key, bytes));
    return isMoved ? bytes.length : undefined;
  });
}

/** Of an object that is lost or damaged; the others may be well. */
function isOfOneFile(error: unknown): boolean {
  return error instanceof ObjectStoreError && (error.failure === 'missing' || error.failure === 'damaged');
}
