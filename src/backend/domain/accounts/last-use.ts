import { sql } from 'kysely';

/**
 * SQL expression: the last time the owner of an `account` showed that they use it. Logins are stored only since a certain release; before
 * that was installed, nobody counts as absent.
 */
export const LAST_USE = sql`greatest(
  account.created_at, account.email_verified,
  (select last_at from account_login where account_login.account_id = account.id),
  (select applied_at from migration where name = '0079-last-login-and-merges')
)`;
