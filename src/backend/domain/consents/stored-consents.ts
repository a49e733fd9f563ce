import { type Kysely, sql } from 'kysely';
import type { ConsentMethod } from '../../platform/database/tables/account-tables.js';
import type { Database } from '../../platform/database/schema.js';
import { parseId } from '../../platform/database/statement.js';
import { writeAudit } from '../audit/audit-log.js';

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

/** Ids of the consent that was shown. */
export interface ShownConsent {
  consentInfoId?: string | null;
  /** Omitted for the current revision. */
  consentRevisionId?: string | null;
}

/**
 * Finds the revision that a registration agrees to.
 *
 * @returns `undefined` as the revision if the site asks for no consent; not ok if the text has changed since it was shown
 */
export async function registrationRevision(
  database: Kysely<Database>,
  { site, gdprConsent = true }: { site: string; gdprConsent?: boolean },
  shown: ShownConsent,
): Promise<{ ok: true; revisionId: number | undefined } | { ok: false }> {
  if (!gdprConsent) return { ok: true, revisionId: undefined };
  const info = await database
    .selectFrom('consent_info')
    .select('id')
    .where('site', '=', site)
    .where('type', '=', 'PRIVACY_POLICY')
    .where('placement', '=', 'REGISTRATION')
    .executeTakeFirst();
  if (!info) return { ok: true, revisionId: undefined };
  const { consentInfoId, consentRevisionId } = shown;
  if (consentInfoId && parseId(consentInfoId) !== info.id) return { ok: false };
  // A malformed id matches no revision.
  const revisionId = consentRevisionId ? (parseId(consentRevisionId) ?? 0) : undefined;
  const found = await findRevision(database, { site, infoId: info.id, revisionId });
  if (found.ok) return found;
  // The text was withdrawn without a replacement: nobody is asked.
  return found.violation === 'withdrawn' && revisionId === undefined
    ? { ok: true, revisionId: undefined }
    : { ok: false };
}

/** Reason why a revision was not written or withdrawn. */
type RevisionViolation =
  /** The site has no such info or revision. */
  | 'unknown'
  /** The English text is missing, which is the fallback for other languages, or a text is empty. */
  | 'empty'
  /** The texts equal those of the current revision: nobody has to agree to them again. */
  | 'unchanged';

type RevisionOutcome = { ok: true; revisionId: number } | { ok: false; violation: RevisionViolation };

interface Author {
  site: string;
  /** Omitted if the operator does it with a command. */
  actorId?: string;
  now: Date;
}

/**
 * Writes a new revision of a consent. From then on people are asked to agree to it; earlier consents stay unchanged.
 *
 * @param texts HTML by language or locale
 */
export function writeRevision(
  database: Kysely<Database>,
  { infoId, texts }: { infoId: number; texts: Readonly<Record<string, string>> },
  { site, actorId, now }: Author,
): Promise<RevisionOutcome> {
  return database.transaction().execute(async (trx) => {
    // The lock serializes concurrent authors, so that each knows the current revision.
    const info = await trx
      .selectFrom('consent_info')
      .select('type')
      .where('id', '=', infoId)
      .where('site', '=', site)
      .forUpdate()
      .executeTakeFirst();
    if (!info) return { ok: false, violation: 'unknown' };
    const isWhole = texts['en'] !== undefined && Object.values(texts).every((text) => text.trim() !== '');
    if (!isWhole) return { ok: false, violation: 'empty' };
    const current = await findCurrent(trx, infoId);
    if (current && isSame(current.texts, texts)) return { ok: false, violation: 'unchanged' };
    const { id } = await trx
      .insertInto('consent_revision')
      .values({ info_id: infoId, texts: JSON.stringify(texts), created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    const details = { kind: info.type, revision: String(id) };
    await writeAudit(trx, { action: 'consent.revised', actorId, site, details }, now);
    return { ok: true, revisionId: id };
  });
}

/**
 * Withdraws a revision that was written by mistake. Nobody can agree to it any more; the previous revision becomes current again, and if
 * there is none, nobody is asked.
 */
export function withdrawRevision(
  database: Kysely<Database>,
  revisionId: number,
  { site, actorId, now }: Author,
): Promise<RevisionOutcome> {
  return database.transaction().execute(async (trx) => {
    const revision = await trx
      .selectFrom('consent_revision')
      .innerJoin('consent_info', 'consent_info.id', 'consent_revision.info_id')
      .select(['consent_revision.id', 'type'])
      .where('consent_revision.id', '=', revisionId)
      .where('site', '=', site)
      .where('withdrawn_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!revision) return { ok: false, violation: 'unknown' };
    await trx.updateTable('consent_revision').set({ withdrawn_at: now }).where('id', '=', revisionId).execute();
    const details = { kind: revision.type, revision: String(revisionId) };
    await writeAudit(trx, { action: 'consent.withdrawn', actorId, site, details }, now);
    return { ok: true, revisionId };
  });
}

/** @returns undefined if the info has no current text */
function findCurrent(
  database: Kysely<Database>,
  infoId: number,
): Promise<{ id: number; texts: Record<string, string> } | undefined> {
  return database
    .selectFrom('consent_revision')
    .select(['id', 'texts'])
    .where('info_id', '=', infoId)
    .where('withdrawn_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

function isSame(left: Readonly<Record<string, string>>, right: Readonly<Record<string, string>>): boolean {
  const locales = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...locales].every((locale) => left[locale] === right[locale]);
}
