import type { Kysely } from 'kysely';
import type { AccountViolation } from '#contract/accounts/account-rules.js';
import type { Database } from '../../../platform/database/schema.js';
import { verifyPassword } from './password-hash.js';

/**
 * Whether it is really the owner of the account who asks for something that cannot be taken back. Who only comes by another service
 * has no password: the link for a forgotten one sets it.
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
 * The same for who is going to replace the password: nobody else may have replaced it meanwhile.
 *
 * @returns the hash that the password belongs to
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
