import type { FieldValues } from '#contract/defined-form/defined-form.js';
import { SOCIAL_FIELDS } from '#contract/organization-form/organization-fields.js';
import { fileValue } from '../../forms/file-value.js';
import type { StoredGroups } from './stored-groups.js';

/** The name of a stored file by its id; undefined: it is not there. */
type NameOf = (id: string) => string | undefined;

/** What the form of an organization holds that nobody has begun to change: what is stored of it. */
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

/** Without what is empty. */
function entry(fields: Readonly<Record<string, string | undefined>>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(fields).filter(([, value]) => value)));
}
