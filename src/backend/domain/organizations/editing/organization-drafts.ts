import { sql, type Kysely, type Selectable } from 'kysely';
import type { FieldValues } from '#contract/defined-form/defined-form.js';
import { SOCIAL_FIELDS } from '#contract/organization-form/organization-fields.js';
import type { OrganizationAccountTable } from '../../../platform/database/tables/organization-tables.js';
import type { Database } from '../../../platform/database/schema.js';
import { fileValue } from '../../forms/field-values.js';
import { discardFields, type Drafted, type EditingPlace, storeDraft } from '../../forms/stored-draft.js';
import { findFiles, filesOf, type StoredDetails } from '../organization-profiles.js';
import type { StoredOrganization } from '../organization.repository.js';

/** All stored data of an organization. */
export interface StoredGroups {
  row: StoredOrganization;
  details: StoredDetails;
  account: Selectable<OrganizationAccountTable>;
}

const DRAFTED: Drafted = { table: 'organization', draft: 'organization_draft', key: 'organization_id' };

type NamedOrganization = StoredOrganization & { state: Exclude<StoredOrganization['state'], 'unnamed'> };

/** An organization with the values of its form. */
export interface DraftedOrganization extends StoredGroups {
  row: NamedOrganization;
  version: number;
  /** Stored values, overridden by the draft's. */
  fields: FieldValues;
  /** Stored values only. */
  stored: FieldValues;
  /** Values of the draft only, which are not published. */
  draft: FieldValues;
  /** Values that are published once a reviewer has approved them. */
  waiting: FieldValues;
  hasDraft: boolean;
  /** Fields whose change waits for review; the form has their new values. */
  inReview: readonly string[];
}

/** @param lock locks the organization against concurrent publications @returns undefined if there is none, or it is not accessible */
export async function findDraftedOrganization(
  database: Kysely<Database>,
  id: number,
  { site, organizations }: Pick<EditingPlace, 'site' | 'organizations'>,
  lock = false,
): Promise<DraftedOrganization | undefined> {
  // A separate statement: only statements after the lock see what was saved before it was acquired.
  if (lock) await sql`select from organization where id = ${id} for update`.execute(database);
  const { rows } = await sql<
    NamedOrganization & {
      stored_details: StoredDetails | null;
      stored_account: Selectable<OrganizationAccountTable> | null;
      draft_version: number | null;
      draft_fields: Record<string, string[]> | null;
      review_fields: Record<string, string[]> | null;
    }
  >`
    select o.*, f.name as logo_name, to_jsonb(d) as stored_details, to_jsonb(a) as stored_account,
      draft.version as draft_version, draft.fields as draft_fields, review.fields as review_fields
    from organization o left join file f on f.id = o.logo_file
      left join organization_details d on d.organization_id = o.id
      left join organization_account a on a.organization_id = o.id
      left join organization_draft draft on draft.organization_id = o.id
      left join organization_review review on review.organization_id = o.id
    where o.id = ${id} and o.site = ${site} and o.state <> 'unnamed' and (${organizations === null}::boolean or o.id = any(${organizations ?? []}::bigint[]))
  `.execute(database);
  const found = rows[0];
  if (!found) return undefined;
  const { stored_details, stored_account, draft_version, draft_fields, review_fields, ...row } = found;
  const details = stored_details ?? { ...NO_DETAILS, organization_id: id };
  const account = stored_account ?? { ...NO_ACCOUNT, organization_id: id };
  const files = await findFiles(database, filesOf(details));
  const stored = fieldsOfOrganization({ row, details, account }, (file) => files.get(file)?.name);
  return {
    row,
    details,
    account,
    stored,
    version: draft_version ?? row.form_version,
    fields: { ...stored, ...review_fields, ...draft_fields },
    draft: draft_fields ?? {},
    waiting: review_fields ?? {},
    hasDraft: draft_version !== null,
    inReview: Object.keys(review_fields ?? {}),
  };
}

const NO_DETAILS: Omit<StoredDetails, 'organization_id'> = {
  cover_file: null,
  social: {},
  contacts: [],
  gallery: [],
  videos: [],
  locations: [],
  questions: [],
  attachments: [],
  extras: {},
};
const NO_ACCOUNT: Omit<Selectable<OrganizationAccountTable>, 'organization_id'> = {
  salutation: null,
  first_name: null,
  last_name: null,
  phone: null,
  position: null,
  customer_email: null,
  vat_number: null,
  billing: {},
};

/** As `storeDraft`; a closed organization cannot be changed. */
export async function saveOrganizationDraft(
  database: Kysely<Database>,
  change: { id: number; version: number; fields: FieldValues },
  place: EditingPlace,
): Promise<number | undefined> {
  const { site, organizations } = place;
  const mayChange = sql<boolean>`
    site = ${site} and state not in ('closed', 'unnamed') and (${organizations === null}::boolean or id = any(${organizations ?? []}::bigint[]))`;
  return storeDraft(database, { ...DRAFTED, mayChange }, change, place);
}

/** @returns the person who saved the form last, and the time; undefined if there is no draft */
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

/** As `discardFields`. */
export async function discardOrganizationDraft(
  database: Kysely<Database>,
  wanted: { id: number; version: number },
  fields: readonly string[],
): Promise<boolean> {
  return discardFields(database, DRAFTED, { ...wanted, fields });
}

/** Returns the name of a stored file by its id; undefined if it does not exist. */
type NameOf = (id: string) => string | undefined;

/** Values of an organization's form without a draft, read from the stored data. */
export function fieldsOfOrganization({ row, details, account }: StoredGroups, nameOf: NameOf): FieldValues {
  const file = (id: string | null | undefined, name = id && nameOf(id)): string | undefined =>
    id && name ? fileValue({ id, name }) : undefined;
  const { billing } = account;
  const { extras } = details;
  return {
    name: texts(row.name),
    alternativeName: texts(row.alternative_name),
    mission: texts(row.mission),
    logo: texts(file(row.logo_file, row.logo_name ?? undefined)),
    cover: texts(file(details.cover_file)),
    foundedYear: numbers([row.founded_year]),
    countryCode: texts(row.country_code),
    administrativeArea: texts(row.administrative_area),
    locality: texts(row.locality),
    zip: texts(row.zip),
    addressLine1: texts(row.address_line1),
    addressLine2: texts(row.address_line2),
    presentation: texts(row.presentation),
    industry: numbers([row.industry_tid]),
    size: numbers([row.size_tid]),
    occupation: numbers(row.occupation_tids),
    fieldsOfStudy: numbers(row.field_of_study_tids),
    benefits: numbers(row.benefit_tids),
    cvFocusOfOrganization: texts(extras.cvFocusOfOrganization),
    cvFunctionalDepartment: texts(extras.cvFunctionalDepartment),
    cvJobRole: numbers(extras.cvJobRoleTids ?? []),
    cvIndustry: numbers(extras.cvIndustryTids ?? []),
    website: texts(row.website),
    ...Object.fromEntries(SOCIAL_FIELDS.map((network) => [network, texts(details.social[network])])),
    contactPersons: details.contacts.map((contact) => entry({ ...contact, photo: file(contact.photo) })),
    gallery: details.gallery.flatMap(({ file: id, alt }) => {
      const picture = file(id);
      return picture ? [entry({ picture, alt })] : [];
    }),
    videoGallery: details.videos.map((video) => entry({ ...video, cover: file(video.cover) })),
    furtherLocations: details.locations.map(({ name, countryCode, administrativeArea, locality, zip, addressLine1 }) =>
      entry({ name, countryCode, administrativeArea, locality, zip, addressLine1 }),
    ),
    faq: details.questions.map((each) => entry({ ...each })),
    attachments: details.attachments.flatMap(({ file: id }) => {
      const known = file(id);
      return known ? [entry({ file: known })] : [];
    }),
    salutation: texts(account.salutation),
    firstName: texts(account.first_name),
    lastName: texts(account.last_name),
    phone: texts(account.phone),
    position: texts(account.position),
    customerEmail: texts(account.customer_email),
    vatNumber: texts(account.vat_number),
    companyName: texts(billing.companyName),
    companyCountryCode: texts(billing.companyCountryCode),
    companyAdministrativeArea: texts(billing.companyAdministrativeArea),
    companyLocality: texts(billing.companyLocality),
    companyZip: texts(billing.companyZip),
    companyAddressLine1: texts(billing.companyAddressLine1),
    companyAddressLine2: texts(billing.companyAddressLine2),
  };
}

function texts(value: string | null | undefined): string[] {
  return value == null || value === '' ? [] : [value];
}

function numbers(values: readonly (number | null | undefined)[]): string[] {
  return values.filter((value) => value != null).map(String);
}

/** Encodes an entry, without empty fields. */
function entry(fields: Readonly<Record<string, string | undefined>>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(fields).filter(([, value]) => value)));
}
