import { type Kysely, sql } from 'kysely';
import type { ConsentMethod } from '../../platform/database/tables/consent-tables.js';
import type { Database } from '../../platform/database/schema.js';
import { findCurrent } from './consent-revisions.js';

/** A person's consent to a revision. */
export interface StoredConsent {
  id: string;
  mail: string;
  infoId: number;
  revisionId: number;
}

/** Reason why a consent was not recorded: there is no such text, it was withdrawn, or there is a newer one. */
export type ConsentViolation = 'unknown' | 'withdrawn' | 'outdated';

/** The person who agrees, with the place, time and method. */
export interface ConsentGiver {
  accountId: string;
  email: string;
  site: string;
  /** Locale in which the text was shown. */
  locale: string;
  method: ConsentMethod;
  now: Date;
}

/**
 * Looks up the revision that a person agrees to.
 *
 * @param revisionId revision that was shown; omit for the current one
 * @returns the revision, if it is the current one
 */
export async function findRevision(
  database: Kysely<Database>,
  { site, infoId, revisionId }: { site: string; infoId: number; revisionId: number | undefined },
): Promise<{ ok: true; revisionId: number } | { ok: false; violation: ConsentViolation }> {
  const info = await database
    .selectFrom('consent_info')
    .select('id')
    .where('id', '=', infoId)
    .where('site', '=', site)
    .executeTakeFirst();
  if (!info) return { ok: false, violation: 'unknown' };
  const current = await findCurrent(database, infoId);
  if (!current) return { ok: false, violation: 'withdrawn' };
  if (revisionId === undefined || revisionId === current.id) return { ok: true, revisionId: current.id };
  const shown = await database
    .selectFrom('consent_revision')
    .select('withdrawn_at')
    .where('id', '=', revisionId)
    .where('info_id', '=', infoId)
    .executeTakeFirst();
  if (!shown) return { ok: false, violation: 'unknown' };
  return { ok: false, violation: shown.withdrawn_at ? 'withdrawn' : 'outdated' };
}

/** Records a consent to a revision that `findRevision` has returned. An earlier consent to the same revision is kept. */
export async function storeConsent(
  database: Kysely<Database>,
  revisionId: number,
  { accountId, email, locale, method, now }: ConsentGiver,
): Promise<void> {
  await database
    .insertInto('user_consent')
    .values({ account_id: accountId, revision_id: revisionId, email, locale, method, given_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'revision_id']).doNothing())
    .execute();
}

/** Records a person's consent. @param revisionId as in `findRevision` */
export async function recordConsent(
  database: Kysely<Database>,
  shown: { infoId: number; revisionId: number | undefined },
  giver: ConsentGiver,
): Promise<{ ok: true; consent: StoredConsent } | { ok: false; violation: ConsentViolation }> {
  const found = await findRevision(database, { site: giver.site, ...shown });
  if (!found.ok) return found;
  const { revisionId } = found;
  await storeConsent(database, revisionId, giver);
  const { id, email } = await database
    .selectFrom('user_consent')
    .select(['id', 'email'])
    .where('account_id', '=', giver.accountId)
    .where('revision_id', '=', revisionId)
    .executeTakeFirstOrThrow();
  return { ok: true, consent: { id, mail: email, infoId: shown.infoId, revisionId } };
}

/**
 * Keeps proof of a person's consents after the deletion of their account (GDPR, articles 7 (1) and 17 (3) e). The proof is anonymous: it
 * can be found only by somebody who knows the address.
 *
 * @param emailHash Argon2 hash of the account's address
 */
export async function storeProofs(
  database: Kysely<Database>,
  accountId: string,
  { emailHash, now }: { emailHash: string; now: Date },
): Promise<void> {
  await sql`
    insert into consent_proof (revision_id, email_hash, locale, method, given_at, account_deleted_at)
    select revision_id, ${emailHash}, locale, method, given_at, ${now} from user_consent where account_id = ${accountId}::uuid
  `.execute(database);
}
