import type { FieldOverrides, FieldDefinition, FieldValues } from '../defined-form/defined-form.js';
import type { CheckedRules } from '../defined-form/form-rules.js';

/** The parts that recruiters look for, the most important first, with their share of the whole. */
const PARTS: readonly (readonly [part: string, weight: number, others?: readonly string[]])[] = [
  ['title', 15],
  ['workExperience', 20],
  ['desiredOccupation', 10],
  ['desiredLocation', 10],
  ['skills', 10, ['skillsFree']],
  ['education', 10],
  ['languages', 5, ['languagesFree']],
  ['about', 5],
  ['careerStatus', 3],
  ['employmentType', 3],
  ['availableStart', 3],
  ['desiredSalary', 3],
  ['phone', 3],
];

/** The groups of a resume (specification point 3) in order; each is a step of its form. */
export const RESUME_FORM_STEPS = [
  ...(['personal_info', 'job_preferences', 'education', 'work_experience', 'languages', 'skills'] as const),
] as const;
export type ResumeFormStep = (typeof RESUME_FORM_STEPS)[number];

/** The steps for users who have no resume yet. */
export const RESUME_WIZARD_STEPS = ['personal_info', 'job_preferences'] as const satisfies readonly ResumeFormStep[];
export type ResumeWizardStep = (typeof RESUME_WIZARD_STEPS)[number];

/** The form with all groups, and the shorter wizard. */
export const RESUME_FORMS = ['resume', 'wizard'] as const;
export type ResumeFormName = (typeof RESUME_FORMS)[number];

/** A site's rules for resumes and their form. */
export interface ResumeRules {
  /** Whether the form has the field `salutation`. */
  salutation: boolean;
  fields: FieldOverrides<ResumeFormStep>;
  /** Fields that the wizard leaves out, by its step. */
  wizardHides: Readonly<Record<ResumeWizardStep, readonly string[]>>;
}

export const DEFAULT_RESUME_RULES: ResumeRules = {
  salutation: true,
  fields: {},
  wizardHides: { personal_info: ['picture', 'about', 'phone'], job_preferences: ['phone'] },
};

/** Rules of a resume's form, besides the rules of any form. */
export type ResumeRule =
  /** The first of two amounts or months must not exceed the second. */
  | 'order'
  /** An amount of pay requires a currency and a period. */
  | 'payUnit'
  /** For the date of birth. */
  | 'birthday'
  /** Searchable text must not reveal the person's identity or contact data (APP-04). */
  | 'private'
  /** A name or telephone number must not be given that stored texts for recruiters contain (APP-04). */
  | 'revealed'
  /** Without a title the resume cannot be found. */
  | 'title'
  | 'none';

/** The rules that browsers check as well. */
export const CHECKED_RESUME_RULES = {
  order: {},
  payUnit: {},
  birthday: {},
  private: {},
} as const satisfies CheckedRules<ResumeRule>;

interface Completeness {
  /** From 0 to 100. */
  percent: number;
  missing: { field: string; step: string }[];
}

/** @param fields fields of the site: hidden ones do not count @param values values of the resume */
export function completenessOf(fields: readonly FieldDefinition[], values: FieldValues): Completeness {
  const has = (name: string): boolean => (values[name]?.length ?? 0) > 0;
  const applicable = PARTS.flatMap(([field, weight, others = []]) => {
    const known = fields.find(({ name, isHidden }) => name === field && !isHidden);
    return known ? [{ field, weight, step: known.step, isThere: has(field) || others.some(has) }] : [];
  });
  const sum = (parts: typeof applicable): number => parts.reduce((total, { weight }) => total + weight, 0);
  const missing = applicable.filter(({ isThere }) => !isThere);
  const whole = sum(applicable);
  return {
    percent: whole === 0 ? 100 : Math.round((100 * (whole - sum(missing))) / whole),
    missing: missing.map(({ field, step }) => ({ field, step })),
  };
}
