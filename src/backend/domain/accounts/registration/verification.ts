import type { Kysely } from 'kysely';
import { checkEmail, normalizeEmail, type AccountViolation } from '#contract/accounts/account-rules.js';
import type { Database } from '../../../platform/database/schema.js';
import { putMail } from '../../../platform/mail/outbox.js';
import { createPendingOrganization, goingOn, registrationProof, writeToOwner } from './registration.js';
import { accountLinks, registrationAttempts } from '../account-links.js';
import type { Place } from '../account-results.js';
import type { BackgroundWork } from '../slow-work.js';
import { writeAudit } from '../../audit/audit-log.js';
import type { LoginOutcome } from '../login/login.js';
import { verifyPassword } from '../passwords/password-hash.js';
import type { Sessions } from '../sessions/sessions.js';

/**
 * Verifies the address of a registration: by the password, or by the proof of the browser that was used to register. A wrong one leaves
 * the link valid.
 *
 * @returns a violation if the link is invalid, or neither password nor proof matches
 */
export async function verifyEmail(
  { database, sessions }: { database: Kysely<Database>; sessions: Sessions },
  sent: { token: string; password?: string | null; proof?: string | null; place: Place },
): Promise<LoginOutcome> {
  const { token, place } = sent;
  const { site, language, now } = place;
  const broken: LoginOutcome = { ok: false, violations: [{ rule: 'link' }] };
  const link = await accountLinks.find(database, { token, purpose: 'verify-email', now });
  if (!link) return broken;
  const { accountId } = link;
  const account = await database
    .selectFrom('account')
    .select(['id', 'email', 'password_hash'])
    .where('id', '=', accountId)
    .where('blocked_at', 'is', null)
    .executeTakeFirst();
  if (!account?.password_hash) return broken;
  const rule = await reasonToDoubt(sent, { passwordHash: account.password_hash, proof: link.details.proof });
  if (rule) return { ok: false, violations: [{ field: 'password', rule }] };
  return database.transaction().execute(async (trx) => {
    if (!(await accountLinks.take(trx, { token, purpose: 'verify-email', now }))) return broken;
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

/** @param proof the digest that is stored with the link @returns undefined if the person is the one who registered */
async function reasonToDoubt(
  sent: { password?: string | null; proof?: string | null },
  { passwordHash, proof }: { passwordHash: string; proof: string | undefined },
): Promise<'required' | 'currentPassword' | undefined> {
  if (sent.password) return (await verifyPassword(sent.password, passwordHash)) ? undefined : 'currentPassword';
  return proof !== undefined && registrationProof(sent.proof).proof === proof ? undefined : 'required';
}

/**
 * Sends the mail of a registration again if there is something to confirm. Neither the response nor its timing reveals whether there is.
 * Earlier links are invalidated.
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
  place: Place,
): Promise<void> {
  const { now } = place;
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
      // The person has just registered the address of an account that they had forgotten.
      if ((await registrationAttempts.find(trx, email, now)) === undefined) return;
      await writeToOwner(trx, email, destination, place);
      return;
    }
    await putVerificationMail(trx, { accountId: account.id, email, destination }, place);
  });
}

/**
 * Queues the mail with the link that confirms an address, with the details that were stored at registration. Earlier links are
 * invalidated.
 */
export async function putVerificationMail(
  trx: Kysely<Database>,
  { accountId, email, destination }: { accountId: string; email: string; destination?: string | null },
  { site, language, now }: Place,
): Promise<void> {
  const before = await trx
    .selectFrom('account_link')
    .select('details')
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'verify-email')
    .executeTakeFirst();
  const token = await accountLinks.make(trx, { accountId, purpose: 'verify-email', details: before?.details, now });
  const path = `/user/verify?token=${token}${goingOn(destination)}`;
  await putMail(trx, { site, language, template: 'verify-email', recipient: email, details: { path } }, now);
}
