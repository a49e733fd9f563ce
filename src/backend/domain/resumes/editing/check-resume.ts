import type { FieldDefinition, FieldValues } from '#contract/defined-form/defined-form.js';
import { checkResumeForm, type ResumeViolation } from '#contract/resume-form/check-resume-form.js';
import { type Checking, referenceFacts } from '../../forms/check-fields.js';

/** Violations in a resume's form. @param fields fields to check @param values values of the whole form */
export function checkResume(
  fields: readonly FieldDefinition[],
  values: FieldValues,
  { terms, now }: Checking & { now: Date },
): ResumeViolation[] {
  return checkResumeForm(fields, values, { ...referenceFacts({ terms }), now });
}
