import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.js';
import { normalizeEmail, type AccountFault } from '../../contract/account-rules.js';
import { hashPassword, needsRehash, verifyPassword } from './password-hash.js';
import type { Sessions } from './sessions.js';

export type LoginOutcome = { ok: true; jwt: string } | { ok: false; faults: AccountFault[] };

const REFUSED: LoginOutcome = { ok: false, faults: [{ rule: 'credentials' }] };

/** Logs people in by e-mail and password. Who is unknown waits as long as who mistypes the password (AUTH-18). */
export class Login {
  private readonly nobody = hashPassword('nobody has this password');

  constructor(
    private readonly database: Kysely<Database>,
    private readonly sessions: Sessions,
  ) {}

  async logIn({ email, password, now }: { email: string; password: string; now: Date }): Promise<LoginOutcome> {
    const faults: AccountFault[] = [];
    if (email.trim() === '') faults.push({ field: 'email', rule: 'required' });
    if (password === '') faults.push({ field: 'password', rule: 'required' });
    if (faults.length > 0) return { ok: false, faults };
    const account = await this.database
      .selectFrom('account')
      .select(['id', 'password_hash', 'blocked_at'])
      .where('email', '=', normalizeEmail(email))
      .executeTakeFirst();
    const hash = account?.password_hash ?? (await this.nobody);
    const isRight = await verifyPassword(password, hash);
    if (!isRight || !account?.password_hash || account.blocked_at) return REFUSED;
    if (needsRehash(hash)) {
      const password_hash = await hashPassword(password);
      await this.database.updateTable('account').set({ password_hash }).where('id', '=', account.id).execute();
    }
    return { ok: true, jwt: await this.sessions.begin(this.database, { accountId: account.id, now }) };
  }
}
