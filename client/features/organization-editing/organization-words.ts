import { sharedField } from '#contract/defined-form/shared-field.js';
import type { Translate } from '#shared/text/translator.js';
import type { FormWords } from '../../components/defined-form/form-words';

/** The address of invoices is asked for as any other. */
const COMPANY = /^company(?=CountryCode|AdministrativeArea|Locality|Zip|AddressLine)/;
const HELPED = [
  ...['name', 'alternativeName', 'mission', 'logo', 'cover', 'presentation', 'website', 'locality', 'gallery', 'alt'],
  ...['source', 'furtherLocations', 'faq', 'attachments', 'contactPersons', 'contactInfo', 'occupation'],
];

/** Their help is about the organization itself, and not about a field of an entry that has the same name. */
const OF_THE_WHOLE = ['name', 'cover', 'logo', 'occupation'];

/** What the form of an organization says. */
export function organizationWords(t: Translate): FormWords {
  return {
    field: (name) => sharedField(plain(name), t) ?? t(`organization-form.field.${name}`),
    help: (name, entries) => {
      const isHelped = HELPED.includes(name) && !(entries !== undefined && OF_THE_WHOLE.includes(name));
      return isHelped ? t(`organization-form.help.${name}`) : undefined;
    },
    // It has no field of that kind.
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
