import { z } from 'zod';
import { DEFAULT_RESUME_RULES, RESUME_FORM_STEPS, type ResumeRules } from '#contract/resume-form/resume-form.js';
import { fieldOverrides } from '../../forms/field-overrides.js';

const names = z.array(z.string());

/** What a site decides about resumes, as `resumeForm` of its configuration, with the defaults. */
export const resumeRules = z
  .strictObject({
    salutation: z.boolean(),
    fields: fieldOverrides(RESUME_FORM_STEPS),
    wizardHides: z.strictObject({ personal_info: names, job_preferences: names }),
  })
  .partial()
  .transform((own): ResumeRules => ({ ...DEFAULT_RESUME_RULES, ...own }));
