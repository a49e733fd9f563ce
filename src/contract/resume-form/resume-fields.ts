import {
  definedFields,
  type EntryField,
  type FieldDefinition,
  type FieldSpec,
  SALARY_CHOICES,
} from '../defined-form/defined-form.js';
import {
  RESUME_FORM_STEPS,
  type ResumeFormName,
  type ResumeFormStep,
  type ResumeRules,
  type ResumeWizardStep,
  RESUME_WIZARD_STEPS,
} from './resume-form.js';

const MEGABYTE = 1_000_000;
const LONG = { maxLength: 2500 };

const entry = (specs: readonly FieldSpec[]): readonly EntryField[] =>
  specs.map((spec) => ({ required: false, settings: {}, ...spec }));

const TOWN: readonly FieldSpec[] = [
  { name: 'countryCode', type: 'country' },
  { name: 'administrativeArea', type: 'text', settings: { maxLength: 100 } },
  { name: 'locality', type: 'text', settings: { maxLength: 100 } },
];

/** A period in months; without an end it is ongoing. */
const PERIOD: readonly FieldSpec[] = [
  { name: 'from', type: 'month' },
  { name: 'until', type: 'month' },
];

/** The groups of specification point 3, for all sites; the fields of each group in order, with the names of the contract. */
const DEFAULT_FIELDS: Readonly<Record<ResumeFormStep, readonly FieldSpec[]>> = {
  personal_info: [
    { name: 'salutation', type: 'choice', settings: { choices: ['ms', 'mr', 'mx'] } },
    { name: 'firstName', type: 'text', required: true, isPrivate: true, settings: { maxLength: 80 } },
    { name: 'lastName', type: 'text', required: true, isPrivate: true, settings: { maxLength: 80 } },
    { name: 'picture', type: 'image', settings: { mostBytes: 10 * MEGABYTE, mostWidth: 480 } },
    { name: 'phone', type: 'text', isPrivate: true, settings: { maxLength: 40 } },
    { name: 'birthday', type: 'date', isPrivate: true },
    {
      name: 'homeLocation',
      type: 'entries',
      isPrivate: true,
      settings: {
        fields: entry([
          ...TOWN,
          { name: 'zip', type: 'text', settings: { maxLength: 20 } },
          { name: 'addressLine1', type: 'text', settings: { maxLength: 150 } },
          { name: 'addressLine2', type: 'text', settings: { maxLength: 150 } },
        ]),
      },
    },
    { name: 'about', type: 'long_text', settings: LONG },
  ],
  job_preferences: [
    { name: 'title', type: 'text', required: true, settings: { maxLength: 120 } },
    { name: 'desiredOccupation', type: 'term', multiple: true, maxNumItems: 5, settings: { vocabulary: 'occupation' } },
    {
      name: 'employmentType',
      type: 'term',
      multiple: true,
      maxNumItems: 5,
      settings: { vocabulary: 'employment_type' },
    },
    { name: 'desiredLocation', type: 'entries', settings: { fields: entry(TOWN) } },
    {
      name: 'desiredSalary',
      type: 'entries',
      settings: {
        fields: entry([
          { name: 'minSalary', type: 'number' },
          { name: 'maxSalary', type: 'number' },
          { name: 'currencyCode', type: 'choice', settings: { choices: SALARY_CHOICES.currencyCode } },
          { name: 'salaryUnit', type: 'choice', settings: { choices: SALARY_CHOICES.salaryUnit } },
        ]),
      },
    },
    { name: 'careerStatus', type: 'term', settings: { vocabulary: 'career_status' } },
    { name: 'availableStart', type: 'date' },
    {
      name: 'availabilityPeriods',
      type: 'entries',
      multiple: true,
      maxNumItems: 6,
      settings: {
        fields: entry([
          { name: 'from', type: 'month', required: true },
          { name: 'until', type: 'month' },
        ]),
      },
    },
  ],
  education: [
    {
      name: 'education',
      type: 'entries',
      multiple: true,
      maxNumItems: 12,
      settings: {
        fields: entry([
          { name: 'institution', type: 'text', required: true, settings: { maxLength: 150 } },
          { name: 'degreeLevel', type: 'term', settings: { vocabulary: 'degree_level' } },
          { name: 'fieldOfStudy', type: 'term', settings: { vocabulary: 'field_of_study' } },
          { name: 'studyProgram', type: 'text', settings: { maxLength: 150 } },
          ...PERIOD,
          ...TOWN,
          { name: 'summary', type: 'long_text', settings: LONG },
        ]),
      },
    },
  ],
  work_experience: [
    {
      name: 'workExperience',
      type: 'entries',
      multiple: true,
      maxNumItems: 20,
      settings: {
        fields: entry([
          { name: 'jobTitle', type: 'text', required: true, settings: { maxLength: 150 } },
          { name: 'companyName', type: 'text', settings: { maxLength: 150 } },
          { name: 'occupation', type: 'term', settings: { vocabulary: 'occupation' } },
          { name: 'employmentType', type: 'term', settings: { vocabulary: 'employment_type' } },
          ...PERIOD,
          ...TOWN,
          { name: 'summary', type: 'long_text', settings: LONG },
        ]),
      },
    },
  ],
  languages: [
    {
      name: 'languages',
      type: 'entries',
      multiple: true,
      maxNumItems: 12,
      settings: {
        fields: entry([
          { name: 'language', type: 'term', required: true, settings: { vocabulary: 'language' } },
          { name: 'level', type: 'term', settings: { vocabulary: 'language_level' } },
        ]),
      },
    },
    { name: 'languagesFree', type: 'lines', multiple: true, maxNumItems: 10, settings: { maxLength: 60 } },
    { name: 'languageNotes', type: 'long_text', settings: { maxLength: 1000 } },
  ],
  skills: [
    { name: 'skills', type: 'term', multiple: true, maxNumItems: 30, settings: { vocabulary: 'skill' } },
    { name: 'skillsFree', type: 'lines', multiple: true, maxNumItems: 20, settings: { maxLength: 60 } },
    { name: 'skillsNotes', type: 'long_text', settings: { maxLength: 1000 } },
  ],
};

/** All fields, of any site. */
export const ALL_RESUME_FIELDS: readonly (FieldSpec & { multiple: boolean })[] = Object.values(DEFAULT_FIELDS).flatMap(
  (fields) => fields.map((field) => ({ multiple: false, ...field })),
);

export const RESUME_FIELD_NAMES: readonly string[] = ALL_RESUME_FIELDS.map(({ name }) => name);

/** @returns the fields of a resume form on a site, in order, including hidden ones */
export function resumeFields(rules: ResumeRules, form: ResumeFormName = 'resume'): FieldDefinition<ResumeFormStep>[] {
  const specs = Object.fromEntries(
    Object.entries(DEFAULT_FIELDS).map(([step, all]) => [step, all.map((spec) => switched(spec, rules))]),
  );
  const fields = definedFields(RESUME_FORM_STEPS, specs, rules.fields);
  return form === 'resume' ? fields : fields.flatMap((field) => inWizard(field, rules));
}

function switched(spec: FieldSpec, { salutation }: ResumeRules): FieldSpec {
  return spec.name === 'salutation' && !salutation ? { ...spec, isHidden: true } : spec;
}

function inWizard(
  field: FieldDefinition<ResumeFormStep>,
  { wizardHides }: ResumeRules,
): FieldDefinition<ResumeFormStep>[] {
  const step = RESUME_WIZARD_STEPS.find((own): own is ResumeWizardStep => own === field.step);
  if (!step) return [];
  return [wizardHides[step].includes(field.name) ? { ...field, isHidden: true } : field];
}
