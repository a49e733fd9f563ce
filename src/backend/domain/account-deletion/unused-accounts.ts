import { type RawBuilder, sql } from 'kysely';
import { ADMINISTRATION_ROLES } from '#contract/accounts/account-roles.js';
import { LOGIN_PATH } from '#contract/pages/paths.js';
import { UNUSED_NOTICE_DAYS, unitsAfter } from '#contract/retention/retention-periods.js';
import { putMail } from '../../platform/mail/outbox.js';
import {
  type Cutoff,
  type RetentionRule,
  isUnannounced,
  mayBeDeleted,
  writeNotice,
} from '../../platform/retention/retention-rule.js';
import { LAST_USE } from '../accounts/sessions/sessions.js';
import { hashPassword } from '../accounts/passwords/password-hash.js';
import { type ClosingParts, endAccount } from './end-account.js';

/** Maximum number of accounts in a transaction: each needs a hash, which is slow to compute. */
const BATCH = 20;

const OF_ACCOUNT = { kind: 'account', subject: sql`account.id`, since: LAST_USE } as const;

/**
 * Accounts that nobody uses. The following accounts are excluded, however long ago the last login was:
 *
 * - accounts of staff, which the operator of the site removes manually;
 * - blocked accounts: their owners could not log in to keep them, and deletion would let them register again;
 * - accounts with applications that are still kept: these would be deleted too, and the employer may have to keep them;
 * - members of an organization that has a subscription or a job that is online, scheduled or in review: somebody must be responsible for
 * it;
 * - the only owner of an organization with other members, until one of them becomes an owner.
 */
const isUnused = (cutoff: Cutoff): RawBuilder<unknown> => sql`
  account.email_verified is not null and account.blocked_at is null
    and account.created_at <= ${cutoff.latest} and ${LAST_USE} <= ${cutoff.of(undefined)}
    and not account.roles && ${[...ADMINISTRATION_ROLES]}::text[]
    and not exists (select from application where application.account_id = account.id)
    and not exists (
      select from organization_member m join job on job.organization_id = m.organization_id
      where m.account_id = account.id and job.state in ('published', 'scheduled', 'needs_review')
    )
    and not exists (
      select from organization_member m join subscription s on s.organization_id = m.organization_id
      where m.account_id = account.id and s.status = 'active'
    )
    and not exists (
      select from organization_member m where m.account_id = account.id and m.role = 'owner'
        and exists (select from organization_member o where o.organization_id = m.organization_id and o.account_id <> m.account_id)
        and not exists (
          select from organization_member o
          where o.organization_id = m.organization_id and o.account_id <> m.account_id and o.role = 'owner'
        )
    )
`;

/**
 * Retention rule for unused accounts and all their data. Their owners are notified by mail; no account is deleted before its mail was
 * sent. Logging in keeps the account.
 */
export function unusedAccountRetention(parts: ClosingParts): RetentionRule {
  const siteOf = sql<string>`coalesce(account.verified_site, ${parts.sites[0]?.name ?? ''})`;
  return {
    kind: 'unusedAccounts',
    batch: BATCH,
    noticeDays: UNUSED_NOTICE_DAYS,
    async announceDue(trx, ahead, limit, now) {
      const { rows } = await sql<{ id: string; site: string; language: string; email: string }>`
        select account.id, ${siteOf} as site, account.language, account.email from account
        where ${isUnused(ahead)} and ${isUnannounced(OF_ACCOUNT, now)} limit ${limit} for update skip locked
      `.execute(trx);
      const until = unitsAfter(now, UNUSED_NOTICE_DAYS, 'day');
      for (const { id, site, language, email: recipient } of rows) {
        const details = { path: LOGIN_PATH, until: until.toISOString() };
        const mailId = await putMail(trx, { site, language, template: 'account-unused', recipient, details }, now);
        await writeNotice(trx, { kind: 'account', subjectId: id, deletesAt: until, mailId }, now);
      }
      return rows.length;
    },
    async deleteDue(trx, cutoff, limit) {
      const { now } = cutoff;
      const { rows } = await sql<{ id: string; site: string; email: string }>`
        select account.id, ${siteOf} as site, account.email from account
        where ${isUnused(cutoff)} and ${mayBeDeleted(OF_ACCOUNT, now)} limit ${limit} for update skip locked
      `.execute(trx);
      let count = 0;
      for (const { id, site, email } of rows) {
        const account = { id, email, isConfirmed: true, emailHash: await hashPassword(email) };
        const refused = await endAccount(trx, parts, account, { site, now });
        if (refused.length === 0) count += 1;
      }
      return [{ site: null, count }];
    },
    async countDue(database, cutoff, _site, limit) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from (
          select from account where ${isUnused(cutoff)} and ${mayBeDeleted(OF_ACCOUNT, cutoff.now)} limit ${limit}
        ) counted
      `.execute(database);
      return rows[0]!.count;
    },
  };
}
