import type { Kysely } from 'kysely';
import { parseId } from '../../platform/database/id.js';
import type { Database } from '../../platform/database/schema.js';
import { findRevision } from './user-consents.js';

/** Ids of what was shown to whoever agrees. */
export interface ShownConsent {
  consentInfoId?: string | null;
  /** Missing: the current one. */
  consentRevisionId?: string | null;
}

/**
 * What whoever registers agrees to.
 *
 * @returns `undefined` as a revision where the site asks for no consent; not ok: the text has changed since it was shown
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
  // What cannot be an id is that of no revision.
  const revisionId = consentRevisionId ? (parseId(consentRevisionId) ?? 0) : undefined;
  const found = await findRevision(database, { site, infoId: info.id, revisionId });
  if (found.ok) return found;
  // A text that was withdrawn without another one in its place: nobody is asked.
  return found.violation === 'withdrawn' && revisionId === undefined
    ? { ok: true, revisionId: undefined }
    : { ok: false };
}
