import { sql, type Kysely } from 'kysely';
import type { FieldValues } from '#contract/defined-form/defined-form.js';
import { valuesOf } from '#contract/defined-form/field-values.js';
import type { Database } from '../../../platform/database/schema.js';
import { SimilarNames } from './similar-names.js';

/** @returns the public organizations of a site, to compare their names */
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

/** @returns the similar names of other organizations, without duplicates */
export function namesLike(
  known: SimilarNames<{ id: number; name: string }>,
  { id, name }: { id: number; name: string },
): string[] {
  return [...new Set(known.find(name).flatMap((other) => (other.id === id ? [] : [other.name])))];
}

/**
 * Stores fields that need a review, and replaces those that waited before; without fields, nothing waits any more. Runs within the
 * transaction that publishes the other fields.
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
  // The waiting time is kept if the waiting fields do not change.
  await sql`
    insert into organization_review as waiting (organization_id, fields, submitted_by, submitted_at)
    values (${id}, ${JSON.stringify(fields)}::jsonb, ${accountId}::uuid, ${now})
    on conflict (organization_id) do update
      set fields = excluded.fields, submitted_by = excluded.submitted_by, submitted_at = excluded.submitted_at
      where waiting.fields <> excluded.fields
  `.execute(trx);
}

/** Fields by which people recognise an organization. */
const IDENTITY_FIELDS: readonly string[] = ['name', 'logo', 'cover'];

/** @returns the identity fields that differ between the form and the stored version */
export function changedIdentity({ stored, fields }: { stored: FieldValues; fields: FieldValues }): string[] {
  return IDENTITY_FIELDS.filter((name) => valuesOf(stored, name)[0] !== valuesOf(fields, name)[0]);
}

/** @returns a copy with only these fields */
export function pickFields(fields: FieldValues, names: readonly string[]): FieldValues {
  return Object.fromEntries(names.map((name) => [name, fields[name] ?? []]));
}
