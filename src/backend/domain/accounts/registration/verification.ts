import type { Kysely } from 'kysely';
import { checkEmail, normalizeEmail, type AccountViolation } from '#contract/accounts/account-rules.js';
import type { Database } from '../../../platform/database/schema.js';
import { putMail } from '../../../platform/mail/outbox.js';
import { createPendingOrganization, goingOn, writeToOwner } from './registration.js';
import { accountLinks } from '../account-links.js';
import type { Place } from '../account-place.js';
import type { BackgroundWork } from '../background-work.js';
import { writeAudit } from '../../audit/audit-log.js';
import type { LoginOutcome } from '../login/login.js';
import { verifyPassword } from '../passwords/password-hash.js';
import { registrationAttempts } from './registration-attempts.js';
import type { Sessions } from '../sessions/sessions.js';

/**
 * Shows that whoever registered reads the address's mail. A wrong password leaves the link as it is.
 *
 * @returns a fault when the link does not work (any more), or the password is not the account's
 */
export async function verifyEmail(
  { database, sessions }: { database: Kysely<Database>; sessions: Sessions },
  { token, password, place }: { token: string; password: string; place: Place },
): Promise<LoginOutcome> {
  const { site, language, now } = place;
  const broken: LoginOutcome = { ok: false, violations: [{ rule: 'link' }] };
  const accountId = await accountLinks.owner(database, { token, purpose: 'verify-email', now });
  if (accountId === undefined) return broken;
  const account = await database
    .selectFrom('account')
    .select(['id', 'email', 'password_hash'])
    .where('id', '=', accountId)
    .where('blocked_at', 'is', null)
    .executeTakeFirst();
  if (!account?.password_hash) return broken;
  if (!(await verifyPassword(password, account.password_hash)))
    return { ok: false, violations: [{ field: 'password', rule: 'currentPassword' }] };
  return database.transaction().execute(async (trx) => {
    const link = await accountLinks.take(trx, { token, purpose: 'verify-email', now });
    if (!link) return broken;
    await registrationAttempts.discard(trx, account.email);
    await trx
      .updateTable('account')
      .set({ email_verified: now, verified_site: site })
      .where('id', '=', accountId)
      .execute();
    const { organization } = link.details;
    if (organization) await createPendingOrganization(trx, { site, language, name: organization, ownerId: accountId });
    await writeAudit(trx, { action: 'account.verified', actorId: accountId, subjectId: accountId, site }, now);
    return { ok: true, jwt: await sessions.begin(trx, { accountId, now }) } as const;
  });
}

/**
 * Sends the mail of a registration again, if there is something to confirm; the caller cannot tell, not even by the clock. Links sent before work no
 * longer.
 */
export function requestVerification(
  { database, background }: { database: Kysely<Database>; background: BackgroundWork },
  { email: typed, destination }: { email: string; destination?: string | null },
  place: Place,
): AccountViolation[] {
  const email = normalizeEmail(typed);
  const violations = checkEmail(email);
  if (violations.length === 0)
    background.start('Sending a confirmation link again', () =>
      sendVerification(database, { email, destination }, place),
    );
  return violations;
}

async function sendVerification(
  database: Kysely<Database>,
  { email, destination }: { email: string; destination: string | null | undefined },
  { site, language, now }: Place,
): Promise<void> {
  await database.transaction().execute(async (trx) => {
    const account = await trx
      .selectFrom('account')
      .select(['id', 'email_verified'])
      .where('email', '=', email)
      .where('blocked_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!account) return;
    if (account.email_verified) {
      // Whoever has just registered the address of an account that they had forgotten.
      if ((await registrationAttempts.find(trx, email, now)) === undefined) return;
      await writeToOwner(trx, email, destination, { site, language, now });
      return;
    }
    const before = await trx
      .selectFrom('account_link')
      .select('details')
      .where('account_id', '=', account.id)
      .where('purpose', '=', 'verify-email')
      .executeTakeFirst();
    const link = { accountId: account.id, purpose: 'verify-email', details: before?.details, now } as const;
    const token = await accountLinks.make(trx, link);
    const path = `/user/verify?token=${token}${goingOn(destination)}`;
    await putMail(trx, { site, language, template: 'verify-email', recipient: email, details: { path } }, now);
  });
}
