import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import { writeAudit } from '../audit/audit-log.js';

/** Why a revision was not written or withdrawn. */
export type RevisionViolation =
  /** The site has no such info or revision. */
  | 'unknown'
  /** There has to be an English text, which is shown where a language has none, and no text may be empty. */
  | 'empty'
  /** The texts are those of the current revision: nobody has to agree to them again. */
  | 'unchanged';

export type RevisionOutcome = { ok: true; revisionId: number } | { ok: false; violation: RevisionViolation };

interface Author {
  site: string;
  /** Missing: the operator, by a command. */
  actorId?: string;
  now: Date;
}

/**
 * Writes the texts of a consent anew. From then on people are asked to agree to these; what they agreed to before stays as it was.
 *
 * @param texts HTML by language or locale
 */
export function writeRevision(
  database: Kysely<Database>,
  { infoId, texts }: { infoId: number; texts: Readonly<Record<string, string>> },
  { site, actorId, now }: Author,
): Promise<RevisionOutcome> {
  return database.transaction().execute(async (trx) => {
    // Two authors at once write one after the other, each knowing what is current.
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
 * Withdraws a revision that should not have been written. Nobody can agree to it any more; the one before becomes current again, and
 * where there is none, nobody is asked.
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

/** @returns undefined where an info has no text any more */
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
