import { sharedField } from '../../../src/contract/defined-form/shared-field.js';
import type { Translate } from '../../../src/contract/translator.js';
import type { FormWords } from '../../components/defined-form/form-words';

const CONDITIONAL = [
  ...['countryCode', 'locality', 'zip', 'currencyCode', 'salaryUnit', 'applicationEmails', 'applicationLink'],
];
const HELPED = [
  ...['title', 'linkUrl', 'file', 'description', 'availabilityPeriod', 'videoUrl', 'organizationAssignment'],
  ...['eligibleCountries', 'locality', 'occupationalField', 'skillsFree', 'published', 'expiration', 'duration'],
  ...['applicationEmails', 'applicationLink', 'reference', 'minSalary', 'applicationQualifyingQuestions'],
];

/** What the form of a job says. */
export function jobWords(t: Translate): FormWords {
  return {
    field: (name) => sharedField(name, t) ?? t(`job-wizard.field.${name}`),
    help: (name) => (HELPED.includes(name) ? t(`job-wizard.help.${name}`) : undefined),
    choice: (field, choice) => (field === 'currencyCode' ? choice : t(`job-wizard.choice.${field}.${choice}`)),
    group: (name) => (name === 'address' ? t('defined-form.group.address') : t(`job-wizard.group.${name}`)),
    step: (name) => t(`job-wizard.step.${name}`),
    // A job has no entries.
    entry: (field) => field,
    addEntry: (field) => field,
    conditional: CONDITIONAL,
  };
}
