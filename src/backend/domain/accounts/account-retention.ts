import { sql } from 'kysely';
import { type AgedRows, rowsOlderThanAllowed } from '../../platform/retention/retention-rule.js';

const expired = (table: string): AgedRows => ({ table, since: sql`expires_at` });

/**
 * Retention rules for data around accounts: expired sessions, links and captchas, unconfirmed accounts, and proof of consents after the
 * limitation period.
 */
export const accountRetention = [
  rowsOlderThanAllowed(
    'expiredAccess',
    ...['account_session', 'account_link', 'registration_attempt', 'organization_invitation'].map(expired),
    ...['captcha_solution', 'identity_assertion'].map(expired),
  ),
  rowsOlderThanAllowed('unconfirmedAccounts', {
    table: 'account',
    since: sql`created_at`,
    where: sql`email_verified is null
      and not exists (select from account_link where account_id = account.id)
      and not exists (select from account_session where account_id = account.id)
      and not exists (select from organization_member where account_id = account.id)`,
  }),
  rowsOlderThanAllowed('consentProofs', {
    table: 'consent_proof',
    since: sql`account_deleted_at`,
    site: sql`(select i.site from consent_revision r join consent_info i on i.id = r.info_id where r.id = revision_id)`,
  }),
];
