import { z } from 'zod';
import {
  DEFAULT_RESUME_RULES,
  RESUME_FORM_STEPS,
  type ResumeRules,
} from '#contract/resume-form/resume-form.js';
import { fieldOverrides, parseRules } from '../../forms/field-overrides.js';

const names = z.array(z.string());
const rules = z
  .strictObject({
    salutation: z.boolean(),
    fields: fieldOverrides(RESUME_FORM_STEPS),
    wizardHides: z.strictObject({ personal_info: names, job_preferences: names }),
  })
  .partial();

/** @param text `{"name":{"salutation":false}}` @returns as `parseJobRules` */
export function parseResumeRules(text: string): Map<string, ResumeRules> | undefined {
  return parseRules<ResumeRules>(text, rules, DEFAULT_RESUME_RULES);
}
