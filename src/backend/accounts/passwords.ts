import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.js';
import { putMail } from '../mail/outbox.js';
import { accountLinks } from './account-links.js';
import { checkEmail, checkPassword, normalizeEmail, type AccountFault } from '../../contract/account-rules.js';
import { hashPassword, verifyPassword } from './password-hash.js';
import type { Sessions } from './sessions.js';
import type { Viewer } from './viewer.js';

interface Place {
  site: string;
  language: string;
  now: Date;
}

/** New passwords: by a link when the old one is forgotten, else by the old one. */
export class Passwords {
  constructor(
    private readonly database: Kysely<Database>,
    private readonly sessions: Sessions,
  ) {}

  /** Sends a link, if there is such an account; the caller cannot tell. */
  async requestReset(typed: string, { site, language, now }: Place): Promise<AccountFault[]> {
    const email = normalizeEmail(typed);
    const faults = checkEmail(email);
    if (faults.length > 0) return faults;
    await this.database.transaction().execute(async (trx) => {
      const account = await trx
        .selectFrom('account')
        .select('id')
        .where('email', '=', email)
        .where('blocked_at', 'is', null)
        .executeTakeFirst();
      if (!account) return;
      const token = await accountLinks.make(trx, { accountId: account.id, purpose: 'reset-password', now });
      const path = `/user/reset-password?token=${token}`;
      await putMail(trx, { site, language, template: 'reset-password', recipient: email, details: { path } }, now);
    });
    return [];
  }

  /** Ends all sessions of the account, and verifies its address: the mail was read. */
  async reset(token: string, password: string, { site, language, now }: Place): Promise<AccountFault[]> {
    const faults = checkPassword(password, '');
    if (faults.length > 0) return faults;
    const password_hash = await hashPassword(password);
    return this.database.transaction().execute(async (trx) => {
      const link = await accountLinks.take(trx, { token, purpose: 'reset-password', now });
      if (!link) return [{ rule: 'link' } as const];
      const account = await trx
        .updateTable('account')
        .set((eb) => ({ password_hash, email_verified: eb.fn.coalesce('email_verified', eb.val(now)) }))
        .where('id', '=', link.accountId)
        .returning('email')
        .executeTakeFirstOrThrow();
      await this.sessions.endAll(trx, link.accountId);
      const mail = { site, language, template: 'password-changed', recipient: account.email, details: {} } as const;
      await putMail(trx, mail, now);
      return [];
    });
  }

  /** Ends all other sessions of the account. */
  async change(
    viewer: Viewer,
    current: string,
    wanted: string,
    { site, language, now }: Place,
  ): Promise<AccountFault[]> {
    const faults = checkPassword(wanted, viewer.email, 'newPassword');
    if (faults.length > 0) return faults;
    if (!(await this.isCurrent(viewer, current))) return [{ field: 'currentPassword', rule: 'currentPassword' }];
    const password_hash = await hashPassword(wanted);
    await this.database.transaction().execute(async (trx) => {
      await trx.updateTable('account').set({ password_hash }).where('id', '=', viewer.accountId).execute();
      await this.sessions.endAll(trx, viewer.accountId, viewer.sessionId);
      const mail = { site, language, template: 'password-changed', recipient: viewer.email, details: {} } as const;
      await putMail(trx, mail, now);
    });
    return [];
  }

  /** Whether it is the password of the viewer's account. */
  async isCurrent({ accountId }: Viewer, password: string): Promise<boolean> {
    const account = await this.database
      .selectFrom('account')
      .select('password_hash')
      .where('id', '=', accountId)
      .executeTakeFirst();
    return account?.password_hash != null && verifyPassword(password, account.password_hash);
  }
}
