import { DefinedFormDocument, FormTermsDocument } from '#contract/generated/operations.js';
import type { GraphqlFailure } from '#contract/backend/graphql-outcome.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { FIELDS_BY_JOB_TERMS } from '#contract/job-form/check-job-form.js';
import type { FormFieldDefinition, FormTerms } from './form-view';

interface LoadedForm {
  ok: true;
  /** Fields of all steps; empty if the site has no such form. */
  fields: readonly FormFieldDefinition[];
  /** Terms that the step's fields offer, and terms that its rules use. */
  terms: FormTerms;
}

/** Loads the data from which a step of a form is rendered. */
export async function loadForm(
  request: PageRequest,
  { entity, bundle, step }: { entity: string; bundle: string; step: string },
): Promise<LoadedForm | { ok: false; failure: GraphqlFailure }> {
  const form = await request.graphql(DefinedFormDocument, { entity, bundle });
  if (!form.ok) return form;
  const fields = form.data.entityDefinition?.fields ?? [];
  const shown = fields.filter((field) => field.step === step && !field.isHidden);
  const compared = entity === 'job' ? fields.filter(({ name }) => decidesAbout(name, shown)) : [];
  const vocabularies = [...new Set([...shown, ...compared].flatMap(vocabulariesOf))];
  const answers = await Promise.all(vocabularies.map((vid) => request.graphql(FormTermsDocument, { vid })));
  const terms: Record<string, FormTerms[string]> = {};
  for (const [index, answer] of answers.entries()) {
    if (!answer.ok) return answer;
    terms[vocabularies[index]!] = answer.data.termTree;
  }
  return { ok: true, fields, terms };
}

/** Vocabularies of a field, or of the fields in its entries. */
function vocabulariesOf({ settings }: FormFieldDefinition): string[] {
  return [{ settings }, ...(settings.fields ?? [])].flatMap((each) => each.settings.vocabulary ?? []);
}

/** Whether the terms of a field, which may be in another step, determine what this step requires. */
function decidesAbout(name: string, shown: readonly FormFieldDefinition[]): boolean {
  return shown.some((field) => FIELDS_BY_JOB_TERMS[name]?.includes(field.name) === true);
}
