import { MAX_APPLICATION_EMAILS, MAX_QUESTIONS } from '#contract/applications/application-rules.js';
import { sharedField } from '#contract/defined-form/defined-form.js';
import type { Translate } from '#shared/text/translator.js';
import type { ManagedJobFactsFragment } from '#contract/generated/operations.js';
import type { JobFormStep } from '#contract/job-form/job-form.js';
import { JOB_WIZARD_PATH, type Path } from '#contract/pages/paths.js';
import { formatZone } from '../../lib/format';
import type { FormWords } from '../../components/defined-form/form-view';

const CONDITIONAL = [
  ...['countryCode', 'locality', 'zip', 'currencyCode', 'salaryUnit', 'applicationEmails', 'applicationLink'],
];
const HELPED = [
  ...['title', 'linkUrl', 'description', 'availabilityPeriod', 'videoUrl', 'organizationAssignment'],
  ...[
    'eligibleCountries',
    'locality',
    'occupationalField',
    'skillsFree',
    'published',
    'expiration',
    'duration',
    'timeZone',
    'logo',
    'salaryRange',
    'languagesFree',
    'cvDuration',
  ],
  ...['applicationEmails', 'applicationLink', 'reference', 'minSalary', 'applicationQualifyingQuestions'],
  ...['screeningQuestions', 'choices', 'criterionName', 'acceptedChoices'],
];

/** Limits that help texts mention. */
const HELP_LIMITS = { most: MAX_QUESTIONS, emails: MAX_APPLICATION_EMAILS };

/** Fields whose choices are numbers of days. */
const DAYS = ['duration', 'cvDuration'];

/** The texts of a job's form. */
export function jobWords(t: Translate, locale: string): FormWords {
  return {
    field: (name) => sharedField(name, t) ?? t(`job-wizard.field.${name}`),
    help: (name) => (HELPED.includes(name) ? t(`job-wizard.help.${name}`, HELP_LIMITS) : undefined),
    choice: (field, choice) => {
      if (field === 'currencyCode') return choice;
      if (DAYS.includes(field)) return t('job-wizard.choice.days', { count: Number(choice) });
      return field === 'timeZone' ? formatZone(choice, locale) : t(`job-wizard.choice.${field}.${choice}`);
    },
    group: (name) => (name === 'address' ? t('defined-form.group.address') : t(`job-wizard.group.${name}`)),
    step: (name) => t(`job-wizard.step.${name}`),
    entry: (field, number) => t(`job-wizard.entry.${field}`, { number: String(number) }),
    addEntry: (field) => t(`job-wizard.add.${field}`),
    conditional: CONDITIONAL,
  };
}

type Job = Pick<ManagedJobFactsFragment, 'state' | 'changeInReview' | 'hasChanges' | 'sentBackReason'>;

/**
 * @returns the key of the text about an unpublished change that lists show beside the job's state
 * (`job-wizard.manager`); undefined if there is none
 */
export function stateOfChange({ state, changeInReview, hasChanges, sentBackReason }: Job) {
  if (changeInReview) return state === 'archived' ? 'renewalInReview' : 'changeInReview';
  if (sentBackReason) return state === 'draft' ? 'sentBack' : 'changeSentBack';
  return hasChanges ? 'hasChanges' : undefined;
}

/** @returns the path of the job wizard, at one of the form's steps */
export function wizardPath(jobId: string, step?: JobFormStep): Path {
  return `${JOB_WIZARD_PATH}?job=${jobId}${step ? `&step=${step}` : ''}`;
}
