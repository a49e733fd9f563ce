import type { Kysely } from 'kysely';
import { parseId } from '../../platform/database/id.js';
import type { Database } from '../../platform/database/schema.js';
import { findRevision } from './user-consents.js';

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
