import { htmlOfPlainText, isMarkup } from '#shared/text/plain-text.js';
import { checkJobForm } from '../job-form/check-job-form.js';
import { checkOrganizationForm } from '../organization-form/organization-form.js';
import { checkResumeForm } from '../resume-form/check-resume-form.js';
import type { ReferenceFacts, RuledField } from './check-fields.js';
import type { FieldValues, DefinedFormName } from './defined-form.js';
import { valuesOf, typedValue } from './field-values.js';
import type { FormViolation } from './form-rules.js';
import { sentPlace, sentValues } from './sent-values.js';

/** The data of a page about the rules of its form. The code of the rules is loaded by browsers (VALID-03). */
export interface SentFormRules {
  form: DefinedFormName;
  /** The fields on the page. */
  fields: readonly RuledField[];
  /** Stored values of fields in other steps, for rules that compare fields. */
  stored: FieldValues;
  /** Slugs of the terms used by rules, by term id. */
  slugs: Readonly<Record<string, string>>;
  /** Time zone of dates, unless the form contains another one. */
  timeZone: string;
}

/** Terms and countries are chosen from lists created by the server, so only the server looks them up. */
const LISTED: Omit<ReferenceFacts, 'slugOf'> = { isTerm: () => true, isCountry: () => true };

/**
 * Returns the violations that the server would report, as far as a browser can know them.
 *
 * @param sent values by the names of the page's controls; values of the same name joined by spaces, as in parsed forms
 * @returns violations with the page's names for its fields
 */
export function checkSentForm(
  { form, fields, stored, slugs, timeZone }: SentFormRules,
  sent: Readonly<Record<string, string>>,
  now: Date,
): FormViolation<string>[] {
  const typed = Object.entries(sentValues(fields, sent)).map(([name, all]) => {
    const field = fields.find((each) => each.name === name)!;
    return [name, all.map((value) => typedValue(value, field, richText)).filter((value) => value !== '')] as const;
  });
  const values: FieldValues = { ...stored, ...Object.fromEntries(typed) };
  const facts = { ...LISTED, slugOf: (tid: number) => slugs[tid], now };
  return violationsOf().map(({ field, ...broken }) =>
    field === undefined ? broken : { field: sentPlace(fields, sent, field), ...broken },
  );

  function violationsOf(): FormViolation<string>[] {
    switch (form) {
      case 'job':
        return checkJobForm(fields, values, { ...facts, timeZone: chosenZone() ?? timeZone });
      case 'organization':
        return checkOrganizationForm(fields, values, facts);
      case 'resume':
        return checkResumeForm(fields, values, facts);
    }
  }

  function chosenZone(): string | undefined {
    const [chosen] = valuesOf(values, 'timeZone');
    const choices = fields.find(({ name }) => name === 'timeZone')?.settings.choices ?? [];
    return choices.find((choice) => choice === chosen);
  }
}

/** Converts text like the server, but without removing elements that the editor cannot create, which is left to the server. */
function richText(typed: string): string {
  return (isMarkup(typed) ? typed : htmlOfPlainText(typed)).replaceAll('&nbsp;', '\u00a0').trim();
}
