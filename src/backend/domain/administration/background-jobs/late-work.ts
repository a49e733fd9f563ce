import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.js';

const LATE_MS = 15 * 60_000;

/** @returns kinds of work of which something should have been done a quarter of an hour ago and is not. It costs a look at each index. */
export async function findLateWork(database: Kysely<Database>, now: Date): Promise<string[]> {
  const before = new Date(now.getTime() - LATE_MS);
  const { rows } = await sql<Record<string, boolean>>`
    select exists (select from mail where sent_at is null and given_up_at is null and created_at < ${before}) as mail,
      exists (select from job where state = 'scheduled' and published_at < ${before}) as publish,
      exists (select from job where state = 'published' and expires_at < ${before}) as expire,
      exists (select from import_feed where due_at < ${before}) as feed
  `.execute(database);
  return Object.entries(rows[0]!).flatMap(([kind, isLate]) => (isLate ? [kind] : []));
}
