import {
  type EntryValues,
  type FieldValues,
  readEntry,
  type FieldDefinition,
} from '#contract/defined-form/defined-form.js';
import { organizationFields, SOCIAL_FIELDS } from '#contract/organization-form/organization-fields.js';
import {
  type OrganizationRules,
  checkOrganizationForm,
  type OrganizationViolation,
} from '#contract/organization-form/organization-form.js';
import { slugify } from '#contract/pages/paths.js';
import { valuesOf } from '#contract/defined-form/field-values.js';
import type {
  StoredBilling,
  StoredContact,
  StoredExtras,
  StoredLocation,
} from '../../../platform/database/tables/organization-tables.js';
import { addressRow } from '../../../platform/database/address.js';
import { type Checking, referenceFacts } from '../../forms/form-rules.js';
import { readFileValue, shownRichText } from '../../forms/field-values.js';
import type { Addresses } from '../../../reference/places/addresses.js';
import type { TermCatalog } from '../../../reference/taxonomy/term-catalog.js';
import type { StoredGroups } from './organization-drafts.js';

export interface Building {
  terms: TermCatalog;
  addresses: Addresses;
  rules: OrganizationRules;
}

/** Values of a form, by field. */
interface Read {
  all: (name: string) => string[];
  one: (name: string) => string | undefined;
  tids: (name: string) => number[];
  entries: (name: string) => EntryValues[];
}

/**
 * Builds the stored columns of an organization from its form. Fields that the site hides stay unchanged; invalid values are left out,
 * which previews need.
 *
 * @param stored the values of the form without changes
 */
export async function buildOrganization(
  before: StoredGroups,
  { fields, stored }: { fields: FieldValues; stored: FieldValues },
  building: Building,
): Promise<StoredGroups> {
  const hidden = organizationFields(building.rules).flatMap(({ name, isHidden }) => (isHidden ? [name] : []));
  const retained = Object.fromEntries(hidden.map((name) => [name, stored[name] ?? []]));
  const read = reading({ ...fields, ...retained }, building.terms);
  return {
    row: await rowOf(before, read, { stored, building }),
    details: {
      organization_id: before.row.id,
      cover_file: fileId(read.one('cover')) ?? null,
      social: Object.fromEntries(
        SOCIAL_FIELDS.flatMap((network) => {
          const url = read.one(network);
          return url ? [[network, url]] : [];
        }),
      ),
      contacts: read.entries('contactPersons').map(contactOf),
      gallery: read.entries('gallery').flatMap(({ picture, alt = '' }) => {
        const file = fileId(picture);
        return file ? [{ file, alt }] : [];
      }),
      videos: read.entries('videoGallery').flatMap(({ source, coverTitle, cover }) => {
        const file = fileId(cover);
        return source ? [{ source, ...(coverTitle ? { coverTitle } : {}), ...(file ? { cover: file } : {}) }] : [];
      }),
      locations: await locationsOf(before, read, { stored, building }),
      questions: read.entries('faq').map(({ question = '', answer = '' }) => ({ question, answer })),
      attachments: read.entries('attachments').flatMap((each) => {
        const file = fileId(each.file);
        return file ? [{ file }] : [];
      }),
      extras: extrasOf(read),
    },
    account: {
      organization_id: before.row.id,
      salutation: read.one('salutation') ?? null,
      first_name: read.one('firstName') ?? null,
      last_name: read.one('lastName') ?? null,
      phone: read.one('phone') ?? null,
      position: read.one('position') ?? null,
      customer_email: read.one('customerEmail') ?? null,
      vat_number: read.one('vatNumber') ?? null,
      billing: billingOf(read, before.account.billing),
    },
  };
}

function reading(values: FieldValues, terms: TermCatalog): Read {
  const all = (name: string): string[] => valuesOf(values, name);
  return {
    all,
    one: (name) => all(name)[0],
    tids: (name) => all(name).flatMap((value) => (terms.find(Number(value)) ? [Number(value)] : [])),
    entries: (name) =>
      all(name).flatMap((value) => {
        const entry = readEntry(value);
        return entry ? [entry] : [];
      }),
  };
}

const ADDRESS = ['countryCode', 'administrativeArea', 'locality', 'zip', 'addressLine1'] as const;

async function rowOf(
  { row }: StoredGroups,
  read: Read,
  { stored, building }: { stored: FieldValues; building: Building },
): Promise<StoredGroups['row']> {
  const { one, tids } = read;
  const name = one('name') ?? row.name;
  const year = Number(one('foundedYear'));
  const logo = readFileValue(one('logo'));
  const isSamePlace = ADDRESS.every((part) => one(part) === stored[part]?.[0]);
  const address = isSamePlace
    ? {}
    : addressRow(
        (await building.addresses.of(placeOf(Object.fromEntries(ADDRESS.map((part) => [part, one(part)]))))).address,
      );
  return {
    ...row,
    ...address,
    name,
    slug: slugify(name),
    address_line2: one('addressLine2') ?? null,
    alternative_name: one('alternativeName') ?? null,
    mission: one('mission') ?? null,
    logo_file: logo?.id ?? null,
    logo_name: logo?.name ?? null,
    founded_year: Number.isInteger(year) && year > 0 ? year : null,
    presentation: shownRichText(one('presentation') ?? '') || null,
    industry_tid: tids('industry')[0] ?? null,
    size_tid: tids('size')[0] ?? null,
    occupation_tids: tids('occupation'),
    field_of_study_tids: tids('fieldsOfStudy'),
    benefit_tids: tids('benefits'),
    website: one('website') ?? null,
  };
}

function contactOf({ firstName = '', lastName = '', photo, ...more }: EntryValues): StoredContact {
  const { salutation, position, email, phone, linkedinProfile, contactInfo } = more;
  const file = fileId(photo);
  return {
    firstName,
    lastName,
    ...(salutation ? { salutation } : {}),
    ...(file ? { photo: file } : {}),
    ...(position ? { position } : {}),
    ...(email ? { email } : {}),
    ...(phone ? { phone } : {}),
    ...(linkedinProfile ? { linkedinProfile } : {}),
    ...(contactInfo ? { contactInfo } : {}),
  };
}

/** Unchanged addresses keep their coordinates. */
async function locationsOf(
  { details }: StoredGroups,
  { entries }: Read,
  { stored, building }: { stored: FieldValues; building: Building },
): Promise<StoredLocation[]> {
  const before = new Map((stored.furtherLocations ?? []).map((text, index) => [text, details.locations[index]!]));
  return Promise.all(
    entries('furtherLocations').map(async (place) => {
      const known = before.get(JSON.stringify(place));
      if (known) return known;
      const { name = '', countryCode = '' } = place;
      const { address } = await building.addresses.of(placeOf(place));
      return { name, countryCode, ...address };
    }),
  );
}

function placeOf(typed: Readonly<Record<string, string | undefined>>) {
  return {
    country: typed.countryCode,
    area: typed.administrativeArea,
    locality: typed.locality,
    zip: typed.zip,
    street: typed.addressLine1,
    isRemote: false,
  };
}

function extrasOf({ one, tids }: Read): StoredExtras {
  const focus = one('cvFocusOfOrganization');
  const department = one('cvFunctionalDepartment');
  const [roles, industries] = [tids('cvJobRole'), tids('cvIndustry')];
  return {
    ...(focus ? { cvFocusOfOrganization: focus } : {}),
    ...(department ? { cvFunctionalDepartment: department } : {}),
    ...(roles.length > 0 ? { cvJobRoleTids: roles } : {}),
    ...(industries.length > 0 ? { cvIndustryTids: industries } : {}),
  };
}

const BILLING: readonly (keyof StoredBilling)[] = [
  ...(['companyName', 'companyCountryCode', 'companyAdministrativeArea', 'companyLocality'] as const),
  ...(['companyZip', 'companyAddressLine1', 'companyAddressLine2'] as const),
];

/** Billing data that the form does not contain is kept. */
function billingOf({ one }: Read, before: StoredBilling): StoredBilling {
  const others = Object.entries(before).filter(([name]) => !(BILLING as readonly string[]).includes(name));
  const own = BILLING.flatMap((name) => {
    const value = one(name);
    return value ? [[name, value] as const] : [];
  });
  return Object.fromEntries([...others, ...own]);
}

function fileId(value: string | undefined): string | undefined {
  return readFileValue(value)?.id;
}

/** Violations in an organization's form. @param fields fields to check */
export function checkOrganization(
  fields: readonly FieldDefinition[],
  values: FieldValues,
  { terms, now }: Checking & { now: Date },
): OrganizationViolation[] {
  return checkOrganizationForm(fields, values, { ...referenceFacts({ terms }), now });
}
