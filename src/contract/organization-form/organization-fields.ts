import { definedFields, type EntryField, type FieldDefinition, type FieldSpec } from '../defined-form/defined-form.js';
import { ORGANIZATION_FORM_STEPS, type OrganizationFormStep, type OrganizationRules } from './organization-form.js';

const MEGABYTE = 1_000_000;
const PICTURE = { mostBytes: 10 * MEGABYTE, mostWidth: 2000 };
const LINK = { maxLength: 500 };

export const SOCIAL_FIELDS = [
  ...(['facebook', 'twitter', 'linkedin', 'youtube', 'xing', 'instagram', 'tiktok', 'bluesky'] as const),
] as const;

/** Fields of an address; the same in additional locations. */
const ADDRESS: readonly FieldSpec[] = [
  { name: 'countryCode', type: 'country' },
  { name: 'administrativeArea', type: 'text', settings: { maxLength: 100 } },
  { name: 'locality', type: 'text', settings: { maxLength: 100 } },
  { name: 'zip', type: 'text', settings: { maxLength: 20 } },
  { name: 'addressLine1', type: 'text', settings: { maxLength: 150 } },
  { name: 'addressLine2', type: 'text', settings: { maxLength: 150 } },
];

const entry = (specs: readonly FieldSpec[]): readonly EntryField[] =>
  specs.map((spec) => ({ required: false, settings: {}, ...spec }));

/** The groups of specification point 3, for all sites; the fields of each group in order. */
const DEFAULT_FIELDS: Readonly<Record<Exclude<OrganizationFormStep, 'preview'>, readonly FieldSpec[]>> = {
  profile: [
    { name: 'name', type: 'text', required: true, settings: { maxLength: 120 } },
    { name: 'alternativeName', type: 'text', settings: { maxLength: 120 } },
    { name: 'mission', type: 'text', settings: { maxLength: 200 } },
    { name: 'logo', type: 'image', settings: { mostBytes: 5 * MEGABYTE, mostWidth: 512 } },
    { name: 'cover', type: 'image', settings: { ...PICTURE, mostWidth: 2400 } },
    { name: 'foundedYear', type: 'number', settings: { isWhole: true } },
    ...ADDRESS,
  ],
  about: [
    { name: 'presentation', type: 'rich_text', settings: { maxLength: 60_000 } },
    { name: 'industry', type: 'term', isHidden: true, settings: { vocabulary: 'industry' } },
    { name: 'size', type: 'term', settings: { vocabulary: 'organization_size' } },
    { name: 'occupation', type: 'term', multiple: true, maxNumItems: 10, settings: { vocabulary: 'occupation' } },
    {
      name: 'fieldsOfStudy',
      type: 'term',
      multiple: true,
      maxNumItems: 10,
      settings: { vocabulary: 'field_of_study' },
    },
    { name: 'benefits', type: 'term', multiple: true, maxNumItems: 20, settings: { vocabulary: 'benefit' } },
    { name: 'cvFocusOfOrganization', type: 'text', isHidden: true, settings: { maxLength: 200 } },
    { name: 'cvFunctionalDepartment', type: 'text', isHidden: true, settings: { maxLength: 200 } },
    {
      name: 'cvJobRole',
      type: 'term',
      isHidden: true,
      multiple: true,
      maxNumItems: 10,
      settings: { vocabulary: 'occupation' },
    },
    {
      name: 'cvIndustry',
      type: 'term',
      isHidden: true,
      multiple: true,
      maxNumItems: 10,
      settings: { vocabulary: 'industry' },
    },
  ],
  links: [
    { name: 'website', type: 'url', settings: LINK },
    ...SOCIAL_FIELDS.map((name): FieldSpec => ({ name, type: 'url', isHidden: name === 'xing', settings: LINK })),
  ],
  contacts: [
    {
      name: 'contactPersons',
      type: 'entries',
      multiple: true,
      maxNumItems: 10,
      settings: {
        fields: entry([
          { name: 'salutation', type: 'text', settings: { maxLength: 30 } },
          { name: 'firstName', type: 'text', required: true, settings: { maxLength: 80 } },
          { name: 'lastName', type: 'text', required: true, settings: { maxLength: 80 } },
          { name: 'photo', type: 'image', settings: { mostBytes: 5 * MEGABYTE, mostWidth: 600 } },
          { name: 'position', type: 'text', settings: { maxLength: 120 } },
          { name: 'email', type: 'email', settings: { maxLength: 254 } },
          { name: 'phone', type: 'text', settings: { maxLength: 40 } },
          { name: 'linkedinProfile', type: 'url', settings: LINK },
          { name: 'contactInfo', type: 'long_text', settings: { maxLength: 500 } },
        ]),
      },
    },
  ],
  pictures: [
    {
      name: 'gallery',
      type: 'entries',
      multiple: true,
      maxNumItems: 12,
      settings: {
        fields: entry([
          { name: 'picture', type: 'image', required: true, settings: PICTURE },
          { name: 'alt', type: 'text', required: true, settings: { maxLength: 200 } },
        ]),
      },
    },
    {
      name: 'videoGallery',
      type: 'entries',
      multiple: true,
      maxNumItems: 6,
      settings: {
        fields: entry([
          { name: 'source', type: 'video', required: true, settings: LINK },
          { name: 'coverTitle', type: 'text', settings: { maxLength: 150 } },
          { name: 'cover', type: 'image', settings: { ...PICTURE, mostWidth: 1280 } },
        ]),
      },
    },
  ],
  places: [
    {
      name: 'furtherLocations',
      type: 'entries',
      multiple: true,
      maxNumItems: 20,
      settings: {
        fields: entry([
          { name: 'name', type: 'text', required: true, settings: { maxLength: 120 } },
          ...ADDRESS.filter(({ name }) => name !== 'addressLine2').map((field) =>
            field.name === 'countryCode' ? { ...field, required: true } : field,
          ),
        ]),
      },
    },
  ],
  questions: [
    {
      name: 'faq',
      type: 'entries',
      multiple: true,
      maxNumItems: 20,
      settings: {
        fields: entry([
          { name: 'question', type: 'text', required: true, settings: { maxLength: 200 } },
          { name: 'answer', type: 'long_text', required: true, settings: { maxLength: 2000 } },
        ]),
      },
    },
    {
      name: 'attachments',
      type: 'entries',
      multiple: true,
      maxNumItems: 6,
      settings: {
        fields: entry([{ name: 'file', type: 'file', required: true, settings: { mostBytes: 50 * MEGABYTE } }]),
      },
    },
  ],
  account: [
    { name: 'salutation', type: 'text', isHidden: true, settings: { maxLength: 30 } },
    { name: 'firstName', type: 'text', settings: { maxLength: 80 } },
    { name: 'lastName', type: 'text', settings: { maxLength: 80 } },
    { name: 'phone', type: 'text', settings: { maxLength: 40 } },
    { name: 'position', type: 'text', settings: { maxLength: 120 } },
    { name: 'customerEmail', type: 'email', isHidden: true, settings: { maxLength: 254 } },
    { name: 'vatNumber', type: 'text', isHidden: true, settings: { maxLength: 30 } },
    { name: 'companyName', type: 'text', settings: { maxLength: 120 } },
    { name: 'companyCountryCode', type: 'country' },
    { name: 'companyAdministrativeArea', type: 'text', settings: { maxLength: 100 } },
    { name: 'companyLocality', type: 'text', settings: { maxLength: 100 } },
    { name: 'companyZip', type: 'text', settings: { maxLength: 20 } },
    { name: 'companyAddressLine1', type: 'text', settings: { maxLength: 150 } },
    { name: 'companyAddressLine2', type: 'text', settings: { maxLength: 150 } },
  ],
};

/** Fields that are enabled by a setting of the site. */
const SWITCHED: Readonly<Record<string, 'fieldsOfStudy'>> = { fieldsOfStudy: 'fieldsOfStudy' };

/** All fields, of any site. */
export const ALL_ORGANIZATION_FIELDS: readonly (FieldSpec & { multiple: boolean })[] = Object.values(
  DEFAULT_FIELDS,
).flatMap((fields) => fields.map((field) => ({ multiple: false, ...field })));

export const ORGANIZATION_FIELD_NAMES: readonly string[] = ALL_ORGANIZATION_FIELDS.map(({ name }) => name);

/** @returns the fields of the organization form on a site, in order, including hidden ones */
export function organizationFields(rules: OrganizationRules): FieldDefinition<OrganizationFormStep>[] {
  const specs = Object.fromEntries(
    Object.entries(DEFAULT_FIELDS).map(([step, all]) => [step, all.map((spec) => switched(spec, rules))]),
  );
  return definedFields(ORGANIZATION_FORM_STEPS, specs, rules.fields);
}

function switched(spec: FieldSpec, rules: OrganizationRules): FieldSpec {
  const flag = SWITCHED[spec.name];
  return flag && !rules[flag] ? { ...spec, isHidden: true } : spec;
}
