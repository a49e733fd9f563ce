import { z } from 'zod';
import type { BackendSite } from '#contract/backend/backend.js';
import type { EntityDefinition, QueryEntityDefinitionArgs } from '#contract/generated/resolvers.js';
import { resumeFields } from '#contract/resume-form/resume-fields.js';
import {
  DEFAULT_RESUME_RULES,
  RESUME_FORMS,
  RESUME_FORM_STEPS,
  type ResumeRules,
} from '#contract/resume-form/resume-form.js';
import { entityDefinition, fieldOverrides } from '../../forms/entity-definition.js';

const names = z.array(z.string());

/** Rules of a site for resumes: `resumeForm` of its configuration, with defaults. */
export const resumeRules = z
  .strictObject({
    salutation: z.boolean(),
    fields: fieldOverrides(RESUME_FORM_STEPS),
    wizardHides: z.strictObject({ personal_info: names, job_preferences: names }),
  })
  .partial()
  .transform((own): ResumeRules => ({ ...DEFAULT_RESUME_RULES, ...own }));

/** @returns null if there is no such resume form on this site */
export function resumeDefinition(
  { entity_type, bundle, field_types }: QueryEntityDefinitionArgs,
  { resumes, resumeForm = DEFAULT_RESUME_RULES }: Pick<BackendSite, 'resumes' | 'resumeForm'>,
): EntityDefinition | null {
  const form = RESUME_FORMS.find((known) => known === bundle);
  if (entity_type !== 'resume' || !form || resumes === false) return null;
  return entityDefinition(entity_type, form, resumeFields(resumeForm, form), field_types);
}
