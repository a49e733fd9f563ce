import { sql, type Kysely } from 'kysely';
import { FILE_PART_BYTES } from '#contract/applications/uploads.js';
import type { Database } from '../../database/schema.js';

/** Number of bytes read from the database at once; the driver needs twice as much memory, since it receives them as text. */
const READ_BYTES = 1_000_000;

/** Access to the file contents of one table. */
export interface MovableFiles {
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
export const MOVABLE_FILES: readonly MovableFiles[] = [inOneColumn('file'), inOneColumn('message_file'), inParts];
