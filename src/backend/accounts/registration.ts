import { sql, type Kysely } from 'kysely';
import type { RegistrationInput } from '../../contract/generated/resolvers.js';
import type { Database } from '../database/schema.js';
import { putMail } from '../mail/outbox.js';
import { accountLinks } from './account-links.js';
import { checkEmail, checkPassword, normalizeEmail, type AccountFault } from '../../contract/account-rules.js';
import type { LoginOutcome } from './login.js';
import { hashPassword, verifyPassword } from './password-hash.js';
import type { Sessions } from './sessions.js';

interface Place {
  site: string;
  language: string;
  now: Date;
}

/** AUTH-11. Nobody can tell from it which addresses have accounts: their owners are written to instead. */
export async function register(
  database: Kysely<Database>,
  input: RegistrationInput,
  { site, language, now }: Place,
): Promise<AccountFault[]> {
  const email = normalizeEmail(input.email);
  const faults: AccountFault[] = [...checkEmail(email), ...checkPassword(input.password, email)];
  if (input.role !== 'applicant' && input.role !== 'recruiter') faults.push({ field: 'role', rule: 'role' });
  if (!input.consent) faults.push({ field: 'consent', rule: 'consent' });
  if (faults.length > 0) return faults;
  // Made in either case, which takes the same time.
  const password_hash = await hashPassword(input.password);
  await database.transaction().execute(async (trx) => {
    const made = await trx
      .insertInto('account')
      .values({
        email,
        name: nameOf(input) || email.split('@')[0]!,
        first_name: input.firstName?.trim() || null,
        last_name: input.lastName?.trim() || null,
        roles: [input.role],
        password_hash,
        language,
        created_at: now,
      })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) {
      await writeToOwner(trx, email, { site, language, now });
      return;
    }
    const token = await accountLinks.make(trx, { accountId: made.id, purpose: 'verify-email', now });
    const path = `/user/verify?token=${token}`;
    await putMail(trx, { site, language, template: 'verify-email', recipient: email, details: { path } }, now);
  });
  return [];
}

/**
 * Shows that whoever registered reads the address's mail. A wrong password leaves the link as it is.
 *
 * @returns a fault when the link does not work (any more), or the password is not the account's
 */
export async function verifyEmail(
  { database, sessions }: { database: Kysely<Database>; sessions: Sessions },
  { token, password, now }: { token: string; password: string; now: Date },
): Promise<LoginOutcome> {
  const accountId = await accountLinks.owner(database, { token, purpose: 'verify-email', now });
  const account =
    accountId === undefined
      ? undefined
      : await database
          .selectFrom('account')
          .select(['id', 'password_hash'])
          .where('id', '=', accountId)
          .where('blocked_at', 'is', null)
          .executeTakeFirst();
  if (!account?.password_hash) return { ok: false, faults: [{ rule: 'link' }] };
  if (!(await verifyPassword(password, account.password_hash)))
    return { ok: false, faults: [{ field: 'password', rule: 'currentPassword' }] };
  return database.transaction().execute(async (trx) => {
    const link = await accountLinks.take(trx, { token, purpose: 'verify-email', now });
    if (!link) return { ok: false, faults: [{ rule: 'link' }] } as const;
    await trx.updateTable('account').set({ email_verified: now }).where('id', '=', account.id).execute();
    return { ok: true, jwt: await sessions.begin(trx, { accountId: account.id, now }) } as const;
  });
}

/**
 * An address that somebody else took before its owner (unverified) is given to whoever shows the mailbox: the link sets a new
 * password, which the first one's does not survive.
 */
async function writeToOwner(database: Kysely<Database>, email: string, { site, language, now }: Place): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from account where email = ${email} and blocked_at is null
  `.execute(database);
  const account = rows[0];
  if (!account) return;
  const token = await accountLinks.make(database, { accountId: account.id, purpose: 'reset-password', now });
  const path = `/user/reset-password?token=${token}`;
  const mail = { site, language, template: 'already-registered', recipient: email, details: { path } } as const;
  await putMail(database, mail, now);
}

function nameOf({ firstName, lastName }: RegistrationInput): string {
  return [firstName, lastName].flatMap((part) => part?.trim() || []).join(' ');
}
