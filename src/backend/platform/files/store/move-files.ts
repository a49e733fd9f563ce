import { createHash, randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import type { Database } from '../../database/schema.js';
import { FileContents, readingAgain } from './file-contents.js';
import { MOVABLE_FILES, type MovableFiles } from './movable-files.js';
import { ObjectStoreError } from '../../object-storage/s3-client.js';
import type { ObjectStore } from './object-store.js';

export type Placement = 'store' | 'database';

/** Progress of a run. */
export interface MoveReport {
  files: number;
  bytes: number;
  /** Number of files that could not be moved; the reasons are logged. */
  failed: number;
}

export interface MoveOptions {
  database: Kysely<Database>;
  store: ObjectStore;
  logger: BackendLogger;
  /** Called before each file. */
  isStopped?: () => boolean;
  /** Called after each moved file. */
  onFile?: (report: MoveReport) => void;
}

const BATCH = 100;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Returns the place where all processes with access to a store put new files. */
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
 * Moves all files in one direction, while others read, add and delete files. It may be interrupted at any time and run again; each file is
 * always in exactly one place. Moving to the store stops when the placement is changed to the database in the meantime.
 *
 * @throws ObjectStoreError if the store does not respond or denies access; a single file that cannot be moved is logged and skipped
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

/** @returns the number of moved bytes; undefined if the file was moved or deleted in the meantime */
async function moveToStore(
  kind: MovableFiles,
  id: string,
  { database, store }: MoveOptions,
): Promise<number | undefined> {
  const bytes = await kind.read(database, id);
  if (!bytes) return undefined;
  const key = randomUUID();
  const sha256 = createHash('sha256').update(bytes).digest();
  // The row is inserted before the object is written, so that no object is ever without a row, even if this process is killed.
  await database.insertInto('stored_object').values({ key, state: 'writing', size: bytes.length, sha256 }).execute();
  await store.put(key, bytes, sha256.toString('hex'));
  const isMoved = await database.transaction().execute(async (trx) => {
    // If writing took too long, the object may have been deleted already.
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
    // A database trigger releases the object.
    const isMoved = await database.transaction().execute((trx) => kind.takeBack(trx, id, key, bytes));
    return isMoved ? bytes.length : undefined;
  });
}

/** Whether the error concerns a single lost or damaged object; other objects may be intact. */
function isOfOneFile(error: unknown): boolean {
  return error instanceof ObjectStoreError && (error.failure === 'missing' || error.failure === 'damaged');
}
