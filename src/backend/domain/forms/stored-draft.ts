import { isDeepStrictEqual } from 'node:util';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { FieldValues } from '#contract/defined-form/defined-form.js';
import type { Database } from '../../platform/database/schema.js';

/** Rows that an operation may access (the site, and organizations; null for all), with the actor and the time. */
export interface EditingPlace {
  site: string;
  organizations: readonly number[] | null;
  accountId: string;
  now: Date;
}

/** Tables of an entity that several people edit, and of its form drafts; each save creates a new version of the form. */
export interface Drafted {
  table: 'job' | 'organization';
  draft: 'job_draft' | 'organization_draft';
  /** Column of the draft table that refers to the entity. */
  key: 'job_id' | 'organization_id';
}

/**
 * Stores values of a form in one statement: fields that are not sent stay unchanged.
 *
 * @param mayChange condition on the rows of the table that may be changed now
 * @param version version on which the changes are based
 * @returns the new version; undefined if nothing was stored, because of a concurrent save or because the row may not be changed now
 */
export async function storeDraft(
  database: Kysely<Database>,
  { table, draft, key, mayChange }: Drafted & { mayChange: RawBuilder<boolean> },
  { id, version, fields }: { id: number; version: number; fields: FieldValues },
  { accountId, now }: Pick<EditingPlace, 'accountId' | 'now'>,
): Promise<number | undefined> {
  const typed = JSON.stringify(fields);
  // The row lock serializes this with a concurrent publication.
  const { rows } = await sql<{ version: number }>`
    with own as (
      select id, form_version from ${sql.table(table)} where id = ${id} and ${mayChange} for share
    ), changed as (
      update ${sql.table(draft)} d set fields = d.fields || ${typed}::jsonb, version = d.version + 1,
        changed_by = ${accountId}::uuid, changed_at = ${now}
      from own where d.${sql.ref(key)} = own.id and d.version = ${version} returning d.version
    ), begun as (
      insert into ${sql.table(draft)} (${sql.ref(key)}, version, fields, changed_by, changed_at)
      select id, form_version + 1, ${typed}::jsonb, ${accountId}::uuid, ${now} from own
      where form_version = ${version} and not exists (select from changed)
      on conflict (${sql.ref(key)}) do nothing returning version
    )
    select version from changed union all select version from begun
  `.execute(database);
  return rows[0]?.version;
}

/**
 * Whether a form already has all values that were sent: they were sent before, and the answer was lost. This is no conflict, although they
 * are based on an older version. A request without values, such as that of a preview which publishes the form, repeats none.
 */
export function hasAllValues(form: FieldValues, sent: FieldValues): boolean {
  const entries = Object.entries(sent);
  return entries.length > 0 && entries.every(([name, values]) => isDeepStrictEqual(form[name] ?? [], values));
}

/** Deletes a draft; the entity itself is kept. @returns false if there is no draft, or somebody else has saved since */
export async function discardDraft(
  database: Kysely<Database>,
  { table, draft, key }: Drafted,
  { id, version }: { id: number; version: number },
): Promise<boolean> {
  const { rows } = await sql`
    with gone as (delete from ${sql.table(draft)} where ${sql.ref(key)} = ${id} and version = ${version} returning version)
    update ${sql.table(table)} set form_version = gone.version + 1 from gone where id = ${id} returning id
  `.execute(database);
  return rows.length > 0;
}

/**
 * Removes fields from a draft, and deletes the draft if it is empty then.
 *
 * @returns false if there is no draft, or somebody else has saved since
 */
export async function discardFields(
  database: Kysely<Database>,
  drafted: Drafted,
  { id, version, fields }: { id: number; version: number; fields: readonly string[] },
): Promise<boolean> {
  const { draft, key } = drafted;
  const { rows } = await sql`
    update ${sql.table(draft)} set fields = fields - ${[...fields]}::text[], version = version + 1
    where ${sql.ref(key)} = ${id} and version = ${version} and not fields - ${[...fields]}::text[] = '{}'::jsonb
    returning version
  `.execute(database);
  return rows.length > 0 || discardDraft(database, drafted, { id, version });
}
