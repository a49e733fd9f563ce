import { type Kysely, sql, type Transaction } from 'kysely';
import type { ConsentInfoTable, ConsentMethod } from '../../platform/database/tables/account-tables.js';
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
  const [current] = await listRevisions(database, infoId, 1);
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

interface Author {
  site: string;
  now: Date;
}

/** A consent that people of a site are asked for. */
export interface ConsentKey {
  type: ConsentInfoTable['type'];
  placement: ConsentInfoTable['placement'];
}

/**
 * Changes the texts of a consent. People are asked to agree to the new texts; earlier consents stay unchanged. The previous texts can be
 * restored, for example after a mistake: consents to them are valid again, and nobody who gave one is asked.
 *
 * @param texts HTML by language or locale; with one for `en`, the fallback
 * @returns what has happened to the current revision; `unknown` if the site has no such consent
 */
export async function changeConsent(
  trx: Transaction<Database>,
  { type, placement }: ConsentKey,
  texts: Readonly<Record<string, string>>,
  { site, now }: Author,
): Promise<'unknown' | 'unchanged' | 'revised' | 'restored'> {
  // The lock serializes concurrent authors, so that each knows the current revision.
  const info = await trx
    .selectFrom('consent_info')
    .select('id')
    .where('site', '=', site)
    .where('type', '=', type)
    .where('placement', '=', placement)
    .forUpdate()
    .executeTakeFirst();
  if (!info) return 'unknown';
  const [current, previous] = await listRevisions(trx, info.id, 2);
  if (current && isSame(current.texts, texts)) return 'unchanged';
  const audit = (action: 'consent.revised' | 'consent.withdrawn', revision: number): Promise<void> =>
    writeAudit(trx, { action, site, details: { kind: type, revision: String(revision) } }, now);
  if (current && previous && isSame(previous.texts, texts)) {
    await trx.updateTable('consent_revision').set({ withdrawn_at: now }).where('id', '=', current.id).execute();
    await audit('consent.withdrawn', current.id);
    return 'restored';
  }
  const { id } = await trx
    .insertInto('consent_revision')
    .values({ info_id: info.id, texts: JSON.stringify(texts), created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await audit('consent.revised', id);
  return 'revised';
}

/** The current texts of the consents of a site. */
export async function listConsents(
  database: Kysely<Database>,
  site: string,
): Promise<(ConsentKey & { texts: Record<string, string> })[]> {
  const infos = await database
    .selectFrom('consent_info')
    .select(['id', 'type', 'placement'])
    .where('site', '=', site)
    .orderBy('id')
    .execute();
  const consents = infos.map(async ({ id, type, placement }) => {
    const [current] = await listRevisions(database, id, 1);
    return current ? [{ type, placement, texts: current.texts }] : [];
  });
  return (await Promise.all(consents)).flat();
}

/** @returns the newest revisions that are not withdrawn; the first is the current one */
function listRevisions(
  database: Kysely<Database>,
  infoId: number,
  limit: number,
): Promise<{ id: number; texts: Record<string, string> }[]> {
  return database
    .selectFrom('consent_revision')
    .select(['id', 'texts'])
    .where('info_id', '=', infoId)
    .where('withdrawn_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

function isSame(left: Readonly<Record<string, string>>, right: Readonly<Record<string, string>>): boolean {
  const locales = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...locales].every((locale) => left[locale] === right[locale]);
}
