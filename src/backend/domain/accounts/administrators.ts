import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/schema.js';

/** Locks and returns the administrators who can log in: until the transaction ends, nobody can become or stop being one. */
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
