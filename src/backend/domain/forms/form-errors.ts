import type { FieldDefinition } from '#contract/defined-form/defined-form.js';
import type { FormViolation, FormRule } from '#contract/defined-form/form-rules.js';
import type { FormError } from '#contract/generated/resolvers.js';
import { violationMessage } from './fault-messages.js';

/** @param fields of the form, to say in which step of it each is @param language `de`; English where it is another one */
export type FormErrors<Rule extends string> = (
  violations: readonly FormViolation<FormRule | Rule>[],
  language: string,
  fields?: readonly FieldDefinition[],
) => FormError[];

/** @param own what is said of the rules that only this form has, by language and rule */
export function formErrorsWith<Rule extends string>(
  own: Readonly<Record<string, Readonly<Record<Rule, string>>>>,
): FormErrors<Rule> {
  return (violations, language, fields = []) => {
    const messages = own[language] ?? own.en!;
    return violations.map(({ field, rule }) => ({
      __typename: 'FormError',
      field: field ?? null,
      step: fields.find(({ name }) => name === field?.split('.')[0])?.step ?? null,
      rule,
      message: Object.hasOwn(messages, rule) ? messages[rule as Rule] : violationMessage(rule as FormRule, language),
    }));
  };
}
