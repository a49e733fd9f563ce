import { z } from 'zod';
import type { FieldDefinition, FieldSettings } from '#contract/defined-form/defined-form.js';
import type {
  EntityDefinition,
  FieldSettings as SettingsOfContract,
  Query,
  QueryEntityDefinitionArgs,
} from '#contract/generated/resolvers.js';
import { jobFields } from '#contract/job-form/job-fields.js';
import { JOB_TYPES, type JobRules, DEFAULT_JOB_RULES, JOB_FORM_STEPS } from '#contract/job-form/job-form.js';
import { organizationFields } from '#contract/organization-form/organization-fields.js';
import {
  type OrganizationRules,
  DEFAULT_ORGANIZATION_RULES,
  ORGANIZATION_FORM_STEPS,
} from '#contract/organization-form/organization-form.js';
import type { BackendSite } from '#contract/backend/backend.js';
import { resumeFields } from '#contract/resume-form/resume-fields.js';
import {
  DEFAULT_RESUME_RULES,
  RESUME_FORMS,
  RESUME_FORM_STEPS,
  type ResumeRules,
} from '#contract/resume-form/resume-form.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';

/** Converts a form of a site to the contract's definition. @param types types of fields; omit for all */
export function entityDefinition(
  entity_type: string,
  bundle: string,
  fields: readonly FieldDefinition[],
  types: readonly string[] | null | undefined,
): EntityDefinition {
  return {
    __typename: 'EntityDefinition',
    entity_type,
    bundle,
    fields: fields
      .filter(({ type }) => !types || types.includes(type))
      .map(({ settings, maxNumItems, ...field }) => ({
        __typename: 'FieldDefinition',
        ...field,
        maxNumItems: maxNumItems ?? null,
        settings: settingsOf(settings),
      })),
  };
}

function settingsOf({
  vocabulary,
  maxLength,
  choices,
  isWhole,
  mostBytes,
  mostWidth,
  fields,
}: FieldSettings): SettingsOfContract {
  return {
    __typename: 'FieldSettings',
    vocabulary: vocabulary ?? null,
    maxLength: maxLength ?? null,
    choices: [...(choices ?? [])],
    isWhole: isWhole ?? null,
    mostBytes: mostBytes ?? null,
    mostWidth: mostWidth ?? null,
    fields:
      fields?.map(({ name, type, required, settings }) => ({
        __typename: 'EntryField' as const,
        name,
        type,
        required,
        settings: settingsOf(settings),
      })) ?? null,
  };
}

/** Overrides that a site may configure for the fields of a form, by field name. */
export function fieldOverrides<Step extends string>(steps: readonly [Step, ...Step[]]) {
  return z.record(
    z.string(),
    z
      .strictObject({
        step: z.enum(steps),
        required: z.boolean(),
        multiple: z.boolean(),
        isHidden: z.boolean(),
        maxNumItems: z.number().int().min(1),
        weight: z.number().int(),
      })
      .partial(),
  );
}

/** @returns null if the domain has no such form on this site */
export type DefineForm = (args: QueryEntityDefinitionArgs, context: RequestContext) => EntityDefinition | null;

/** Resolver for the definitions of a site's forms. @param forms each returns its own forms only */
function definitionResolvers(forms: readonly DefineForm[]) {
  return {
    Query: {
      entityDefinition: allow<QueryEntityDefinitionArgs, Query['entityDefinition']>('anyone', (args, context) => {
        for (const define of forms) {
          const found = define(args, context);
          if (found) return found;
        }
        return null;
      }),
    },
  } satisfies RootResolvers;
}

/** Definitions of forms, provided by the domains that own them. */
export function createForms(definitions: readonly DefineForm[]): BackendModule {
  return { resolvers: [definitionResolvers(definitions)] };
}

/** Rules of a site for jobs: `jobForm` of its configuration, with defaults. */
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

/** @returns null if there is no such job form on this site */
export function jobDefinition(
  { entity_type, bundle, field_types }: QueryEntityDefinitionArgs,
  rules: JobRules,
): EntityDefinition | null {
  const type = JOB_TYPES.find((known) => known === bundle);
  if (entity_type !== 'job' || !type || !rules.types.includes(type)) return null;
  return entityDefinition(entity_type, bundle, jobFields(type, rules), field_types);
}

/** Rules of a site for organizations: `organizationForm` of its configuration, with defaults. */
export const organizationRules = z
  .strictObject({ fieldsOfStudy: z.boolean(), fields: fieldOverrides(ORGANIZATION_FORM_STEPS) })
  .partial()
  .transform((own): OrganizationRules => ({ ...DEFAULT_ORGANIZATION_RULES, ...own }));

/** @returns null if another form was requested */
export function organizationDefinition(
  { entity_type, bundle, field_types }: QueryEntityDefinitionArgs,
  rules: OrganizationRules,
): EntityDefinition | null {
  if (entity_type !== 'organization' || bundle !== 'organization') return null;
  return entityDefinition(entity_type, bundle, organizationFields(rules), field_types);
}

const fieldNames = z.array(z.string());

/** Rules of a site for resumes: `resumeForm` of its configuration, with defaults. */
export const resumeRules = z
  .strictObject({
    salutation: z.boolean(),
    fields: fieldOverrides(RESUME_FORM_STEPS),
    wizardHides: z.strictObject({ personal_info: fieldNames, job_preferences: fieldNames }),
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
