import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.js';

/** Token as browsers generate it: long enough not to be guessed. */
const TOKEN = /^[\w-]{16,200}$/;

/** Digest that identifies a visitor without an account; undefined if the token is malformed. */
export function visitorDigest(token: string): Buffer | undefined {
  return TOKEN.test(token) ? createHash('sha256').update(token).digest() : undefined;
}

/** Transfers a visitor's data to the account, once: another account that sends the same token gets nothing. */
export async function claimVisitor(
  database: Kysely<Database>,
  { token, accountId, now }: { token: string; accountId: string; now: Date },
): Promise<void> {
  const digest = visitorDigest(token);
  if (!digest) return;
  await sql`
    insert into anonymous_visitor (digest, account_id, claimed_at) values (${digest}, ${accountId}::uuid, ${now})
    on conflict (digest) do update set account_id = excluded.account_id, claimed_at = excluded.claimed_at
    where anonymous_visitor.account_id is null
  `.execute(database);
}
