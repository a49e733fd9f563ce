import type { FieldOverrides } from '../defined-form/defined-form.js';
import type { CheckedRules } from '../defined-form/form-rules.js';

/** The groups of a resume (specification point 3), each a step of its form, in their order. */
export const RESUME_FORM_STEPS = [
  ...(['personal_info', 'job_preferences', 'education', 'work_experience', 'languages', 'skills'] as const),
] as const;
export type ResumeFormStep = (typeof RESUME_FORM_STEPS)[number];

/** What somebody is asked for who has no resume yet. */
export const RESUME_WIZARD_STEPS = ['personal_info', 'job_preferences'] as const satisfies readonly ResumeFormStep[];
export type ResumeWizardStep = (typeof RESUME_WIZARD_STEPS)[number];

/** The form of all groups, and the shorter one for the beginning. */
export const RESUME_FORMS = ['resume', 'wizard'] as const;
export type ResumeFormName = (typeof RESUME_FORMS)[number];

/** What a site decides about resumes and their form. */
export interface ResumeRules {
  /** The field `salutation` is asked for. */
  salutation: boolean;
  fields: FieldOverrides<ResumeFormStep>;
  /** Fields that the wizard leaves for later, by its step. */
  wizardHides: Readonly<Record<ResumeWizardStep, readonly string[]>>;
}

export const DEFAULT_RESUME_RULES: ResumeRules = {
  salutation: true,
  fields: {},
  wizardHides: { personal_info: ['picture', 'about', 'phone'], job_preferences: ['phone'] },
};

/** What can be wrong with a resume's form, besides what can be wrong with any. */
export type ResumeRule =
  /** Two amounts, or two months, the wrong way round. */
  | 'order'
  /** Of an amount: in which currency, or for how long. */
  | 'payUnit'
  /** Of a day on which somebody was born. */
  | 'birthday'
  /** What everybody who searches may read says who it is, or how to reach them (APP-04). */
  | 'private'
  /** It has no title yet, and cannot be found. */
  | 'title'
  | 'none';

/** The rules that a browser checks as well. */
export const CHECKED_RESUME_RULES = {
  order: {},
  payUnit: {},
  birthday: {},
  private: {},
} as const satisfies CheckedRules<ResumeRule>;
