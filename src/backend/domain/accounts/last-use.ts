import { sql } from 'kysely';

/**
 * When the owner of an `account` has shown last that they use it, as an SQL expression. Logins are stored since a certain release only: before it was
 * installed nobody is known to have been absent.
 */
export const LAST_USE = sql`greatest(
  account.created_at, account.email_verified,
  (select last_at from account_login where account_login.account_id = account.id),
  (select applied_at from migration where name = '0079-last-login-and-merges')
)`;
