import { sql, type Kysely, type Selectable } from 'kysely';
import type { FieldValues } from '../../../contract/defined-form/defined-form.js';
import type { OrganizationAccountTable } from '../../database/organization-tables.js';
import type { Database } from '../../database/schema.js';
import { findFiles, filesOf, type StoredDetails } from '../organization-details.js';
import type { StoredOrganization } from '../organization.repository.js';
import { fieldsOfOrganization } from './fields-of-organization.js';
import type { StoredGroups } from './stored-groups.js';

/** Which organizations may be touched: on which site, those that somebody works for (null: all), by whom, and when. */
export interface EditingPlace {
  site: string;
  organizations: readonly number[] | null;
  accountId: string;
  now: Date;
}

/** An organization, and what its form holds. */
export interface DraftedOrganization extends StoredGroups {
  version: number;
  /** What is stored, and over it what the form holds. */
  fields: FieldValues;
  /** Without what the form holds. */
  stored: FieldValues;
  hasDraft: boolean;
}

/** @param lock against others who publish at the same time @returns undefined: there is none, or it is nobody's business */
export async function findDraftedOrganization(
  database: Kysely<Database>,
  id: number,
  { site, organizations }: Pick<EditingPlace, 'site' | 'organizations'>,
  lock = false,
): Promise<DraftedOrganization | undefined> {
  // By itself: what was saved before the lock was there is seen only by what is asked after it.
  if (lock) await sql`select from organization where id = ${id} for update`.execute(database);
  const { rows } = await sql<
    StoredOrganization & {
      stored_details: StoredDetails | null;
      stored_account: Selectable<OrganizationAccountTable> | null;
      draft_version: number | null;
      draft_fields: Record<string, string[]> | null;
    }
  >`
    select o.*, f.name as logo_name, to_jsonb(d) as stored_details, to_jsonb(a) as stored_account,
      draft.version as draft_version, draft.fields as draft_fields
    from organization o left join file f on f.id = o.logo_file
      left join organization_details d on d.organization_id = o.id
      left join organization_account a on a.organization_id = o.id
      left join organization_draft draft on draft.organization_id = o.id
    where o.id = ${id} and o.site = ${site} and (${organizations === null}::boolean or o.id = any(${organizations ?? []}::bigint[]))
  `.execute(database);
  const found = rows[0];
  if (!found) return undefined;
  const { stored_details, stored_account, draft_version, draft_fields, ...row } = found;
  const details = stored_details ?? { ...NO_DETAILS, organization_id: id };
  const account = stored_account ?? { ...NO_ACCOUNT, organization_id: id };
  const files = await findFiles(database, filesOf(details));
  const stored = fieldsOfOrganization({ row, details, account }, (file) => files.get(file)?.name);
  return {
    ...{ row, details, account, stored },
    version: draft_version ?? row.form_version,
    fields: { ...stored, ...draft_fields },
    hasDraft: draft_version !== null,
  };
}

const NO_DETAILS: Omit<StoredDetails, 'organization_id'> = {
  ...{ cover_file: null, social: {}, contacts: [], gallery: [], videos: [], locations: [], questions: [] },
  ...{ attachments: [], extras: {} },
};
const NO_ACCOUNT: Omit<Selectable<OrganizationAccountTable>, 'organization_id'> = {
  ...{ salutation: null, first_name: null, last_name: null, phone: null, position: null },
  ...{ customer_email: null, vat_number: null, billing: {} },
};

/**
 * Keeps what a form holds, in one statement: fields that are missing stay as they are.
 *
 * @param version that the form began with
 * @returns the new version; undefined: nothing was kept, because somebody else has saved since or it may not be changed
 */
export async function saveOrganizationDraft(
  database: Kysely<Database>,
  { id, version, fields }: { id: number; version: number; fields: FieldValues },
  { site, organizations, accountId, now }: EditingPlace,
): Promise<number | undefined> {
  // Whoever publishes it meanwhile waits, or is waited for.
  const { rows } = await sql<{ version: number }>`
    with own as (
      select id, form_version from organization
      where id = ${id} and site = ${site} and state <> 'closed'
        and (${organizations === null}::boolean or id = any(${organizations ?? []}::bigint[]))
      for share
    ), changed as (
      update organization_draft d set fields = d.fields || ${JSON.stringify(fields)}::jsonb, version = d.version + 1,
        changed_by = ${accountId}::uuid, changed_at = ${now}
      from own where d.organization_id = own.id and d.version = ${version} returning d.version
    ), begun as (
      insert into organization_draft (organization_id, version, fields, changed_by, changed_at)
      select id, form_version + 1, ${JSON.stringify(fields)}::jsonb, ${accountId}::uuid, ${now} from own
      where form_version = ${version} and not exists (select from changed)
      on conflict (organization_id) do nothing returning version
    )
    select version from changed union all select version from begun
  `.execute(database);
  return rows[0]?.version;
}

/** @returns who saved the form last, and when; undefined: it was published or thrown away since */
export async function findLastSaved(
  database: Kysely<Database>,
  id: number,
): Promise<{ by: string | null; at: Date } | undefined> {
  return database
    .selectFrom('organization_draft')
    .leftJoin('account', 'account.id', 'organization_draft.changed_by')
    .select(['account.name as by', 'organization_draft.changed_at as at'])
    .where('organization_draft.organization_id', '=', id)
    .executeTakeFirst();
}

/** Throws away what a form holds. @returns false: somebody else has saved since, or there is nothing */
export async function discardOrganizationDraft(
  database: Kysely<Database>,
  { id, version }: { id: number; version: number },
): Promise<boolean> {
  const { rows } = await sql`
    with gone as (delete from organization_draft where organization_id = ${id} and version = ${version} returning organization_id, version)
    update organization set form_version = gone.version + 1 from gone where organization.id = gone.organization_id returning organization.id
  `.execute(database);
  return rows.length > 0;
}
