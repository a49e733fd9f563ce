import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/schema.js';

/** The administrators who can log in; nobody becomes one or stops being one until the transaction ends. */
export async function lockAdministrators(database: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from account where 'administrator' = any(roles) and blocked_at is null order by id for update
  `.execute(database);
  return rows.map(({ id }) => id);
}

export async function isLastAdministrator(database: Kysely<Database>, accountId: string): Promise<boolean> {
  const all = await lockAdministrators(database);
  return all.length === 1 && all[0] === accountId;
}
