import { createHash, randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import { FILE_PART_BYTES } from '#contract/applications/uploads.js';
import type { Database } from '../../database/schema.js';
import { ObjectStoreError } from '../../object-storage/s3-client.js';
import { FileContents, readingAgain } from './file-contents.js';
import type { ObjectStore } from './s3-store.js';

/** Number of bytes read from the database at once; the driver needs twice as much memory, since it receives them as text. */
const READ_BYTES = 1_000_000;
const BATCH = 100;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Access to the file contents of one table. */
interface MovableFiles {
  table: 'application_file' | 'file' | 'message_file';
  /** @returns ids of files in the given location, in ascending order after the id `after` */
  find(database: Kysely<Database>, where: 'database' | 'store', after: string, limit: number): Promise<string[]>;
  /** @returns undefined if the file is not (or no longer) in the database */
  read(database: Kysely<Database>, id: string): Promise<Buffer | undefined>;
  /**
   * Replaces the bytes in the database by a reference to the object.
   *
   * @returns false if the file was moved or deleted in the meantime
   */
  refer(trx: Kysely<Database>, id: string, key: string): Promise<boolean>;
  /**
   * Stores the bytes in the database in place of the reference to an object.
   *
   * @returns false if the file was moved or deleted in the meantime
   */
  takeBack(trx: Kysely<Database>, id: string, key: string, bytes: Buffer): Promise<boolean>;
}

function inOneColumn(table: 'file' | 'message_file'): MovableFiles {
  return {
    table,
    async find(database, where, after, limit) {
      const { rows } = await sql<{ id: string }>`
        select id from ${sql.table(table)} where ${condition(where)} and id > ${after}::uuid order by id limit ${limit}
      `.execute(database);
      return rows.map(({ id }) => id);
    },
    async read(database, id) {
      const pieces: Buffer[] = [];
      for (let from = 0, size = 1; from < size; from += READ_BYTES) {
        const { rows } = await sql<{ bytes: Buffer | null; size: number }>`
          select substring(bytes from ${from + 1}::integer for ${READ_BYTES}::integer) as bytes, octet_length(bytes) as size
          from ${sql.table(table)} where id = ${id}::uuid
        `.execute(database);
        const [row] = rows;
        if (!row?.bytes) return undefined;
        pieces.push(row.bytes);
        ({ size } = row);
      }
      return Buffer.concat(pieces);
    },
    async refer(trx, id, key) {
      const { numAffectedRows } = await sql`
        update ${sql.table(table)} set bytes = null, object_key = ${key}::uuid where id = ${id}::uuid and object_key is null
      `.execute(trx);
      return numAffectedRows === 1n;
    },
    async takeBack(trx, id, key, bytes) {
      const { numAffectedRows } = await sql`
        update ${sql.table(table)} set bytes = ${bytes}, object_key = null where id = ${id}::uuid and object_key = ${key}::uuid
      `.execute(trx);
      return numAffectedRows === 1n;
    },
  };
}

const inParts: MovableFiles = {
  table: 'application_file',
  async find(database, where, after, limit) {
    // A file without an application is a pending upload, which stays in the database.
    const { rows } = await sql<{ id: string }>`
      select id from application_file where ${condition(where)} and application_id is not null and id > ${after}::uuid
      order by id limit ${limit}
    `.execute(database);
    return rows.map(({ id }) => id);
  },
  async read(database, id) {
    const { rows: parts } = await sql<{ starts_at: number | null; size: number }>`
      select p.starts_at, f.size from application_file f left join application_file_part p on p.file_id = f.id
      where f.id = ${id}::uuid and f.object_key is null and f.application_id is not null order by p.starts_at
    `.execute(database);
    const pieces: Buffer[] = [];
    for (const { starts_at } of parts) {
      const { rows } = await sql<{ bytes: Buffer }>`
        select bytes from application_file_part where file_id = ${id}::uuid and starts_at = ${starts_at}
      `.execute(database);
      if (rows[0]) pieces.push(rows[0].bytes);
    }
    const bytes = Buffer.concat(pieces);
    // If parts are missing, the file was moved in the meantime.
    return bytes.length === parts[0]?.size ? bytes : undefined;
  },
  async refer(trx, id, key) {
    const { numAffectedRows } = await sql`
      update application_file set object_key = ${key}::uuid
      where id = ${id}::uuid and object_key is null and application_id is not null
    `.execute(trx);
    if (numAffectedRows !== 1n) return false;
    await trx.deleteFrom('application_file_part').where('file_id', '=', id).execute();
    return true;
  },
  async takeBack(trx, id, key, bytes) {
    const { numAffectedRows } = await sql`
      update application_file set object_key = null where id = ${id}::uuid and object_key = ${key}::uuid
    `.execute(trx);
    if (numAffectedRows !== 1n) return false;
    for (let from = 0; from < bytes.length; from += FILE_PART_BYTES)
      await trx
        .insertInto('application_file_part')
        .values({ file_id: id, starts_at: from, bytes: bytes.subarray(from, from + FILE_PART_BYTES) })
        .execute();
    return true;
  },
};

function condition(where: 'database' | 'store') {
  return where === 'database' ? sql`object_key is null` : sql`object_key is not null`;
}

/** All files that may be in object storage. Other files never are: see decision 130. */
const MOVABLE_FILES: readonly MovableFiles[] = [inOneColumn('file'), inOneColumn('message_file'), inParts];

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
