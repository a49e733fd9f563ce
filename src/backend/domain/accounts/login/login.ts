import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.js';
import {
  checkEmail,
  MAX_PASSWORD_LENGTH,
  normalizeEmail,
  type AccountViolation,
} from '#contract/accounts/account-rules.js';
import { argon2Passwords, type PasswordHashing } from '../passwords/password-hash.js';
import { registrationAttempts } from '../account-links.js';
import { type Sessions, claimVisitor } from '../sessions/sessions.js';

export type LoginOutcome = { ok: true; jwt: string } | { ok: false; violations: AccountViolation[] };

const REFUSED: LoginOutcome = { ok: false, violations: [{ rule: 'credentials' }] };
const BLOCKED: LoginOutcome = { ok: false, violations: [{ rule: 'blocked' }] };
const UNCONFIRMED: LoginOutcome = { ok: false, violations: [{ rule: 'unconfirmed' }] };

/**
 * Logs people in by email and password. Before any refusal, two passwords are checked (AUTH-18): the one of the account, and the one that
 * the address was last registered with. A person who knows the latter is told to confirm the address. This reveals nothing about
 * accounts: a registration is remembered whether or not the address had an account, so registering somebody else's address looks the
 * same. Only a person who knows the password of an account is told that it is blocked.
 */
export class Login {
  private readonly nobody: Promise<string>;

  constructor(
    private readonly database: Kysely<Database>,
    private readonly sessions: Sessions,
    private readonly hashing: PasswordHashing = argon2Passwords,
  ) {
    this.nobody = hashing.hash('nobody has this password');
  }

  /** @param anonymousUserToken token of the data that the browser kept before the login */
  async logIn(credentials: {
    email: string;
    password: string;
    anonymousUserToken?: string | null;
    now: Date;
  }): Promise<LoginOutcome> {
    const { password, anonymousUserToken: token, now } = credentials;
    const email = normalizeEmail(credentials.email);
    const violations: AccountViolation[] = [];
    if (email === '') violations.push({ field: 'email', rule: 'required' });
    if (password === '') violations.push({ field: 'password', rule: 'required' });
    if (violations.length > 0) return { ok: false, violations };
    if (password.length > 2 * MAX_PASSWORD_LENGTH) return REFUSED;
    const account = checkEmail(email).length === 0 ? await this.find(email) : undefined;
    const hash = account?.password_hash ?? (await this.nobody);
    const isValid = await this.hashing.verify(password, hash);
    const isOwner = isValid && account?.password_hash != null;
    if (!isOwner || account.blocked_at || !account.email_verified) {
      const refusal = await this.refusal(email, password, now);
      return isOwner && account.blocked_at ? BLOCKED : refusal;
    }
    const renewed = this.hashing.needsRehash(hash) ? await this.hashing.hash(password) : undefined;
    return this.database.transaction().execute(async (trx) => {
      // The password may have been changed since it was read: no session may start with the old one.
      const current = await trx
        .selectFrom('account')
        .select('id')
        .where('id', '=', account.id)
        .where('password_hash', '=', hash)
        .where('blocked_at', 'is', null)
        .forUpdate()
        .executeTakeFirst();
      if (!current) return REFUSED;
      if (renewed) {
        await trx.updateTable('account').set({ password_hash: renewed }).where('id', '=', account.id).execute();
      }
      if (token) await claimVisitor(trx, { token, accountId: account.id, now });
      return { ok: true, jwt: await this.sessions.begin(trx, { accountId: account.id, now }) } as const;
    });
  }

  private async refusal(email: string, password: string, now: Date): Promise<LoginOutcome> {
    const registered = await registrationAttempts.find(this.database, email, now);
    const isRegistered = await this.hashing.verify(password, registered ?? (await this.nobody));
    return isRegistered && registered !== undefined ? UNCONFIRMED : REFUSED;
  }

  private find(email: string) {
    return this.database
      .selectFrom('account')
      .select(['id', 'password_hash', 'blocked_at', 'email_verified'])
      .where('email', '=', email)
      .executeTakeFirst();
  }
}
