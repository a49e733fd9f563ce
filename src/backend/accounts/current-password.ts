import type { Kysely } from 'kysely';
import type { AccountFault } from '../../contract/account-rules.js';
import type { Database } from '../database/schema.js';
import { verifyPassword } from './password-hash.js';

/**
 * Whether it is really the owner of the account who asks for something that cannot be taken back. Who only comes by another service
 * has no password: the link for a forgotten one sets it.
 */
export async function checkCurrentPassword(
  database: Kysely<Database>,
  accountId: string,
  password: string,
): Promise<AccountFault[]> {
  const field = 'currentPassword';
  if (password === '') return [{ field, rule: 'required' }];
  const account = await database
    .selectFrom('account')
    .select('password_hash')
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!account?.password_hash) return [{ field, rule: 'noPassword' }];
  return (await verifyPassword(password, account.password_hash)) ? [] : [{ field, rule: 'currentPassword' }];
}
