import type { FieldValues } from '#contract/defined-form/defined-form.js';
import { sentValues } from '#contract/defined-form/sent-values.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import type { SentForm } from '#contract/applications/sent-form.js';
import { pageForm, type PageForm } from '../../lib/page-form';
import type { FormFieldDefinition } from './form-view';

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
