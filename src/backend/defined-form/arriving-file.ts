import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../database/schema.js';
import { KeptUploads } from '../uploads/kept-uploads.js';
import { fileValue } from './file-value.js';

/** A kept upload on its way to where pages find it. */
export interface ArrivingFile {
  uploadId: string;
  /** That it will have. */
  id: string;
  /** What the field `file` holds then. */
  value: string;
}

/** @param token of a kept upload of the same browser @returns undefined: there is no such upload (any more) */
export async function findArriving(
  database: Kysely<Database>,
  { token, owner, now }: { token: string; owner: string; now: Date },
): Promise<ArrivingFile | undefined> {
  const [found] = await new KeptUploads(database).find([token], owner, now);
  if (!found) return undefined;
  const id = randomUUID();
  return { uploadId: found.id, id, value: fileValue({ id, name: found.name }) };
}

/**
 * Keeps a form together with the file that came with it.
 *
 * @param save returns undefined where it has kept nothing: then the upload stays as well
 */
export async function keepWithFile<Kept>(
  database: Kysely<Database>,
  file: ArrivingFile | undefined,
  now: Date,
  save: (database: Kysely<Database>) => Promise<Kept | undefined>,
): Promise<Kept | undefined> {
  if (!file) return save(database);
  return database.transaction().execute(async (trx) => {
    const kept = await save(trx);
    if (kept !== undefined)
      await sql`
        with moved as (delete from kept_upload where id = ${file.uploadId}::uuid returning name, content_type, bytes)
        insert into file (id, name, content_type, bytes, created_at)
        select ${file.id}::uuid, name, content_type, bytes, ${now} from moved
      `.execute(trx);
    return kept;
  });
}
