import type { Kysely } from 'kysely';
import type { AccountViolation } from '#contract/accounts/account-rules.js';
import type { Database } from '../../../platform/database/schema.js';
import { verifyPassword } from './password-hash.js';

/**
 * Checks the current password before an action that cannot be undone. People who only log in with a third-party provider have no
 * password: they can set one with the link for a forgotten password.
 */
export async function checkCurrentPassword(
  database: Kysely<Database>,
  accountId: string,
  password: string,
): Promise<AccountViolation[]> {
  const current = await readCurrentPassword(database, accountId, password);
  return current.ok ? [] : [current.violation];
}

/**
 * Checks the password before it is replaced, and fails if it was replaced concurrently.
 *
 * @returns the hash of the password
 */
export async function readCurrentPassword(
  database: Kysely<Database>,
  accountId: string,
  password: string,
): Promise<{ ok: true; hash: string } | { ok: false; violation: AccountViolation }> {
  const violation = (rule: AccountViolation['rule']) =>
    ({ ok: false, violation: { field: 'currentPassword', rule } }) as const;
  if (password === '') return violation('required');
  const account = await database
    .selectFrom('account')
    .select('password_hash')
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!account?.password_hash) return violation('noPassword');
  const hash = account.password_hash;
  return (await verifyPassword(password, hash)) ? { ok: true, hash } : violation('currentPassword');
}
