import type { FieldValues } from '#contract/defined-form/defined-form.js';
import { sentValues } from '#contract/defined-form/sent-values.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import type { SentForm } from '#contract/applications/sent-form.js';
import { DefinedFormDocument, FormTermsDocument } from '#contract/generated/operations.js';
import type { GraphqlFailure } from '#contract/backend/graphql-outcome.js';
import { FIELDS_BY_JOB_TERMS } from '#contract/job-form/check-job-form.js';
import { pageForm, type PageForm } from '../../lib/page-form';
import type { FormFieldDefinition, FormTerms } from './form-view';

interface StoredForm {
  fields: readonly { name: string; values: readonly string[] }[];
  errors: readonly { field?: string | null; step?: string | null; message: string }[];
}

/** Value of the query parameter `error` that says that the previous step has errors. */
const CHECKED = 'check';

/**
 * Returns the form of a step: the stored values, overridden by values that were just sent and rejected.
 *
 * @param stored undefined if nothing is stored yet
 */
export function stepForm(
  request: PageRequest,
  { fields, step, stored }: { fields: readonly FormFieldDefinition[]; step: string; stored: StoredForm | undefined },
): { form: PageForm; values: FieldValues } {
  const { form: sent, query } = request;
  const own = new URLSearchParams(query);
  for (const name of ['error', 'notice']) own.delete(name);
  const page = pageForm({ ...request, query: own });
  const shown = query.get('error') === CHECKED && !sent ? (stored?.errors ?? []) : [];
  const errors = shown.filter((error) => error.step === step);
  const storedValues = Object.fromEntries((stored?.fields ?? []).map(({ name, values }) => [name, values]));
  return {
    form: {
      ...page,
      errors: [...page.errors, ...errors.map(({ field, message }) => ({ field: field ?? null, message }))],
    },
    values: sent ? { ...storedValues, ...typed(fields, sent, storedValues) } : storedValues,
  };
}

/** A rejected file does not replace the existing one. */
function typed(
  fields: readonly FormFieldDefinition[],
  { values, errors }: SentForm,
  storedValues: FieldValues,
): FieldValues {
  const names = (values.fields ?? '').split(' ');
  const sent = sentValues(
    fields.filter(({ name }) => names.includes(name)),
    values,
  );
  const refused = Object.keys(sent).filter(
    (name) =>
      errors.some(({ field }) => field === name) &&
      fields.some((field) => field.name === name && (field.type === 'file' || field.type === 'image')),
  );
  return { ...sent, ...Object.fromEntries(refused.map((name) => [name, storedValues[name] ?? []])) };
}

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
