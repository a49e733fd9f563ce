import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { FieldValues } from '#contract/defined-form/defined-form.js';
import type { Database } from '../../platform/database/schema.js';

/** Which rows may be touched: on which site, of which organizations (null: of all), by whom, and when. */
export interface EditingPlace {
  site: string;
  organizations: readonly number[] | null;
  accountId: string;
  now: Date;
}

/** What is edited by several people at once, and what their form holds of it; each version of the form belongs to one who saved. */
export interface Drafted {
  table: 'job' | 'organization';
  draft: 'job_draft' | 'organization_draft';
  /** Of the draft's table: what it is a draft of. */
  key: 'job_id' | 'organization_id';
}

/**
 * Keeps what a form holds, in one statement: fields that are missing stay as they are.
 *
 * @param mayChange which rows of the table may be changed now
 * @param version that the form began with
 * @returns the new version; undefined: nothing was kept, because somebody else has saved since or it may not be changed now
 */
export async function storeDraft(
  database: Kysely<Database>,
  { table, draft, key, mayChange }: Drafted & { mayChange: RawBuilder<boolean> },
  { id, version, fields }: { id: number; version: number; fields: FieldValues },
  { accountId, now }: Pick<EditingPlace, 'accountId' | 'now'>,
): Promise<number | undefined> {
  const typed = JSON.stringify(fields);
  // Whoever publishes it meanwhile waits, or is waited for.
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

/** Throws away what a form holds; what is stored stays. @returns false: somebody else has saved since, or there is nothing */
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
 * Removes some fields from a draft, and the draft itself when it then holds none.
 *
 * @returns false: somebody else has saved since, or there is nothing
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
