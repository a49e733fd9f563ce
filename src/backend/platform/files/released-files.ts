import { sql, type Kysely } from 'kysely';
import type { Database } from '../database/schema.js';

/** Pages that were sent a moment ago may still ask for a file. */
const GRACE_MINUTES = 10;

/**
 * Deletes files that came with forms and that nothing refers to any more: what was replaced, taken out or thrown away with a draft.
 *
 * @param graceMinutes how long after the last reference
 * @returns how many
 */
export async function deleteReleasedFiles(database: Kysely<Database>, graceMinutes = GRACE_MINUTES): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with released as (
      delete from released_file where at <= now() - make_interval(mins => ${graceMinutes}) returning file_id, organization_id
    ), deleted as (
      delete from file f using (select distinct file_id, organization_id from released) r
      where f.id = r.file_id and f.uploaded
        and not exists (select from job where details ? 'file' and details->'file'->>'id' = f.id::text)
        and not exists (select from job_draft where fields ? 'file' and split_part(fields->'file'->>0, ' ', 1) = f.id::text)
        and not exists (select from organization o where o.id = r.organization_id and o.logo_file = f.id)
        and not exists (select from organization_details d where d.organization_id = r.organization_id and f.id in (select file_ids(to_jsonb(d))))
        and not exists (select from organization_review r2 where r2.organization_id = r.organization_id and f.id in (select file_ids(r2.fields)))
        and not exists (select from organization_draft d where d.organization_id = r.organization_id and f.id in (select file_ids(d.fields)))
      returning f.id
    )
    select count(*)::int as deleted from deleted
  `.execute(database);
  return rows[0]?.deleted ?? 0;
}
