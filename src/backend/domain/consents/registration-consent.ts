import type { Kysely } from 'kysely';
import { parseId } from '../../platform/database/id.js';
import type { Database } from '../../platform/database/schema.js';
import { findRevision } from './user-consents.js';

/**
 * What whoever registers agrees to.
 *
 * @param shown id of the revision that was shown; missing: the current one
 * @returns `undefined` as a revision where the site asks for no consent; not ok: the text has changed since it was shown
 */
export async function registrationRevision(
  database: Kysely<Database>,
  site: string,
  shown: string | null | undefined,
): Promise<{ ok: true; revisionId: number | undefined } | { ok: false }> {
  const info = await database
    .selectFrom('consent_info')
    .select('id')
    .where('site', '=', site)
    .where('type', '=', 'PRIVACY_POLICY')
    .where('placement', '=', 'REGISTRATION')
    .executeTakeFirst();
  if (!info) return { ok: true, revisionId: undefined };
  const revisionId = shown ? (parseId(shown) ?? 0) : undefined;
  const found = await findRevision(database, { site, infoId: info.id, revisionId });
  if (found.ok) return found;
  // A text that was withdrawn without another one in its place: nobody is asked.
  return found.violation === 'withdrawn' && revisionId === undefined
    ? { ok: true, revisionId: undefined }
    : { ok: false };
}
