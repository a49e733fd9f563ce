import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.js';
import type { StoredOrganization } from '../organization.repository.js';
import type { SearchIndexer } from '../../../platform/search-index/search-index.port.js';
import { buildOrganization, type Building } from './build-organization.js';
import { discardOrganizationDraft, type DraftedOrganization } from './organization-drafts.js';

interface Publishing {
  indexer: SearchIndexer;
  building: Building;
  now: Date;
  /**
   * Effect on the form's draft. `removed` (the default): all of it is published. `stays`: the published values come from elsewhere. A
   * list: only these fields are published, and the others stay in the draft.
   */
  draft?: 'removed' | 'stays' | readonly string[];
}

/** Stores the values of a form as the public version and updates the search index, within the transaction that has checked them. */
export async function publishOrganization(
  trx: Kysely<Database>,
  drafted: DraftedOrganization,
  { indexer, building, now, draft = 'removed' }: Publishing,
): Promise<void> {
  const { row, details, account } = await buildOrganization(drafted, drafted, building);
  const { id } = drafted.row;
  const withoutDraft = draft === 'removed' || (draft === 'stays' && !drafted.hasDraft);
  await trx
    .updateTable('organization')
    .set({ ...columnsOf(row), ...(withoutDraft ? { form_version: drafted.version + 1 } : {}), updated_at: now })
    .where('id', '=', id)
    .execute();
  const json = (value: unknown): string => JSON.stringify(value);
  const { organization_id, cover_file, ...groups } = details;
  const stored = {
    cover_file,
    social: json(groups.social),
    contacts: json(groups.contacts),
    gallery: json(groups.gallery),
    videos: json(groups.videos),
    locations: json(groups.locations),
    questions: json(groups.questions),
    attachments: json(groups.attachments),
    extras: json(groups.extras),
  };
  await trx
    .insertInto('organization_details')
    .values({ organization_id, ...stored })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(stored))
    .execute();
  const { salutation, first_name, last_name, phone, position, customer_email, vat_number, billing } = account;
  const mailDetails = {
    salutation,
    first_name,
    last_name,
    phone,
    position,
    customer_email,
    vat_number,
    billing: json(billing),
  };
  await trx
    .insertInto('organization_account')
    .values({ organization_id, ...mailDetails })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(mailDetails))
    .execute();
  if (withoutDraft) await trx.deleteFrom('organization_draft').where('organization_id', '=', id).execute();
  else if (draft !== 'stays') await discardOrganizationDraft(trx, { id, version: drafted.version }, draft);
  await indexer.indexOrganizations(trx, [String(id)]);
  if (row.name !== drafted.row.name) await indexJobs(trx, indexer, id);
}

function columnsOf(row: StoredOrganization) {
  const { name, slug, alternative_name, mission, presentation, website, founded_year, logo_file } = row;
  const { industry_tid, size_tid, benefit_tids, occupation_tids, field_of_study_tids } = row;
  const { country_code, administrative_area, locality, zip, address_line1, address_line2, lat, lon } = row;
  return {
    name,
    slug,
    alternative_name,
    mission,
    presentation,
    website,
    founded_year,
    logo_file,
    industry_tid,
    size_tid,
    benefit_tids,
    occupation_tids,
    field_of_study_tids,
    country_code,
    administrative_area,
    locality,
    zip,
    address_line1,
    address_line2,
    lat,
    lon,
  };
}

/** Jobs are also found by the name of their organization. */
async function indexJobs(trx: Kysely<Database>, indexer: SearchIndexer, id: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from job where organization_id = ${id} and state = 'published'
  `.execute(trx);
  if (rows.length > 0)
    await indexer.index(
      trx,
      rows.map((job) => String(job.id)),
    );
}
