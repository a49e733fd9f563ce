import type { Kysely } from 'kysely';
import type { AccountViolation } from '#contract/accounts/account-rules.js';
import type { MutationSendUserMailArgs } from '#contract/generated/resolvers.js';
import { isUuid } from '../../../platform/database/id.js';
import type { Database } from '../../../platform/database/schema.js';
import type { Place } from '../../accounts/account-place.js';
import { putResetMail } from '../../accounts/passwords/passwords.js';
import { putVerificationMail } from '../../accounts/registration/verification.js';
import { writeAudit } from '../../audit/audit-log.js';

/**
 * Sends a link to the owner of an account, in the account's language, on behalf of an administrator, who never sees the link.
 *
 * @returns a violation if the account does not exist, is blocked, or has a confirmed address already
 */
export async function sendUserMail(
  database: Kysely<Database>,
  { userId, mail }: MutationSendUserMailArgs,
  { actorId, place }: { actorId: string; place: Place },
): Promise<AccountViolation[]> {
  if (!isUuid(userId)) return [{ field: 'userId', rule: 'unknownUser' }];
  return database.transaction().execute(async (trx): Promise<AccountViolation[]> => {
    const account = await trx
      .selectFrom('account')
      .select(['id', 'email', 'email_verified', 'blocked_at', 'language'])
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    if (!account) return [{ field: 'userId', rule: 'unknownUser' }];
    if (account.blocked_at) return [{ rule: 'mailToBlocked' }];
    if (mail === 'verification' && account.email_verified) return [{ rule: 'alreadyVerified' }];
    const recipient = { accountId: account.id, email: account.email };
    const { site, now } = place;
    const inTheirs = { site, now, language: account.language };
    if (mail === 'verification') await putVerificationMail(trx, recipient, inTheirs);
    else await putResetMail(trx, recipient, inTheirs);
    const action = mail === 'verification' ? 'account.verification-sent' : 'account.reset-sent';
    await writeAudit(trx, { action, actorId, subjectId: account.id, site }, now);
    return [];
  });
}
