import { htmlOfPlainText, isMarkup } from '#shared/text/plain-text.js';
import { checkJobForm } from '../job-form/check-job-form.js';
import { checkOrganizationForm } from '../organization-form/check-organization-form.js';
import { checkResumeForm } from '../resume-form/check-resume-form.js';
import type { ReferenceFacts, RuledField } from './check-fields.js';
import type { FieldValues } from './defined-form.js';
import type { DefinedFormName } from './defined-forms.js';
import { valuesOf } from './field-values.js';
import type { FormViolation } from './form-rules.js';
import { sentPlace, sentValues } from './sent-values.js';
import { typedValue } from './typed-values.js';

/** What a page says about the rules of its form. The rest of them is code that browsers load (VALID-03). */
export interface SentFormRules {
  form: DefinedFormName;
  /** That the page shows. */
  fields: readonly RuledField[];
  /** What the form holds in its other steps, of fields that rules compare. */
  stored: FieldValues;
  /** Of the terms that rules know, by their ids. */
  slugs: Readonly<Record<string, string>>;
  /** In which dates are meant, where the form does not say another one. */
  timeZone: string;
}

/** Terms and countries are chosen from lists that the server has made: it alone looks them up. */
const LISTED: Omit<ReferenceFacts, 'slugOf'> = { isTerm: () => true, isCountry: () => true };

/**
 * What the server would say of a form if it was sent now, as far as a browser can know it.
 *
 * @param sent by the names of the page's controls; values of one name joined by spaces, as forms are read
 * @returns violations with the names that the page has for its fields
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

/** As the server makes it of what an editor writes. It removes what no button of the editor makes, which a browser leaves to it. */
function richText(typed: string): string {
  return (isMarkup(typed) ? typed : htmlOfPlainText(typed)).replaceAll('&nbsp;', '\u00a0').trim();
}
