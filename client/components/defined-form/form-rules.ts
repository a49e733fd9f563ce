import { CHECKED_FORM_RULES, type CheckedRules } from '#contract/defined-form/form-rules.js';
import type { RuledField } from '#contract/defined-form/check-fields.js';
import type { FieldSettings, FieldType, FieldValues, DefinedFormName } from '#contract/defined-form/defined-form.js';
import { COMPARED_JOB_FIELDS, COMPARED_JOB_TERMS, CHECKED_JOB_RULES } from '#contract/job-form/check-job-form.js';
import {
  CHECKED_ORGANIZATION_RULES,
  COMPARED_ORGANIZATION_FIELDS,
} from '#contract/organization-form/organization-form.js';
import { COMPARED_RESUME_FIELDS } from '#contract/resume-form/check-resume-form.js';
import { CHECKED_RESUME_RULES } from '#contract/resume-form/resume-form.js';
import type { Translate } from '#shared/text/translator.js';
import type { CheckTexts } from '../../lib/forms/form-checks';
import type { DefinedFormRules } from './start-defined-form';
import type { FormFieldDefinition, FormTerms, FormWords } from './form-view';

/** Rules that each form has in addition to the common ones. */
const FORMS: Readonly<Record<DefinedFormName, { rules: CheckedRules<string>; compared: readonly string[] }>> = {
  job: { rules: CHECKED_JOB_RULES, compared: COMPARED_JOB_FIELDS },
  organization: { rules: CHECKED_ORGANIZATION_RULES, compared: COMPARED_ORGANIZATION_FIELDS },
  resume: { rules: CHECKED_RESUME_RULES, compared: COMPARED_RESUME_FIELDS },
};

/** Returns the rules by which the script validates a step of a form. */
export function rulesOfStep(
  form: DefinedFormName,
  shown: readonly FormFieldDefinition[],
  { values, terms, timeZone, now }: { values: FieldValues; terms: FormTerms; timeZone: string; now: Date },
): DefinedFormRules {
  const elsewhere = FORMS[form].compared.filter((name) => !shown.some((field) => field.name === name));
  const known = Object.values(terms)
    .flat()
    .filter(({ slug }) => form === 'job' && COMPARED_JOB_TERMS.includes(slug));
  return {
    form,
    fields: shown.map(ruledField),
    stored: Object.fromEntries(elsewhere.flatMap((name) => (values[name] ? [[name, values[name]] as const] : []))),
    slugs: Object.fromEntries(known.map(({ tid, slug }) => [String(tid), slug])),
    timeZone,
    now: now.toISOString(),
  };
}

function ruledField(field: FormFieldDefinition): RuledField {
  const { name, type, required, multiple, maxNumItems, isPrivate, settings } = field;
  return {
    name,
    type: type as FieldType,
    required,
    multiple,
    ...(maxNumItems == null ? {} : { maxNumItems }),
    isHidden: false,
    isPrivate,
    settings: ruledSettings(settings),
  };
}

/** Leaves out the settings of choices from the site's lists, which only the server can check. */
function ruledSettings(settings: FormFieldDefinition['settings']): FieldSettings {
  const fields = settings.fields?.map((own) => ({
    name: own.name,
    type: own.type as FieldType,
    required: own.required,
    settings: ruledSettings({ ...own.settings, fields: null }),
  }));
  const { maxLength, choices, isWhole } = settings;
  return {
    ...(maxLength == null ? {} : { maxLength }),
    ...(choices.length > 0 ? { choices } : {}),
    ...(isWhole === true ? { isWhole } : {}),
    ...(fields ? { fields } : {}),
  };
}

/** Messages of the script, in the language of the page. */
export function checkTextsOfStep(
  form: DefinedFormName,
  shown: readonly FormFieldDefinition[],
  { values, words, t }: { values: FieldValues; words: FormWords; t: Translate },
): CheckTexts {
  const ofAll = Object.entries(CHECKED_FORM_RULES).map(
    ([rule, named]) => [rule, t(`rules.form.${rule}`, named)] as const,
  );
  const own = Object.entries(FORMS[form].rules).map(
    ([rule, named]) => [rule, t(`rules.${form}.${rule}`, named)] as const,
  );
  return {
    messages: Object.fromEntries([...ofAll, ...own]),
    labels: Object.fromEntries(shown.flatMap((field) => labelsOf(field, values[field.name]?.length ?? 0, words))),
  };
}

/** Labels of a field and its entries: the existing entries, the one that can be added, and the fields of each. */
function labelsOf({ name, type, settings }: FormFieldDefinition, count: number, words: FormWords): [string, string][] {
  const label: [string, string] = [name, words.field(name)];
  if (type !== 'entries') return [label];
  const entries = Array.from({ length: count + 1 }, (_none, index): [string, string] => [
    `${name}.${index + 1}`,
    words.entry(name, index + 1),
  ]);
  const fields = (settings.fields ?? []).map((own): [string, string] => [`${name}.${own.name}`, words.field(own.name)]);
  return [label, ...entries, ...fields];
}
