import { z } from 'zod';
import { DEFAULT_JOB_RULES, JOB_FORM_STEPS, JOB_TYPES, type JobRules } from '../../../contract/job-form/job-form.js';

const rules = z
  .strictObject({
    types: z.array(z.enum(JOB_TYPES)).min(1),
    review: z.boolean(),
    days: z.number().int().min(1).max(365),
    cvDuration: z.boolean(),
    fieldsOfStudy: z.boolean(),
    fields: z.record(
      z.string(),
      z
        .strictObject({
          ...{ step: z.enum(JOB_FORM_STEPS), required: z.boolean(), multiple: z.boolean(), isHidden: z.boolean() },
          ...{ maxNumItems: z.number().int().min(1), weight: z.number().int() },
        })
        .partial(),
    ),
  })
  .partial();

/** @param text `{"name":{"review":true}}` @returns by site, with the defaults; undefined when it is not of that form */
export function parseJobRules(text: string): Map<string, JobRules> | undefined {
  try {
    const read = z.record(z.string(), rules).parse(JSON.parse(text));
    return new Map(Object.entries(read).map(([site, own]) => [site, { ...DEFAULT_JOB_RULES, ...own }]));
  } catch {
    return undefined;
  }
}
