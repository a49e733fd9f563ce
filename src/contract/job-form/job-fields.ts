import { MAX_APPLICATION_EMAILS } from '../applications/application-rules.js';
import { MAX_SCREENING_QUESTIONS, SCREENING_TYPES, YES_NO } from '../applications/screening.js';
import { JOB_FILE } from '../applications/uploads.js';
import { definedFields, type FieldDefinition, type FieldSpec, SALARY_CHOICES } from '../defined-form/defined-form.js';
import { JOB_FORM_STEPS, type JobFormStep, type JobRules, type JobType } from './job-form.js';

interface JobFieldSpec extends FieldSpec {
  /** Job types that have the field; if missing, all types. */
  of?: readonly JobType[];
}

const TEMPLATE_AND_FILE: readonly JobType[] = ['job_per_template', 'job_per_file'];

/** The groups of specification point 3, for all sites; the fields of each group in order. */
const DEFAULT_FIELDS: Readonly<Record<Exclude<JobFormStep, 'preview'>, readonly JobFieldSpec[]>> = {
  job: [
    { name: 'title', type: 'text', required: true, settings: { maxLength: 200 } },
    { name: 'linkUrl', type: 'url', required: true, of: ['job_per_link'], settings: { maxLength: 2000 } },
    { name: 'file', type: 'file', required: true, of: ['job_per_file'], settings: { mostBytes: JOB_FILE.mostBytes } },
    { name: 'description', type: 'rich_text', settings: { maxLength: 60_000 } },
    { name: 'availabilityPeriod', type: 'text', settings: { maxLength: 120 } },
    { name: 'videoUrl', type: 'url', of: ['job_per_template'], settings: { maxLength: 2000 } },
  ],
  company: [
    { name: 'organizationAssignment', type: 'text', settings: { maxLength: 120 } },
    { name: 'logo', type: 'image', settings: { mostBytes: 5_000_000, mostWidth: 512 } },
    { name: 'remoteOptions', type: 'term', settings: { vocabulary: 'remote_options' } },
    { name: 'eligibleCountries', type: 'country', multiple: true, maxNumItems: 30 },
    { name: 'countryCode', type: 'country' },
    { name: 'administrativeArea', type: 'text', settings: { maxLength: 100 } },
    { name: 'locality', type: 'text', settings: { maxLength: 100 } },
    { name: 'zip', type: 'text', settings: { maxLength: 20 } },
    { name: 'addressLine1', type: 'text', settings: { maxLength: 150 } },
    { name: 'addressLine2', type: 'text', settings: { maxLength: 150 } },
  ],
  categories: [
    {
      name: 'employmentType',
      type: 'term',
      required: true,
      multiple: true,
      maxNumItems: 3,
      settings: { vocabulary: 'employment_type' },
    },
    {
      name: 'occupationalField',
      type: 'term',
      required: true,
      multiple: true,
      maxNumItems: 3,
      settings: { vocabulary: 'occupation' },
    },
    {
      name: 'industries',
      type: 'term',
      multiple: true,
      maxNumItems: 3,
      settings: { vocabulary: 'industry' },
    },
    {
      name: 'fieldsOfStudy',
      type: 'term',
      multiple: true,
      maxNumItems: 5,
      settings: { vocabulary: 'field_of_study' },
    },
    { name: 'degreeLevel', type: 'term', settings: { vocabulary: 'degree_level' } },
    { name: 'yearsOfExperience', type: 'term', settings: { vocabulary: 'experience' } },
    { name: 'salaryRange', type: 'term', settings: { vocabulary: 'salary_range' } },
    { name: 'minSalary', type: 'number' },
    { name: 'maxSalary', type: 'number' },
    { name: 'currencyCode', type: 'choice', settings: { choices: SALARY_CHOICES.currencyCode } },
    { name: 'salaryUnit', type: 'choice', settings: { choices: SALARY_CHOICES.salaryUnit } },
    {
      name: 'languages',
      type: 'term',
      multiple: true,
      maxNumItems: 8,
      settings: { vocabulary: 'language' },
    },
    { name: 'languagesFree', type: 'lines', multiple: true, maxNumItems: 8, settings: { maxLength: 60 } },
    { name: 'skills', type: 'term', multiple: true, maxNumItems: 15, settings: { vocabulary: 'skill' } },
    { name: 'skillsFree', type: 'lines', multiple: true, maxNumItems: 20, settings: { maxLength: 60 } },
    {
      name: 'benefits',
      type: 'term',
      multiple: true,
      maxNumItems: 12,
      settings: { vocabulary: 'benefit' },
    },
  ],
  schedule: [
    { name: 'published', type: 'date' },
    { name: 'expiration', type: 'date' },
    { name: 'duration', type: 'choice', settings: { choices: ['14', '30', '60', '90'] } },
    { name: 'timeZone', type: 'choice' },
    { name: 'cvDuration', type: 'choice', settings: { choices: ['30', '90', '180'] } },
  ],
  application: [
    {
      name: 'applicationWorkflow',
      type: 'choice',
      required: true,
      of: TEMPLATE_AND_FILE,
      settings: { choices: ['form', 'email', 'link'] },
    },
    {
      name: 'applicationEmails',
      type: 'email',
      multiple: true,
      maxNumItems: MAX_APPLICATION_EMAILS,
      of: TEMPLATE_AND_FILE,
      settings: { maxLength: 254 },
    },
    { name: 'applicationLink', type: 'url', of: TEMPLATE_AND_FILE, settings: { maxLength: 2000 } },
    { name: 'applicationRequireCv', type: 'boolean', of: TEMPLATE_AND_FILE },
    { name: 'applicationRequireCoverLetter', type: 'boolean', of: TEMPLATE_AND_FILE },
    {
      name: 'applicationQualifyingQuestions',
      type: 'lines',
      multiple: true,
      maxNumItems: 10,
      of: TEMPLATE_AND_FILE,
      settings: { maxLength: 300 },
    },
    {
      name: 'screeningQuestions',
      type: 'entries',
      multiple: true,
      maxNumItems: MAX_SCREENING_QUESTIONS,
      of: TEMPLATE_AND_FILE,
      settings: {
        fields: [
          { name: 'question', type: 'text', required: true, settings: { maxLength: 300 } },
          { name: 'questionType', type: 'choice', required: true, settings: { choices: SCREENING_TYPES } },
          { name: 'choices', type: 'long_text', required: false, settings: { maxLength: 2000 } },
          { name: 'criterionName', type: 'text', required: false, settings: { maxLength: 60 } },
          { name: 'neededAnswer', type: 'choice', required: false, settings: { choices: YES_NO } },
          { name: 'atLeast', type: 'number', required: false, settings: {} },
          { name: 'atMost', type: 'number', required: false, settings: {} },
          { name: 'acceptedChoices', type: 'long_text', required: false, settings: { maxLength: 2000 } },
        ],
      },
    },
    { name: 'applicationRequireQualifyingQuestions', type: 'boolean', of: TEMPLATE_AND_FILE },
    { name: 'reference', type: 'text', settings: { maxLength: 100 } },
  ],
};

/** Fields that are enabled by a setting of the site. */
const SWITCHED: Readonly<Record<string, 'cvDuration' | 'fieldsOfStudy'>> = {
  cvDuration: 'cvDuration',
  fieldsOfStudy: 'fieldsOfStudy',
};

/** All fields, of any site and job type. */
export const ALL_JOB_FIELDS: readonly (FieldSpec & { multiple: boolean })[] = Object.values(DEFAULT_FIELDS).flatMap(
  (fields) => fields.map((field) => ({ multiple: false, ...field })),
);

export const JOB_FIELD_NAMES: readonly string[] = ALL_JOB_FIELDS.map(({ name }) => name);

/** @returns the fields of the form for a job type on a site, in order, including hidden ones */
export function jobFields(type: JobType, rules: JobRules): FieldDefinition<JobFormStep>[] {
  const specs = Object.fromEntries(
    Object.entries(DEFAULT_FIELDS).map(([step, all]) => [
      step,
      all.filter(({ of }) => !of || of.includes(type)).map((spec) => fieldOf(spec, type, rules)),
    ]),
  );
  return definedFields(JOB_FORM_STEPS, specs, rules.fields);
}

function fieldOf(spec: JobFieldSpec, type: JobType, rules: JobRules): FieldSpec {
  const field: JobFieldSpec = { ...spec };
  delete field.of;
  // For a link or a file, the description is elsewhere and optional. A site may require it (`fields` of its rules).
  if (spec.name === 'description') return { ...field, required: type === 'job_per_template' };
  if (spec.name === 'timeZone') {
    const choices = rules.timeZones ?? [];
    return { ...field, settings: { choices }, isHidden: choices.length < 2 };
  }
  const flag = SWITCHED[spec.name];
  return { ...field, isHidden: flag !== undefined && !rules[flag] };
}
