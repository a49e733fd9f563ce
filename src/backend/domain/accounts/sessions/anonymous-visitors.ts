import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.js';

/** As browsers make it: long enough not to be guessed. */
const TOKEN = /^[\w-]{16,200}$/;

/** How a visitor without an account is known; undefined: the token is none. */
export function visitorDigest(token: string): Buffer | undefined {
  return TOKEN.test(token) ? createHash('sha256').update(token).digest() : undefined;
}

/** What the visitor has kept becomes the account's, once: another account that comes with the same token gets nothing. */
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
