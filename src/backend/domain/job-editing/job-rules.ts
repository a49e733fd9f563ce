import { z } from 'zod';
import { DEFAULT_JOB_RULES, JOB_FORM_STEPS, JOB_TYPES, type JobRules } from '#contract/job-form/job-form.js';
import { fieldOverrides } from '../forms/field-overrides.js';

/** What a site decides about jobs, as `jobForm` of its configuration, with the defaults. */
export const jobRules = z
  .strictObject({
    types: z.array(z.enum(JOB_TYPES)).min(1),
    review: z.boolean(),
    days: z.number().int().min(1).max(365),
    cvDuration: z.boolean(),
    fieldsOfStudy: z.boolean(),
    fields: fieldOverrides(JOB_FORM_STEPS),
  })
  .partial()
  .transform((own): JobRules => ({ ...DEFAULT_JOB_RULES, ...own }));
