import { sharedField } from '#contract/defined-form/shared-field.js';
import type { Translate } from '#shared/text/translator.js';
import type { FormWords } from '../../../components/defined-form/form-view';

const HELPED = [
  ...['picture', 'phone', 'birthday', 'homeLocation', 'about', 'title', 'desiredOccupation', 'desiredLocation'],
  ...[
    'desiredSalary',
    'availabilityPeriods',
    'education',
    'workExperience',
    'from',
    'until',
    'languagesFree',
    'skillsFree',
  ],
];
/** Fields that contain a single group of fields instead of several entries. */
const GROUPS = ['homeLocation', 'desiredLocation', 'desiredSalary'];

/** The texts of a resume's form. */
export function resumeWords(t: Translate): FormWords {
  const field = (name: string): string => sharedField(name, t) ?? t(`resume-form.field.${name}`);
  return {
    field,
    help: (name) => (HELPED.includes(name) ? t(`resume-form.help.${name}`) : undefined),
    choice: (name, choice) => (name === 'currencyCode' ? choice : t(`resume-form.choice.${name}.${choice}`)),
    group: (name) => t(`resume-form.group.${name}`),
    step: (name) => t(`resume-form.step.${name}`),
    entry: (name, number) =>
      GROUPS.includes(name) ? field(name) : t(`resume-form.entry.${name}`, { number: String(number) }),
    addEntry: (name) => t(`resume-form.add.${name}`),
    conditional: ['countryCode', 'currencyCode', 'salaryUnit', 'from'],
  };
}
