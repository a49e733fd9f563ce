import { z } from 'zod';
import { DEFAULT_JOB_RULES, JOB_FORM_STEPS, JOB_TYPES, type JobRules } from '#contract/job-form/job-form.js';
import { fieldOverrides, parseRules } from '../forms/field-overrides.js';

const rules = z
  .strictObject({
    types: z.array(z.enum(JOB_TYPES)).min(1),
    review: z.boolean(),
    days: z.number().int().min(1).max(365),
    cvDuration: z.boolean(),
    fieldsOfStudy: z.boolean(),
    fields: fieldOverrides(JOB_FORM_STEPS),
  })
  .partial();

/** @param text `{"name":{"review":true}}` @returns by site, with the defaults; undefined when it is not of that form */
export function parseJobRules(text: string): Map<string, JobRules> | undefined {
  return parseRules<JobRules>(text, rules, DEFAULT_JOB_RULES);
}
