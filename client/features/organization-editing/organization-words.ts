import { sharedField } from '#contract/defined-form/shared-field.js';
import type { Translate } from '#shared/text/translator.js';
import type { FormWords } from '../../components/defined-form/form-words';

/** The fields of the invoice address have the same labels as those of other addresses. */
const COMPANY = /^company(?=CountryCode|AdministrativeArea|Locality|Zip|AddressLine)/;
const HELPED = [
  ...['name', 'alternativeName', 'mission', 'logo', 'cover', 'presentation', 'website', 'locality', 'gallery', 'alt'],
  ...['source', 'furtherLocations', 'faq', 'attachments', 'contactPersons', 'contactInfo', 'occupation'],
];

/** Fields whose help text is about the organization itself, not about a field of an entry with the same name. */
const OF_THE_WHOLE = ['name', 'cover', 'logo', 'occupation'];

/** The texts of an organization's form. */
export function organizationWords(t: Translate): FormWords {
  return {
    field: (name) => sharedField(plain(name), t) ?? t(`organization-form.field.${name}`),
    help: (name, entries) => {
      const isHelped = HELPED.includes(name) && !(entries !== undefined && OF_THE_WHOLE.includes(name));
      return isHelped ? t(`organization-form.help.${name}`) : undefined;
    },
    // The form has no field of that kind.
    choice: (_field, choice) => choice,
    group: (name) => (name === 'address' ? t('defined-form.group.address') : t(`organization-form.group.${name}`)),
    step: (name) => t(`organization-form.step.${name}`),
    entry: (field, number) => t(`organization-form.entry.${field}`, { number: String(number) }),
    addEntry: (field) => t(`organization-form.add.${field}`),
    conditional: ['countryCode'],
  };
}

function plain(name: string): string {
  return name.replace(COMPANY, '').replace(/^./, (letter) => (COMPANY.test(name) ? letter.toLowerCase() : letter));
}
