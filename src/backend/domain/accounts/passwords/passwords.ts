import type { Kysely } from 'kysely';
import { checkEmail, normalizeEmail, type AccountViolation } from '#contract/accounts/account-rules.js';
import type { Database } from '../../../platform/database/schema.js';
import { putMail } from '../../../platform/mail/outbox.js';
import { accountLinks, registrationAttempts } from '../account-links.js';
import type { Place } from '../account-results.js';
import type { BackgroundWork } from '../slow-work.js';
import { writeAudit } from '../../audit/audit-log.js';
import { checkNewPassword } from './new-password.js';
import { hashPassword, readCurrentPassword } from './password-hash.js';
import type { Sessions } from '../sessions/sessions.js';
import type { Viewer } from '../../../platform/graphql/request-context.js';

/** Changes passwords: with a mailed link if the old one is forgotten, otherwise with the old one. */
export class Passwords {
  constructor(
    private readonly database: Kysely<Database>,
    private readonly sessions: Sessions,
    private readonly background: BackgroundWork,
  ) {}

  /** Sends a link if there is such an account. Neither the response nor its timing reveals whether there is one. */
  requestReset(typed: string, place: Place): AccountViolation[] {
    const email = normalizeEmail(typed);
    const violations = checkEmail(email);
    if (violations.length === 0) this.background.start('Sending a password link', () => this.sendLink(email, place));
    return violations;
  }

  /**
   * Sets the password, ends all sessions of the account and invalidates its links. The link proves access to the mailbox, so the address
   * becomes verified. If it was not before, the details of the account may have been entered by somebody else and are removed.
   */
  async reset(token: string, password: string, { site, language, now }: Place): Promise<AccountViolation[]> {
    const broken: AccountViolation[] = [{ rule: 'link' }];
    const working = await accountLinks.find(this.database, { token, purpose: 'reset-password', now });
    if (!working) return broken;
    const account = await this.database
      .selectFrom('account')
      .select('email')
      .where('id', '=', working.accountId)
      .where('blocked_at', 'is', null)
      .executeTakeFirst();
    if (!account) return broken;
    const violations = checkNewPassword(password, account.email);
    if (violations.length > 0) return violations;
    const password_hash = await hashPassword(password);
    return this.database.transaction().execute(async (trx) => {
      const link = await accountLinks.take(trx, { token, purpose: 'reset-password', now });
      if (!link) return broken;
      const { accountId } = link;
      const { email, email_verified } = await trx
        .selectFrom('account')
        .select(['email', 'email_verified'])
        .where('id', '=', accountId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (!email_verified) await removeUnverifiedOwner(trx, accountId, email);
      await trx
        .updateTable('account')
        .set((eb) => ({
          password_hash,
          email_verified: eb.fn.coalesce('email_verified', eb.val(now)),
          verified_site: eb.fn.coalesce('verified_site', eb.val(site)),
        }))
        .where('id', '=', accountId)
        .execute();
      await registrationAttempts.discard(trx, email);
      await accountLinks.voidAll(trx, accountId);
      await this.sessions.endAll(trx, accountId);
      await this.notify(trx, { accountId, email, by: 'link' }, { site, language, now });
      return [];
    });
  }

  /** Ends all other sessions of the account and invalidates its links. */
  async change(viewer: Viewer, current: string, wanted: string, place: Place): Promise<AccountViolation[]> {
    const { accountId, sessionId, email } = viewer;
    const violations = checkNewPassword(wanted, email, 'newPassword');
    if (violations.length > 0) return violations;
    const old = await readCurrentPassword(this.database, accountId, current);
    if (!old.ok) return [old.violation];
    const password_hash = await hashPassword(wanted);
    return this.database.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('account')
        .set({ password_hash })
        .where('id', '=', accountId)
        .where('password_hash', '=', old.hash)
        .executeTakeFirst();
      // A concurrent request has changed the password first.
      if (numUpdatedRows === 0n) return [{ field: 'currentPassword', rule: 'currentPassword' }];
      await accountLinks.voidAll(trx, accountId);
      await this.sessions.endAll(trx, accountId, sessionId);
      await this.notify(trx, { accountId, email, by: 'password' }, place);
      return [];
    });
  }

  private async sendLink(email: string, place: Place): Promise<void> {
    await this.database.transaction().execute(async (trx) => {
      const account = await trx
        .selectFrom('account')
        .select('id')
        .where('email', '=', email)
        .where('blocked_at', 'is', null)
        .executeTakeFirst();
      if (account) await putResetMail(trx, { accountId: account.id, email }, place);
    });
  }

  private async notify(
    database: Kysely<Database>,
    { accountId, email, by }: { accountId: string; email: string; by: 'link' | 'password' },
    { site, language, now }: Place,
  ): Promise<void> {
    const mail = { site, language, template: 'password-changed', recipient: email, details: {} } as const;
    await putMail(database, mail, now);
    const actorId = by === 'password' ? accountId : undefined;
    const entry = { action: 'account.password-changed', actorId, subjectId: accountId, site, details: { by } } as const;
    await writeAudit(database, entry, now);
  }
}

/** Queues the mail with the link for a new password. Earlier links are invalidated. */
export async function putResetMail(
  trx: Kysely<Database>,
  { accountId, email }: { accountId: string; email: string },
  { site, language, now }: Place,
): Promise<void> {
  const token = await accountLinks.make(trx, { accountId, purpose: 'reset-password', now });
  const path = `/user/reset-password?token=${token}`;
  await putMail(trx, { site, language, template: 'reset-password', recipient: email, details: { path } }, now);
}

/** Removes the details that were entered before the address of the account was verified. */
export async function removeUnverifiedOwner(
  database: Kysely<Database>,
  accountId: string,
  email: string,
): Promise<void> {
  const name = email.split('@')[0]!;
  await database
    .updateTable('account')
    .set({ name, first_name: null, last_name: null })
    .where('id', '=', accountId)
    .execute();
  for (const table of ['account_identity', 'organization_member', 'anonymous_visitor', 'user_consent'] as const) {
    await database.deleteFrom(table).where('account_id', '=', accountId).execute();
  }
}
