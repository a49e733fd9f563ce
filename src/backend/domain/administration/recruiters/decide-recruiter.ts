import type { Kysely } from 'kysely';
import { type AccountViolation, MAX_APPROVAL_MESSAGE_LENGTH } from '#contract/accounts/account-rules.js';
import type { AuditAction } from '#contract/audit.js';
import type { RecruiterDecision, RecruiterDecisionInput } from '#contract/generated/resolvers.js';
import { DASHBOARD_PATH } from '#contract/pages/paths.js';
import { isUuid } from '../../../platform/database/id.js';
import type { Database } from '../../../platform/database/schema.js';
import { type Mail, putMail } from '../../../platform/mail/outbox.js';
import type { Place } from '../../accounts/account-place.js';
import { writeAudit } from '../../audit/audit-log.js';

type StoredState = 'asked' | 'refused' | 'approved';

const STATE_AFTER: Readonly<Record<RecruiterDecision, StoredState>> = {
  approve: 'approved',
  refuse: 'refused',
  ask: 'asked',
};
const AUDIT_ACTION_OF: Readonly<Record<RecruiterDecision, AuditAction>> = {
  approve: 'recruiter.approved',
  refuse: 'recruiter.refused',
  ask: 'recruiter.asked',
};

/**
 * Decides about a recruiter who waits for approval, or was refused before, with the mail to them and the audit entry, in one transaction.
 *
 * @returns `alreadyDecided` if somebody else has decided since the administrator loaded the recruiter
 */
export async function decideRecruiter(
  database: Kysely<Database>,
  { userId, version, decision, message: typed }: RecruiterDecisionInput,
  administratorId: string,
  { site, now }: Pick<Place, 'site' | 'now'>,
): Promise<AccountViolation[]> {
  const message = decision === 'approve' ? '' : (typed?.trim() ?? '');
  if (decision !== 'approve' && message === '') return [{ field: 'message', rule: 'required' }];
  if (message.length > MAX_APPROVAL_MESSAGE_LENGTH) return [{ field: 'message', rule: 'messageLong' }];
  if (!isUuid(userId)) return [{ rule: 'unknownUser' }];
  return database.transaction().execute(async (trx) => {
    // The lock serializes concurrent decisions.
    const account = await trx
      .selectFrom('account')
      .select(['id', 'email', 'language', 'roles', 'email_verified', 'approved_at', 'blocked_at'])
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    if (!account?.roles.includes('recruiter') || !account.email_verified || account.blocked_at)
      return [{ rule: 'unknownUser' }];
    const decided = await trx
      .selectFrom('recruiter_approval')
      .select('version')
      .where('account_id', '=', account.id)
      .executeTakeFirst();
    if (account.approved_at || (decided?.version ?? 0) !== version) return [{ rule: 'alreadyDecided' }];
    const row = {
      site,
      state: STATE_AFTER[decision],
      message: message || null,
      version: version + 1,
      decided_at: now,
    };
    await trx
      .insertInto('recruiter_approval')
      .values({ account_id: account.id, ...row })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
      .execute();
    if (decision === 'approve')
      await trx.updateTable('account').set({ approved_at: now }).where('id', '=', account.id).execute();
    const to = { site, language: account.language, recipient: account.email };
    await putMail(trx, mailOf(decision, message, to), now);
    const details = message ? { reason: message } : {};
    const entry = { action: AUDIT_ACTION_OF[decision], actorId: administratorId, subjectId: account.id, site, details };
    await writeAudit(trx, entry, now);
    return [];
  });
}

function mailOf(
  decision: RecruiterDecision,
  message: string,
  to: { site: string; language: string; recipient: string },
): Mail {
  switch (decision) {
    case 'approve':
      return { ...to, template: 'recruiter-approved', details: { path: DASHBOARD_PATH } };
    case 'refuse':
      return { ...to, template: 'recruiter-refused', details: { message } };
    case 'ask':
      return { ...to, template: 'recruiter-question', details: { message } };
  }
}
