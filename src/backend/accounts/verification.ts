import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.js';
import { createPendingOrganization } from '../organizations/pending-organization.js';
import { accountLinks } from './account-links.js';
import type { Place } from './account-place.js';
import { writeAudit } from './audit-log.js';
import type { LoginOutcome } from './login.js';
import { verifyPassword } from './password-hash.js';
import type { Sessions } from './sessions.js';

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
  const broken: LoginOutcome = { ok: false, faults: [{ rule: 'link' }] };
  const accountId = await accountLinks.owner(database, { token, purpose: 'verify-email', now });
  if (accountId === undefined) return broken;
  const account = await database
    .selectFrom('account')
    .select(['id', 'password_hash'])
    .where('id', '=', accountId)
    .where('blocked_at', 'is', null)
    .executeTakeFirst();
  if (!account?.password_hash) return broken;
  if (!(await verifyPassword(password, account.password_hash)))
    return { ok: false, faults: [{ field: 'password', rule: 'currentPassword' }] };
  return database.transaction().execute(async (trx) => {
    const link = await accountLinks.take(trx, { token, purpose: 'verify-email', now });
    if (!link) return broken;
    // Nothing asks for a recruiter to be looked at yet, so that whoever is verified is approved.
    await trx
      .updateTable('account')
      .set({ email_verified: now, approved_at: now })
      .where('id', '=', accountId)
      .execute();
    const { organization } = link.details;
    if (organization) await createPendingOrganization(trx, { site, language, name: organization, ownerId: accountId });
    await writeAudit(trx, { action: 'account.verified', actorId: accountId, subjectId: accountId, site }, now);
    return { ok: true, jwt: await sessions.begin(trx, { accountId, now }) } as const;
  });
}
