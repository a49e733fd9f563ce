import { sql, type Kysely } from 'kysely';
import type { FieldValues } from '#contract/defined-form/defined-form.js';
import { valuesOf } from '#contract/defined-form/field-values.js';
import type { Database } from '../../../platform/database/schema.js';
import { SimilarNames } from './similar-names.js';

/** @returns the organizations of a site that everybody can see, to be compared with a name */
export async function loadSimilarNames(
  database: Kysely<Database>,
  site: string,
): Promise<SimilarNames<{ id: number; name: string }>> {
  const rows = await database
    .selectFrom('organization')
    .select(['id', 'name'])
    .where('site', '=', site)
    .where('state', '=', 'public')
    .orderBy('name')
    .execute();
  return new SimilarNames(rows);
}

/** @returns the names of other organizations that people would take one for, each once */
export function namesLike(
  known: SimilarNames<{ id: number; name: string }>,
  { id, name }: { id: number; name: string },
): string[] {
  return [...new Set(known.find(name).flatMap((other) => (other.id === id ? [] : [other.name])))];
}

/**
 * Keeps what is shown only after review, in the place of what waited before; nothing: nothing waits any more. Within the transaction that
 * publishes the rest.
 */
export async function holdForReview(
  trx: Kysely<Database>,
  id: number,
  fields: FieldValues,
  { accountId, now }: { accountId: string; now: Date },
): Promise<void> {
  if (Object.keys(fields).length === 0) {
    await trx.deleteFrom('organization_review').where('organization_id', '=', id).execute();
    return;
  }
  // Whoever publishes other changes of the page does not wait longer for that.
  await sql`
    insert into organization_review as waiting (organization_id, fields, submitted_by, submitted_at)
    values (${id}, ${JSON.stringify(fields)}::jsonb, ${accountId}::uuid, ${now})
    on conflict (organization_id) do update
      set fields = excluded.fields, submitted_by = excluded.submitted_by, submitted_at = excluded.submitted_at
      where waiting.fields <> excluded.fields
  `.execute(trx);
}

/** What people recognise an organization by. */
const IDENTITY_FIELDS: readonly string[] = ['name', 'logo', 'cover'];

/** @returns those that the form holds otherwise than they are stored */
export function changedIdentity({ stored, fields }: { stored: FieldValues; fields: FieldValues }): string[] {
  return IDENTITY_FIELDS.filter((name) => valuesOf(stored, name)[0] !== valuesOf(fields, name)[0]);
}

/** @returns only these fields */
export function pickFields(fields: FieldValues, names: readonly string[]): FieldValues {
  return Object.fromEntries(names.map((name) => [name, fields[name] ?? []]));
}
