import { MAX_APPLICATION_EMAILS, MAX_QUESTIONS } from '#contract/applications/application-rules.js';
import { readEntry, sharedField } from '#contract/defined-form/defined-form.js';
import type { EditedJobQuery, ManagedJobFactsFragment } from '#contract/generated/operations.js';
import { ALL_JOB_FIELDS } from '#contract/job-form/job-fields.js';
import type { JobFormStep } from '#contract/job-form/job-form.js';
import { JOB_WIZARD_PATH, type Path } from '#contract/pages/paths.js';
import type { Translate } from '#shared/text/translator.js';
import type { FormWords } from '../../components/defined-form/form-view';
import { withColon } from '../../components/ui/forms/field-labels';
import { countryName, formatDay, formatZone } from '../../lib/format';
import { usePage } from '../../lib/page-context';

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

/** Number of words kept on each side of a change. */
const CONTEXT_WORDS = 8;

const ELLIPSIS = '…';

/** The part of a field definition that determines its values. */
type ValueField = Pick<(typeof ALL_JOB_FIELDS)[number], 'name' | 'type' | 'settings'>;

/** @returns a function that formats the values of a field of a job's form as text */
export function useValueWords(): (field: string, values: readonly string[]) => string {
  const { t, locale } = usePage();
  return valueWords(t, locale);
}

/** The same for code outside of components. */
export function valueWords(t: Translate, locale: string): (field: string, values: readonly string[]) => string {
  const words = jobWords(t, locale);
  const wordsOf = (value: string, field: ValueField | undefined): string => {
    switch (field?.type) {
      case 'choice':
        return field.settings?.choices?.includes(value) ? words.choice(field.name, value) : value;
      case 'country':
        return /^[A-Z]{2}$/.test(value) ? countryName(value, locale) : value;
      case 'date':
        return /^\d{4}-\d\d-\d\d$/.test(value) ? formatDay(value, locale) : value;
      case 'boolean':
        return t('job-wizard.changes.yes');
      case 'entries':
        return entryWords(value, field.settings?.fields ?? []);
      default:
        return value;
    }
  };
  /** The first field is the title of the entry; the others follow with their labels, in the order of the form. */
  const entryWords = (value: string, fields: readonly ValueField[]): string => {
    const entry = readEntry(value);
    if (!entry) return value;
    return fields
      .flatMap((field, index) => {
        const held = entry[field.name];
        if (!held) return [];
        const said = wordsOf(held, field).split('\n').join(', ');
        return index === 0 ? said : `${withColon(words.field(field.name), locale)} ${said}`;
      })
      .join(' · ');
  };
  return (name, values) => {
    const field = ALL_JOB_FIELDS.find((known) => known.name === name);
    return values.map((value) => wordsOf(value, field)).join(field?.type === 'entries' ? '; ' : ', ');
  };
}

/** A part of a text that has two versions. */
export type ChangedText = NonNullable<EditedJobQuery['editedJob']>['changes'][number]['parts'][number];

/**
 * @returns the parts, with long unchanged stretches reduced to the words beside the changes; `…` stands for the rest
 */
export function shortened(parts: readonly ChangedText[]): ChangedText[] {
  return parts.map((part, index) =>
    part.change === 'same'
      ? { ...part, text: shorten(part.text, { isFirst: index === 0, isLast: index === parts.length - 1 }) }
      : part,
  );
}

function shorten(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): string {
  const words = text.split(/(?<=\S\s+)(?=\S)/);
  const before = isFirst ? 0 : CONTEXT_WORDS;
  const after = isLast ? 0 : CONTEXT_WORDS;
  // Nothing changed, or too little would be omitted.
  if ((isFirst && isLast) || words.length <= before + after + 1) return text;
  const start = words.slice(0, before).join('');
  const end = after === 0 ? '' : words.slice(-after).join('');
  return `${start}${ELLIPSIS}${end && ` ${end}`}`;
}
