import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import { writeAudit } from '../audit/audit-log.js';

/** Reason why a revision was not written or withdrawn. */
export type RevisionViolation =
  /** The site has no such info or revision. */
  | 'unknown'
  /** The English text is missing, which is the fallback for other languages, or a text is empty. */
  | 'empty'
  /** The texts equal those of the current revision: nobody has to agree to them again. */
  | 'unchanged';

export type RevisionOutcome = { ok: true; revisionId: number } | { ok: false; violation: RevisionViolation };

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
export function findCurrent(
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
