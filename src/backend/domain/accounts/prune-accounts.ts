import { sql, type Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import { CONSENT_PROOF_YEARS } from '#contract/accounts/consent-proof.js';
import type { Database } from '../../platform/database/schema.js';
import { type BackgroundTask, repeat } from '../../platform/background-jobs/recurring-work.js';

const LOCK = 4_217_006;
const EVERY_MS = 15 * 60_000;
const DAY_MS = 86_400_000;
/** Who has not shown in this time that they read the mail of an address does not keep it from its owner. */
const UNVERIFIED_DAYS = 14;
const AUDIT_DAYS = 730;
const DAYS_OF_A_YEAR = 365.25;
const CONSENT_PROOF_DAYS = Math.ceil(CONSENT_PROOF_YEARS * DAYS_OF_A_YEAR);

/**
 * Takes out what has no use any more: sessions, links and captchas whose time is over, accounts that nobody has verified,
 * events of more than two years ago, and proof of consents three years after the account was deleted. Of all processes that share a database one does it; the others pass.
 */
export async function pruneAccounts(database: Kysely<Database>, now: Date): Promise<void> {
  const before = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  await database.transaction().execute(async (trx) => {
    const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as got`.execute(trx);
    if (!rows[0]?.got) return;
    for (const statement of [
      sql`delete from account_session where expires_at <= ${now}`,
      sql`delete from account_link where expires_at <= ${now}`,
      sql`delete from registration_attempt where expires_at <= ${now}`,
      sql`delete from organization_invitation where expires_at <= ${now}`,
      sql`delete from captcha_solution where expires_at <= ${now}`,
      sql`delete from identity_assertion where expires_at <= ${now}`,
      sql`delete from consent_proof where account_deleted_at < ${before(CONSENT_PROOF_DAYS)}`,
      sql`delete from audit_event where at < ${before(AUDIT_DAYS)}`,
      sql`delete from account where email_verified is null and created_at < ${before(UNVERIFIED_DAYS)}
        and not exists (select from account_link where account_id = account.id)
        and not exists (select from account_session where account_id = account.id)
        and not exists (select from organization_member where account_id = account.id)`,
    ]) {
      await statement.execute(trx);
    }
  });
}

export function startAccountPruning(options: {
  database: Kysely<Database>;
  clock: () => Date;
  logger: BackendLogger;
}): BackgroundTask {
  const { database, clock, logger } = options;
  return repeat({
    everyMs: EVERY_MS,
    work: () => pruneAccounts(database, clock()),
    failed: 'Expired account data could not be pruned',
    logger,
  });
}
