import { sql, type Kysely } from 'kysely';
import { checkEmail, normalizeEmail, type AccountViolation } from '#contract/accounts/account-rules.js';
import type { Database } from '../../platform/database/schema.js';
import { putMail } from '../../platform/mail/outbox.js';
import { accountLinks } from './account-links.js';
import type { Place } from './account-place.js';
import { writeAudit } from '../audit/audit-log.js';
import { checkCurrentPassword } from './passwords/current-password.js';
import type { Viewer } from '../../platform/graphql/viewer.js';

/** Sends a link to the new address unless another account has it; the result does not reveal which. */
export async function requestEmailChange(
  database: Kysely<Database>,
  viewer: Viewer,
  { currentPassword, email: typed }: { currentPassword: string; email: string },
  { site, language, now }: Place,
): Promise<AccountViolation[]> {
  const { accountId } = viewer;
  const email = normalizeEmail(typed);
  const violations = [...checkEmail(email), ...(await checkCurrentPassword(database, accountId, currentPassword))];
  if (violations.length > 0) return violations;
  await database.transaction().execute(async (trx) => {
    const token = await accountLinks.make(trx, { accountId, purpose: 'change-email', details: { email }, now });
    const isTaken = await trx
      .selectFrom('account')
      .select('id')
      .where('email', '=', email)
      .where('email_verified', 'is not', null)
      .executeTakeFirst();
    if (isTaken) return;
    const path = `/user/confirm-email?token=${token}`;
    await putMail(trx, { site, language, template: 'change-email', recipient: email, details: { path } }, now);
  });
  return [];
}

/**
 * Sets the address of the link as the address of the account and notifies the old address. An account that was registered with the new
 * address meanwhile but never verified is removed.
 */
export async function confirmEmailChange(
  database: Kysely<Database>,
  token: string,
  { site, language, now }: Place,
): Promise<AccountViolation[]> {
  return database.transaction().execute(async (trx) => {
    const link = await accountLinks.take(trx, { token, purpose: 'change-email', now });
    const email = link?.details.email;
    const broken: AccountViolation[] = [{ rule: 'link' }];
    if (!link || email === undefined) return broken;
    const { accountId } = link;
    await trx
      .deleteFrom('account')
      .where('email', '=', email)
      .where('email_verified', 'is', null)
      .where('id', '!=', accountId)
      .execute();
    const { rows } = await sql<{ old: string }>`
      update account set email = ${email}, email_verified = ${now} from account before
      where account.id = ${accountId}::uuid and before.id = account.id and account.blocked_at is null
        and not exists (select from account other where other.email = ${email} and other.id <> account.id)
      returning before.email as old
    `.execute(trx);
    if (!rows[0]) return broken;
    // Links that were sent to the old address must no longer give access to the account.
    await accountLinks.voidAll(trx, accountId);
    const details = { newEmail: email };
    const mail = { site, language, template: 'email-changed', recipient: rows[0].old, details } as const;
    await putMail(trx, mail, now);
    await writeAudit(trx, { action: 'account.email-changed', actorId: accountId, subjectId: accountId, site }, now);
    return [];
  });
}
